//! Whose code failed: decided once from the path, the frames, the process, the plugin and the matched rule, and used by
//! every step. Nobody is advised to edit what is not theirs.

mod foreign;
mod frames;
mod generated;
mod kinds;
mod modules;
mod packages;
mod places;
mod sources;
mod successors;

use crate::Category as C;
use crate::model::failure::Failure;
use crate::parse::process::is_system_process;
use foreign::{edits, is_in_source};
pub use kinds::{CodeOwner, ForeignFrame, SourcePackage};

/// Categories whose general steps say no more than to look at the place.
const NAMELESS: &[C] = &[
    C::KotlinCoroutine,
    C::Other,
    C::RuntimeClassCast,
    C::RuntimeConcurrentModification,
    C::RuntimeIllegalArgument,
    C::RuntimeIllegalState,
    C::RuntimeIndex,
    C::RuntimeIoNetwork,
    C::RuntimeLateinit,
    C::RuntimeNpe,
    C::RuntimeSecurity,
    C::RuntimeStackOverflow,
];

/// Those of them whose general steps change the code that failed.
const OWN_ONLY: &[C] = &[
    C::RuntimeClassCast,
    C::RuntimeConcurrentModification,
    C::RuntimeIndex,
    C::RuntimeLateinit,
    C::RuntimeNpe,
    C::RuntimeStackOverflow,
];

/// Categories of programs that run, whose frames say whose code failed.
fn is_run(category: C) -> bool {
    let id = category.id();
    category == C::Other
        || category == C::KotlinCoroutine
        || ["runtime_", "compose_"].iter().any(|start| id.starts_with(start))
}

impl CodeOwner {
    /// The owner of the code that failed.
    pub fn of(failure: &Failure) -> CodeOwner {
        if let Some(owner) = sources::owner(failure)
            // What a task writes is only the place at which two tasks meet, not a source that fails.
            && (is_in_source(failure) || !matches!(owner, CodeOwner::Generated(..)))
        {
            return owner;
        }
        if let Some(process) = failure.process.as_deref().filter(|process| is_system_process(process)) {
            return CodeOwner::System(process.to_owned());
        }
        if let Some(frame) = failure.details.get("foreign_frame").filter(|_| is_run(failure.category)) {
            let frame = frames::called(frame, failure);
            return CodeOwner::Frame(match failure.details.get("managed") {
                Some(managed) => frames::of_managed(frame, managed),
                None => frame,
            });
        }
        match failure.details.get("plugin") {
            Some(plugin) if failure.category == C::GradleScriptEvaluation => CodeOwner::Plugin(plugin.clone()),
            _ => modules::owner(failure).map_or(CodeOwner::Own, CodeOwner::Module),
        }
    }

    /// Whether the place that the log names is one that the reader can change.
    pub fn is_editable(&self) -> bool {
        matches!(self, CodeOwner::Own | CodeOwner::Plugin(_) | CodeOwner::Module(_))
    }

    /// Whether the place is in a module that is a package's or a tool's; what builds write is in the reader's.
    pub fn is_in_other_module(&self) -> bool {
        !self.is_editable() && !matches!(self, CodeOwner::Generated(_))
    }

    /// Whether steps for the reader's own code help although the log does not show its place: what is on top is a platform's,
    /// which throws at what it was given.
    pub fn is_called_by_own(&self) -> bool {
        match self {
            CodeOwner::Own => true,
            CodeOwner::Frame(frame) => frames::is_platforms(frame),
            _ => false,
        }
    }

    /// Says behind the cause whose code it is.
    pub fn sentence(&self, failure: &Failure) -> Option<String> {
        Some(match self {
            CodeOwner::Own => {
                // A compiler's message without a place: the task says at least whose code it is.
                let unplaced = failure.file.is_none() && failure.category.id().starts_with("kotlin_");
                format!("It comes from task `{}`.", failure.task.as_deref().filter(|_| unplaced)?)
            }
            // A note says it.
            CodeOwner::Generated(_) if failure.details.contains_key("made_from") => return None,
            CodeOwner::Generated(made) => format!("The file is generated: {}.", made.by),
            CodeOwner::Package(SourcePackage { kind, name, version, .. }) => {
                format!("The file belongs to the {kind} `{name}`{version}, not to your own code.")
            }
            CodeOwner::Tool(name, _) => format!("The file belongs to {name}, not to your own code."),
            CodeOwner::Plugin(_) => return None,
            // The Java frames only carry the error of a script, whose own frames are others.
            CodeOwner::Frame(_) if failure.category == C::RuntimeJavascript => return None,
            CodeOwner::Module(package) => modules::sentence(failure, package)?,
            CodeOwner::Frame(ForeignFrame { name, minified: true, .. }) => {
                format!("The names in the trace are minified (`{name}`), so it does not show whose code it is.")
            }
            CodeOwner::Frame(_) if failure.details.contains_key("managed") => format!(
                "The Java frames of the app are stubs that the build makes of its C# classes: `{}` is what runs there.",
                failure.details.get("managed")?
            ),
            CodeOwner::Frame(ForeignFrame { name, caller: Some((caller, of)), .. }) => {
                format!("No frame of your own code is in the trace: `{name}` is called by `{caller}` of {of}.")
            }
            CodeOwner::Frame(ForeignFrame { name, of, .. }) => frames::sentence(name, of, failure),
            // A note says it.
            CodeOwner::System(_) if failure.details.contains_key("system_app") => return None,
            CodeOwner::System(process) => {
                format!("The process `{process}` is a part or an app of Android or of the device's maker.")
            }
        })
    }

    /// Puts the steps right: what can be done about code that is not the reader's own comes first, and what would change
    /// that code goes. `known` says that the steps are a rule's for just this failure.
    pub fn direct(&self, failure: &Failure, known: bool, fixes: &mut Vec<String>) {
        match self {
            // What a decision says of a null is said of whoever's class it is.
            CodeOwner::Own
                if (!known || failure.category == C::RuntimeNpe && !failure.details.contains_key("known"))
                    && NAMELESS.contains(&failure.category) =>
            {
                fixes.extend(failure.details.get("own_unsure").map(|package| format!(
                    "If `{package}` is a library and not yours, update it instead, and look at the first frame below it that is yours: what that passes on."
                )));
            }
            CodeOwner::Own => (),
            CodeOwner::Generated(_) | CodeOwner::Tool(..) | CodeOwner::Package(_)
                if (known || failure.details.contains_key("for_elsewhere")) && foreign::is_for_elsewhere(failure) => {}
            CodeOwner::Generated(made) => foreign::of_generated(made, failure, known, fixes),
            CodeOwner::Tool(_, step) => foreign::of_tool(step, failure, known, fixes),
            CodeOwner::Package(package) => foreign::of_package(package, failure, known, fixes),
            CodeOwner::Module(package) if edits(failure) => foreign::of_package(package, failure, known, fixes),
            CodeOwner::Module(package) => modules::direct(failure, package, fixes),
            CodeOwner::Plugin(name) if !known => {
                fixes.retain(|step| !step.starts_with("Run with `--stacktrace`"));
                fixes.insert(0, format!("The message is `{name}`'s own: do what it says, or let its version fit your Gradle, Android Gradle plugin and Kotlin (its release notes say which); `--stacktrace` shows which of its classes fails."));
            }
            CodeOwner::Frame(frame) if !known && NAMELESS.contains(&failure.category) => {
                if OWN_ONLY.contains(&failure.category) && !frame.minified {
                    fixes.clear();
                }
                fixes.insert(0, frame.step.clone());
            }
            CodeOwner::System(process) => {
                if !known && OWN_ONLY.contains(&failure.category) {
                    fixes.clear();
                }
                // Steps for a fault of the system say already what its builder or user can do.
                let of_system = known && failure.details.get("fault_of").is_some_and(|owner| owner == "system");
                fixes.insert(if of_system { fixes.len() } else { 0 }, format!("If you do not build `{process}` yourself, you cannot correct it: update or reset what it belongs to, or report it to its maker. It is your app's matter only if it happens when your app calls it."));
            }
            CodeOwner::Plugin(_) | CodeOwner::Frame(_) => (),
        }
        if let CodeOwner::Package(package) | CodeOwner::Module(package) = self {
            foreign::name_package(package, fixes);
            successors::prefer(package, fixes);
        }
        let hedged = failure.details.contains_key("own_unsure");
        for (frame, without, unsure) in OWN_FRAME {
            let instead = if matches!(self, CodeOwner::Frame(_)) { *without } else { *unsure };
            if hedged || matches!(self, CodeOwner::Frame(_)) {
                fixes.iter_mut().for_each(|step| *step = step.replace(frame, instead));
            }
        }
    }
}

/// What stands in the steps for a place that leads to a failure and is not in the trace.
const NOT_SHOWN: &str = "the place in your own code that leads to it (the trace does not show it)";

/// What rules call a frame of the reader's own; what stands for it where the trace has none, and where nothing shows that it
/// is the reader's.
const OWN_FRAME: &[(&str, &str, &str)] = &[
    ("the first frame of your own code", NOT_SHOWN, "the first frame that is of no known library"),
    ("the top frame of your own code", NOT_SHOWN, "the first frame that is of no known library"),
    (
        "the first line of your own code in the trace",
        NOT_SHOWN,
        "the first line in the trace that is of no known library",
    ),
    (
        "the first function of your own code in the trace",
        NOT_SHOWN,
        "the first function in the trace that is of no known library",
    ),
];
