//! Messages that were pasted without mark and place: recognised by words that no other tool has.

use std::borrow::Cow;

use super::messages::opt_in;
use crate::pattern::Pattern;

/// How such messages begin, the first letter aside: the command line writes it small.
static BEGINS: Pattern = Pattern::new(concat!(
    r"^(?:[Tt]ype mismatch: inferred type is .* but|[A-Z][a-z]+ type mismatch: (?:actual|expected)|[Uu]nresolved reference(?:: | '|\. None)",
    r"|[Ss]uspend function '.*' (?:should|can)|[Oo]nly safe \(\?\.\) or|[Ss]mart cast to '.*' is impossible|[Oo]perator call corresponds to a dot-qualified call",
    r"|(?:[Cc]lass |[Oo]bject )?'[A-Za-z0-9_.<>]+' is not abstract and does not implement|'?when'? expression must be exhaustive|'[A-Za-z0-9_]+' overrides nothing",
    r"|[Nn]ull (?:can not|cannot) be a value of a non-null type|[Tt]ype '.*' has no method '.*|[Pp]roperty delegate must have an? '",
    r"|[Uu]sing '.*' is an error|[Cc]annot access (?:class )?'.*(?:': it is |which is a supertype of|Check your module)|[Ss]upertypes of the following classes cannot be resolved",
    r"|[Oo]verload resolution ambiguity|[Nn]one of the following (?:functions|candidates) |[Nn]o value passed for parameter '|[Tt]oo many arguments for '?(?:public|fun|constructor|@)",
    r"|[Cc]annot find a parameter with this name: |[Nn]o parameter with name '|[Nn]ot enough information to infer |[Cc]annot infer (?:a )?type for (?:this|type|value) parameter",
    r"|[Cc]onflicting (?:overloads|declarations): |[Rr]edeclaration: |[Pp]latform declaration clash: |[Aa]ccidental override: |'?[Vv]al'? cannot be reassigned",
    r"|@Composable (?:invocations|calls) can only happen|[Ff]unctions which invoke @Composable functions must|[Cc]annot inline bytecode built with",
    r"|(?:[Cc]lass |[Pp]ackage )?'[A-Za-z0-9_.]+' was compiled with an incompatible version of Kotlin|[Mm]odule was compiled with an incompatible version of Kotlin",
    r"|[Tt]his type (?:is final, so it cannot be|has a constructor, (?:and thus|so it) must be)|[Cc]annot create an instance of an abstract class|[Ee]xpression '.*' cannot be invoked as a function",
    r"|'[a-z]+' [a-z]+ exposes its |[Ii]ncompatible types: [^ ]+ and [^ ]+$|[Oo]perator '[^']+' cannot be applied to '.*' and '|[Mm]odifier '[a-z]+' is not applicable to '",
    r"|[Pp]roperty must be initialized or be abstract|[Vv]ariable '[^']+' must be initialized$|[Tt]ype inference failed: |[Uu]nexpected tokens \(use ';'|[Tt]ype mismatch\.? Required: ",
    r"|[Ii]nitializer type mismatch: |(?:[Aa]rgument|[Rr]eturn) type mismatch: |[Tt]he (?:integer|floating-point|boolean|character) (?:literal|constant) does not conform to the expected type",
    r"|Unable to read Kotlin metadata|Provided Metadata instance has version",
    r"|[Ee]xpected [a-z ]*'?[A-Za-z_][^' ]*'? has no actual declaration in module |'.*' has no corresponding expected declaration|[Ee]xpected class '[^']+' does not have (?:a )?default constructor",
    // Of processors: Room, Dagger, Hilt.
    r"|Entities and (?:POJOs|Pojos|data classes) must have a usable public constructor|Cannot figure out how to (?:save|read|bind) this (?:field|property)|There is a problem with the query: ",
    r"|Not sure how to (?:handle|convert) |An entity must have at least 1 |Each bind variable in the query must |Cannot find (?:getter|setter) for (?:field|property)|Type of the parameter must be a class annotated with @Entity",
    r"|All of these (?:functions|methods) \[|\[Dagger/[A-Z]|[A-Za-z0-9_.<>,@() ]+ cannot be provided without an? @|Expected @(?:HiltAndroidApp|AndroidEntryPoint) to have a value|\[Hilt\] ",
    r"|[Tt]his declaration needs opt-in\. Its usage must|[Tt]his API is experimental\. It|[Ee]xpecting (?:member declaration|a top level declaration|an element|'[^']+')$|[Ff]unction declaration must have a name$",
    r"|[Tt]his (?:material|foundation|annotation|class|function|declaration) .*is experimental and is likely to change)",
));

/// `Line 24: Char 31: error: only safe …` of pages that compile in the browser, `Kotlin: …`, `Build error: …`, quotes
static AROUND: Pattern = Pattern::new(concat!(
    r#"^(?:Line (?P<line>[0-9]+): (?:Char [0-9]+: )?error: |(?:[Bb]uild |[Cc]ompil(?:er|ation) |Kotlin )?[Ee]rror ?: (?:Kotlin: |java\.lang\.Illegal(?:State|Argument)Exception: )?|java\.lang\.Illegal(?:State|Argument)Exception: |[Kk]otlin: |e: |["“]+|[*#>]+ )?"#,
    r#"(?P<message>.*?)(?: *[\[(](?P<file>[A-Za-z0-9_]+\.kt)(?: -->|:|,)? *(?:[Ll]ine )?(?P<at>[0-9]+)[\])])?["”]*$"#,
));

/// A message, and the place where the paste says it is.
pub struct Alone<'t> {
    /// The compiler's sentence.
    pub message: String,
    /// The location as the person who pasted wrote it.
    pub file: Option<&'t str>,
    /// 1-based.
    pub line: Option<u32>,
}

/// Reads a line that is such a message.
pub fn read(line: &str) -> Option<Alone<'_>> {
    // Most lines: warnings, messages with a place, remarks of javac.
    if ["w: ", "/", "Note: "].iter().any(|other| line.starts_with(other)) {
        return None;
    }
    let found = AROUND.captures(line)?;
    let message = found.name("message")?.as_str();
    let plain = plain(message);
    (BEGINS.is_match(&plain) || opt_in::is_error(&plain)).then(|| Alone {
        message: plain.into_owned(),
        file: found.name("file").map(|file| file.as_str()),
        line: super::layout::number(&found, "at").or_else(|| super::layout::number(&found, "line")),
    })
}

/// The message without what a web page makes bold or sets as code: names are quoted again.
fn plain(message: &str) -> Cow<'_, str> {
    if !message.contains("**") && (!message.contains('`') || BEGINS.is_match(message)) {
        return Cow::Borrowed(message);
    }
    Cow::Owned(message.replace("**", "").replace("''", "'").replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn what_a_paste_puts_around_goes() {
        for (line, message) in [
            ("Line 24: Char 31: error: unresolved reference: basket", "unresolved reference: basket"),
            ("**`when`** expression must be exhaustive", "'when' expression must be exhaustive"),
            ("Error: Kotlin: Unresolved reference: basket", "Unresolved reference: basket"),
            ("\"Using 'total(): Int' is an error. gone\"", "Using 'total(): Int' is an error. gone"),
        ] {
            assert_eq!(read(line).map(|alone| alone.message).as_deref(), Some(message), "{line}");
        }
        let placed = read("Unresolved reference: basket [Shop.kt --> Line 20]").map(|alone| (alone.file, alone.line));
        assert_eq!(placed, Some((Some("Shop.kt"), Some(20))));
        for line in
            ["w: 'total' overrides nothing", "the reference is unresolved", "Cannot access 'x' before initialization"]
        {
            assert!(read(line).is_none(), "{line}");
        }
    }
}
