//! Who may own code, and what is known of the owner. Data only.

/// Whose code failed.
#[derive(Debug, PartialEq, Eq)]
pub enum CodeOwner {
    /// The reader, as far as the log shows.
    Own,
    /// A tool that writes the file; what writes it, and what to do.
    Generated(&'static str, &'static str),
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
