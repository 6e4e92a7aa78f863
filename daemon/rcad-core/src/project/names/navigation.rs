//! Navigation graphs: where one has the action or destination that was not found at run time.

use crate::Failure;
use crate::project::contents::ProjectContents;
use crate::project::details::add;
use crate::project::tree::walk;
use crate::project::xml::{Element, tree};

/// Graphs that are looked at.
const GRAPHS: usize = 20;
const ID: &str = "android:id";

/// Adds the place in a graph for `com.example.app:id/to_book`, and for an action the destination that has it.
pub fn look(project: &ProjectContents, symbol: &str, failure: &mut Failure) {
    let Some((_, name)) = symbol.split_once(":id/") else { return };
    let is_graph = |path: &str| path.contains("/res/navigation") && path.ends_with(".xml");
    for path in walk(project.files, "", GRAPHS, &is_graph) {
        let Some(Ok(root)) = project.files.read(&path).map(|text| tree(&text)) else { continue };
        if let Some((owner, found)) = find(&root, name) {
            add(failure, "graph_place", format!("{path}:{}", found.line));
            if found.name == "action"
                && let Some(owner) = id(owner)
            {
                add(failure, "graph_owner", owner);
            }
            return;
        }
    }
}

/// The element that defines this id, and the one around it.
fn find<'e>(element: &'e Element, name: &str) -> Option<(&'e Element, &'e Element)> {
    let here = element.children.iter().find(|child| id(child) == Some(name));
    here.map(|child| (element, child)).or_else(|| element.children.iter().find_map(|child| find(child, name)))
}

/// `shelf` of `@+id/shelf`.
fn id(element: &Element) -> Option<&str> {
    element.get(ID)?.split_once("id/").map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Category;
    use crate::code::CodeSources;
    use crate::model::failure::Language;
    use crate::project::tree::tests::FileMap;

    const GRAPH: &str = "<navigation xmlns:android=\"a\" android:id=\"@+id/graph\">\n<fragment android:id=\"@+id/shelf\">\n\
        <action android:id=\"@+id/to_book\"/>\n</fragment>\n<fragment android:id=\"@+id/book\"/>\n</navigation>\n";

    fn looked(symbol: &str) -> Vec<(String, String)> {
        let map = FileMap::of(&[
            ("app/src/main/res/navigation/broken.xml", "<navigation>"),
            ("app/src/main/res/navigation/main.xml", GRAPH),
        ]);
        let mut failure = Failure::new(Category::RuntimeNavigation, Language::Kotlin, "Navigation action/destination");
        look(&ProjectContents::of(&map, CodeSources::default()), symbol, &mut failure);
        failure.details.into_iter().collect()
    }

    #[test]
    fn an_action_is_found_with_its_destination_and_a_destination_alone() {
        let detail = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let place = "app/src/main/res/navigation/main.xml";
        assert_eq!(
            looked("com.example.app:id/to_book"),
            [detail("graph_owner", "shelf"), detail("graph_place", &format!("{place}:3"))]
        );
        assert_eq!(looked("com.example.app:id/book"), [detail("graph_place", &format!("{place}:5"))]);
        assert_eq!((looked("com.example.app:id/none"), looked("to_book")), (vec![], vec![]));
    }
}
