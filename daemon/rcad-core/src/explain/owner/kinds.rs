//! Who may own code, and what is known of the owner. Data only.

/// Whose code failed.
#[derive(Debug, PartialEq, Eq)]
pub enum CodeOwner {
    /// The reader, as far as the log shows.
    Own,
    /// A tool that writes the file.
    Generated(GeneratedFile),
    /// A package whose source is compiled or read with the app.
    Package(SourcePackage),
    /// A package that the build includes as a module, by the module's name.
    Module(SourcePackage),
    /// What drives the build; its name, and what to do.
    Tool(&'static str, &'static str),
    /// A plugin of the build, by its id.
    Plugin(String),
    /// A library or the platform: no frame of the reader's own is in the trace.
    Frame(ForeignFrame),
    /// A process of Android itself, or of what belongs to the device.
    System(String),
}

/// A file that a step of the build writes.
#[derive(Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// `Flutter writes it from the plugins of pubspec.yaml`.
    pub by: String,
    /// What to do.
    pub step: String,
    /// What other steps are about.
    pub kind: GeneratedKind,
}

/// What a file is generated from, as far as that decides which steps hold for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratedKind {
    /// Something else: nothing that is said of the file's own text helps.
    Made,
    /// The same; its generator's version is as likely at fault as what it reads.
    ByVersion,
    /// A file of the same form, whose text it holds: what is said of the text holds for that.
    Copied,
    /// Many files of the same form; what is said of its names is true wherever they come from.
    Merged,
}

/// A downloaded package.
#[derive(Debug, PartialEq, Eq)]
pub struct SourcePackage {
    /// `npm package`, `Flutter plugin`, `library`.
    pub kind: &'static str,
    /// As its registry has it.
    pub name: String,
    /// With a blank before it; empty where the path has none.
    pub version: String,
    /// How to get another version of it.
    pub upgrade: String,
}

impl SourcePackage {
    /// Name and version, as a step writes them.
    pub fn titled(&self) -> String {
        format!("`{}`{}", self.name, self.version)
    }
}

/// The frame on top of a trace without frames of the reader's own.
#[derive(Debug, PartialEq, Eq)]
pub struct ForeignFrame {
    /// `SnapshotKt.readError`
    pub name: String,
    /// `the library androidx.compose.runtime:runtime`, `Android`, a package.
    pub of: String,
    /// Its caller, where that is a library's: its name and of what it is.
    pub caller: Option<(String, String)>,
    /// What to do first.
    pub step: String,
    /// Whether its names are a shrinker's, so that the owner is not known.
    pub minified: bool,
}
