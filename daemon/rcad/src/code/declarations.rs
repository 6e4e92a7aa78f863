//! What one source text declares, for comparing a project's states.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use rcad_core::code::{CodeDeclaration, CodeFile, CodeReader};
use rcad_core::model::change::ChangeSubject;

use super::declaration::DeclarationKind;
use super::grammar::SourceLanguage;
use super::outline::Outline;
use super::reader::SourceReader;

/// Reads declarations by tree-sitter.
#[derive(Default)]
pub struct DeclarationReader {
    reader: RefCell<SourceReader>,
    until: Option<Instant>,
    late: Cell<bool>,
}

impl DeclarationReader {
    /// One that reads nothing after `until`.
    pub fn until(until: Instant) -> DeclarationReader {
        DeclarationReader { until: Some(until), ..DeclarationReader::default() }
    }

    /// Whether something was not read because time was over.
    pub fn is_late(&self) -> bool {
        self.late.get()
    }
}

impl CodeReader for DeclarationReader {
    fn read(&self, path: &str, text: &str) -> Option<CodeFile> {
        let language = SourceLanguage::of(path)?;
        if self.until.is_some_and(|until| Instant::now() >= until) {
            self.late.set(true);
            return None;
        }
        let outline = self.reader.borrow_mut().read(language, text);
        let declared = outline.declared.iter().map(|one| CodeDeclaration {
            name: one.name.to_string(),
            subject: subject(one.kind),
            owner: outline.container(one).map(|container| outline.path(container)),
            signature: one.signature.to_string(),
            from: one.from,
            line: one.line,
            end_line: one.end_line,
        });
        let declared = declared.collect();
        Some(CodeFile { package: outline.package.clone(), imports: imports(&outline), declared })
    }
}

fn imports(outline: &Outline) -> Vec<(String, u32)> {
    outline.imports.iter().map(|one| (one.path.clone(), one.line)).collect()
}

fn subject(kind: DeclarationKind) -> ChangeSubject {
    match kind {
        DeclarationKind::Class | DeclarationKind::Interface | DeclarationKind::Object | DeclarationKind::Enum => {
            ChangeSubject::Class
        }
        DeclarationKind::Function => ChangeSubject::Function,
        DeclarationKind::Constructor => ChangeSubject::Constructor,
        DeclarationKind::Property => ChangeSubject::Property,
        DeclarationKind::Typealias => ChangeSubject::Typealias,
    }
}

#[cfg(test)]
mod tests {
    use rcad_core::changes::changes;
    use rcad_core::model::change::FilePair;
    use rcad_core::model::change::{Change, ChangeKind};

    use super::DeclarationReader;

    fn pair(path: &str, before: &str, after: &str) -> FilePair {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        FilePair { path: path.into(), before: text(before), after: text(after) }
    }

    /// `Renamed Book.pageCount -> pages (3)`
    fn told(pairs: &[FilePair]) -> Vec<String> {
        let show = |one: &Change| {
            let owner = one.owner.as_ref().map_or(String::new(), |owner| format!("{owner}."));
            let after = one.after.as_ref().map_or(String::new(), |after| format!(" -> {after}"));
            format!("{:?} {owner}{}{after} ({})", one.kind, one.name, one.line.unwrap_or(0))
        };
        changes(pairs, &DeclarationReader::default()).iter().map(show).collect()
    }

    const BOOK: &str = "package a;\n\npublic class Book {\n    private final int pages;\n    public int pageCount() {\n        return pages;\n    }\n    public String title() { return \"\"; }\n}\n";

    #[test]
    fn what_happened_to_a_declaration_is_told() {
        for (from, to, wanted) in [
            ("pageCount()", "pages()", "Renamed Book.pageCount -> pages (5)"),
            ("public int pageCount", "int pageCount", "Hidden Book.pageCount -> int pageCount() (5)"),
            ("pageCount()", "pageCount(int from)", "Signature Book.pageCount -> public int pageCount(int from) (5)"),
            ("    public String title() { return \"\"; }\n", "", "Removed Book.title (8)"),
            ("return pages;", "return pages + 1;", "Edited Book.pageCount ->         return pages + 1; (6)"),
            ("package a;", "package b;", "Moved Book -> b.Book (3)"),
            ("class Book", "final class Book", "Signature Book -> public final class Book (3)"),
        ] {
            let after = BOOK.replace(from, to);
            assert_eq!(told(&[pair("m/src/main/java/a/Book.java", BOOK, &after)]), [wanted], "{from} {to}");
        }
        assert!(told(&[pair("a/Book.java", BOOK, BOOK)]).is_empty());
        assert!(
            told(&[pair("a/Book.java", BOOK, &BOOK.replace("class Book {", "class Book {\n\n    // more\n"))])
                .is_empty()
        );
    }

    #[test]
    fn a_class_is_renamed_with_its_file_and_what_it_holds() {
        let volume = BOOK.replace("Book", "Volume");
        let pairs = [pair("a/Book.java", BOOK, ""), pair("a/Volume.java", "", &volume)];
        assert_eq!(told(&pairs), ["Renamed Book -> Volume (3)"]);
        let elsewhere = BOOK.replace("package a", "package a.b");
        let pairs =
            [pair("m/src/main/java/a/Book.java", BOOK, ""), pair("m/src/main/java/a/b/Book.java", "", &elsewhere)];
        assert_eq!(told(&pairs), ["Moved Book -> a.b.Book (3)"]);
        assert_eq!(told(&pairs[..1]), ["Removed Book (3)"]);
        assert_eq!(told(&pairs[1..]), ["Added Book -> public class Book (3)"]);
    }

    #[test]
    fn kotlin_is_compared_likewise() {
        let kotlin = "package a\n\nimport b.C\nimport b.D\n\nsealed interface State {\n    data object Empty : State\n}\n\nenum class Kind { SMALL, LARGE }\n\nfun Int.twice() = this * 2\nval limit: Int = 3\n";
        for (from, to, wanted) in [
            ("import b.C\n", "", "Removed b.C (3)"),
            (
                "    data object Empty : State\n",
                "    data object Empty : State\n    data object Full : State\n",
                "Added State.Full -> data object Full : State (8)",
            ),
            ("SMALL, LARGE", "SMALL, HUGE", "Renamed Kind.LARGE -> HUGE (10)"),
            ("SMALL, LARGE", "SMALL, LARGE, HUGE", "Added Kind.HUGE -> HUGE (10)"),
            ("Int.twice", "Int.doubled", "Renamed twice -> doubled (12)"),
            ("limit: Int", "limit: Int?", "Signature limit -> val limit: Int? (13)"),
            ("val limit", "internal val limit", "Hidden limit -> internal val limit: Int (13)"),
        ] {
            let after = kotlin.replace(from, to);
            assert_eq!(told(&[pair("m/src/main/kotlin/a/A.kt", kotlin, &after)]), [wanted], "{from} {to}");
        }
        let some = changes(&[pair("a/A.kt", kotlin, &kotlin.replace("3", "4"))], &DeclarationReader::default());
        assert_eq!((some.len(), some[0].kind), (1, ChangeKind::Edited));
    }
}
