//! Why one failure follows from another, as `rcad analyze --explain` says it.

pub const AGAIN: &str = "the same mistake in another place";

pub const OF_IMPORT: &str = "uses the name whose import fails";

/// Why a name follows from its package.
pub const OF_PACKAGE: &str = "a name of the package whose import fails";

pub const STATEMENT: &str = "it is about the same statement";

pub const PARSER: &str = "a parser that lost its way misreads what follows";

pub const OF_LABEL: &str = "it is asked of a label that is not there";

pub const UNREAD: &str = "a library that cannot be read declares nothing";

pub const MODULE: &str = "the module that would declare it failed itself";

pub const PROCESSOR: &str = "the processor that would generate it failed";

pub const RESOURCES: &str = "the resources out of which it is generated have an error";

pub const NO_PLATFORM: &str = "without the classes of the JDK nothing else resolves";

pub const CLASS: &str = "the class that would declare it has an error of its own";

pub const MISNAMED: &str = "its file declares a type of another name";

pub const HIDDEN: &str = "its declaration has a modifier that it must not have";

pub const SIGNATURE: &str = "its signature is not that of the supertype";

pub const NO_LONGER: &str = "no supertype declares it any more";

pub const NO_TYPE_BEFORE: &str = "the value before it has no type";

pub const SAME_NAME: &str = "the same name is missing elsewhere";

pub const NO_SUBTYPE: &str = "its class lost a supertype that is missing";

pub const NO_SUPERTYPE: &str = "a class without its supertype lacks members";

pub const TWICE: &str = "the call is ambiguous because the name is declared twice";

pub const OF_TYPE: &str = "a value whose type is missing has no members";

pub const IN_SCOPE: &str = "it stands in the block of a call that fails";

pub const LACKS_AGAIN: &str = "another class lacks the same member";

pub const RENAMED: &str = "a method of a similar name is called that is no longer there";

pub const MADE_PRIVATE: &str = "what is declared private is used elsewhere";

pub const PARAMETERS: &str = "the function that is overridden otherwise has these parameters";

pub const BEHIND: &str = "it stands behind a name that is missing in its line";

pub const TOGETHER: &str = "names whose imports fail side by side are missing together";

pub const MOVED: &str = "it is missing in the file of a type that is missing itself";

pub const SIBLING: &str = "the same files miss both types";

pub const LIBRARY: &str = "packages whose names begin alike are one library's";

pub const UNPROCESSED: &str =
    "data binding processes none of the layouts, nor the attributes that only its adapters know";

pub const MIXED: &str = "the old support library and AndroidX declare the same attributes";

pub const MEMBERS: &str = "the same class lacks more members";

pub const PROTO_IMPORT: &str = "the files that this file imports are not found";

pub const STOPPED: &str = "the script of the project stopped before it";

pub const RETRY: &str = "Flutter's second try, as an AAR, is made because the build failed";

pub const SAME_LIBRARY: &str = "it belongs to the same library, which is missing";

pub const AS_NEW: &str = "a library that was built with a Kotlin as new";

pub const ICON: &str = "it is an icon of the same library, which is missing";

pub const COROUTINES: &str = "the library of coroutines, whose import fails, brings it";

pub const STATIC: &str = "the same class has it, which is not imported statically";

pub const NO_RETURN_TYPE: &str = "the function that declares no return type has this one";

pub const AMBIGUOUS_BY: &str = "the call is ambiguous because its receiver's type is missing";

pub const RECEIVER: &str = "it is asked of the same value, which is another one than is meant";
