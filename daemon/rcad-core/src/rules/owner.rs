//! Whose code or setting is at fault.

/// Whose code or setting is at fault, as a rule says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The reader's own sources, scripts and manifests.
    Own,
    /// A dependency.
    Library,
    /// A plugin of the build.
    Plugin,
    /// Gradle, the Android Gradle plugin, a compiler, the SDK or the IDE.
    Tool,
    /// What generates or drives the build: Flutter, React Native, Unity …
    Framework,
    /// Android, a device or its vendor.
    System,
    /// Another app.
    App,
    /// JDK, network, disk, memory, operating system, CI.
    Machine,
}

impl Owner {
    /// All of them.
    pub const ALL: &[Owner] = &[
        Owner::Own,
        Owner::Library,
        Owner::Plugin,
        Owner::Tool,
        Owner::Framework,
        Owner::System,
        Owner::App,
        Owner::Machine,
    ];

    /// Its word in rule files and details.
    pub fn id(self) -> &'static str {
        match self {
            Owner::Own => "own",
            Owner::Library => "library",
            Owner::Plugin => "plugin",
            Owner::Tool => "tool",
            Owner::Framework => "framework",
            Owner::System => "system",
            Owner::App => "app",
            Owner::Machine => "machine",
        }
    }

    /// The owner of this word.
    pub fn from_id(id: &str) -> Option<Owner> {
        Owner::ALL.iter().copied().find(|owner| owner.id() == id)
    }
}
