//! Where an XML file was being inflated: its name, line and kind, the view, and who asked for it. The frames are those of
//! the inflater and of generated bindings.

use super::own;
use super::trace::{Frame, Section};
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Binary XML file line #37 in com.example.app:layout/fragment_shot: …`; before Android 10 without the name
static PLACE: Pattern =
    Pattern::new(r"Binary XML file line #(?P<line>[0-9]+)(?: in [^:/ ]+:(?P<kind>[a-z]+)/(?P<name>[A-Za-z0-9_]+))?");

/// `Error inflating class com.example.Shelf`
static VIEW: Pattern = Pattern::new(r"Error inflating class (?P<view>[A-Za-z_][A-Za-z0-9_.$]*)");

/// `Exception inflating com.example.app:navigation/shop line 24`
static GRAPH: Pattern =
    Pattern::new(r"Exception inflating [^:/ ]+:navigation/(?P<name>[A-Za-z0-9_]+) line (?P<line>[0-9]+)");

/// `Drawable com.example.app:drawable/lamp with resource ID #0x7f070056`, `File res/drawable-v21/lamp.xml from drawable …`
static RESOURCE: Pattern = Pattern::new(
    r"(?:Drawable [a-zA-Z0-9_.]+:[a-z]+/(?P<name>[A-Za-z0-9_]+)|File res/[a-z0-9-]+/(?P<file>[A-Za-z0-9_]+)\.xml from )",
);

/// Classes that inflate, the innermost counts, and what they inflate.
const KINDS: &[(&str, &str)] = &[
    ("android.animation.AnimatorInflater", "animator"),
    ("androidx.vectordrawable.graphics.drawable.AnimatorInflaterCompat", "animator"),
    ("android.view.animation.AnimationUtils", "animation"),
    ("MenuInflater", "menu"),
    ("android.transition.TransitionInflater", "transition"),
    ("PreferenceInflater", "preference screen"),
    ("androidx.navigation.NavInflater", "navigation graph"),
    ("android.graphics.drawable.DrawableInflater", "drawable"),
    ("android.graphics.drawable.Drawable", "drawable"),
    ("android.graphics.drawable.VectorDrawable", "drawable"),
    ("androidx.vectordrawable.graphics.drawable.VectorDrawableCompat", "drawable"),
    ("android.content.res.ColorStateList", "colour list"),
    ("android.view.LayoutInflater", "layout"),
];

/// Frames on top that are looked at for the inflater.
const TOP: usize = 12;

/// Adds what is known to a failure whose trace goes through an inflater.
pub fn complete(sections: &[Section], package: Option<&str>, failure: &mut Failure) {
    let places: Vec<_> = sections.iter().rev().filter_map(|one| PLACE.captures(&one.message)).collect();
    let Some(first) = places.iter().find(|place| place.name("name").is_some()).or_else(|| places.first()) else {
        take_inner(sections, failure);
        return;
    };
    failure.details.entry("xml_line".to_owned()).or_insert_with(|| first["line"].to_owned());
    if let Some(kind) = sections.last().and_then(|deepest| kind(&deepest.frames)) {
        failure.details.insert("xml_kind".to_owned(), kind.to_owned());
    }
    if sections.len() > 1 {
        failure.details.insert("caused".to_owned(), "Caused by".to_owned());
    }
    let view = sections.iter().rev().find_map(|one| VIEW.captures(&one.message));
    if let Some(view) = view.filter(|view| &view["view"] != "unknown") {
        failure.details.insert("view".to_owned(), view["view"].to_owned());
    }
    let generated = failure.file.as_deref().is_some_and(is_generated);
    if generated && let Some(frame) = asking(sections, package) {
        failure.details.insert("at".to_owned(), own::name(frame));
        (failure.file, failure.line) =
            frame.place.clone().map_or((None, None), |(file, line)| (Some(file), Some(line)));
    }
    if take_inner(sections, failure) {
        return;
    }
    let line = first["line"].parse().ok();
    let Some(name) = first.name("name").map(|name| format!("{}.xml", name.as_str())) else {
        if failure.file.is_none() {
            failure.line = failure.line.or(line);
        }
        return;
    };
    // A library's frame says less than the layout.
    let of_library = failure.details.remove("library_place").is_some();
    if of_library || failure.file.as_deref().is_none_or(is_generated) {
        (failure.file, failure.line) = (Some(name), line);
    } else {
        failure.details.insert("inflated_at".to_owned(), format!("{name}:{}", &first["line"]));
        failure.details.remove("layout"); // It is told once.
    }
}

/// Takes the graph or drawable with a fault for the place, where no source is: it says more than the layout that shows it.
fn take_inner(sections: &[Section], failure: &mut Failure) -> bool {
    let of_library = failure.details.contains_key("library_place");
    let unplaced = of_library || failure.file.as_deref().is_none_or(is_resource);
    let Some((name, line)) = inner(sections).filter(|_| unplaced) else { return false };
    failure.details.remove("library_place");
    (failure.file, failure.line) = (Some(name), Some(line));
    true
}

/// The file with a fault, and its line, that is read below a layout: a navigation graph, or a drawable whose own parser threw.
fn inner(sections: &[Section]) -> Option<(String, u32)> {
    let graph = sections.iter().rev().find_map(|one| GRAPH.captures(&one.message));
    if let Some(graph) = graph {
        return Some((format!("{}.xml", &graph["name"]), graph["line"].parse().ok()?));
    }
    let (deepest, outer) = sections.split_last()?;
    let place = PLACE.captures(&deepest.message).filter(|place| place.name("name").is_none())?;
    if !deepest.class.ends_with("XmlPullParserException") {
        return None;
    }
    let named = outer.iter().rev().take_while(|one| one.class.ends_with("NotFoundException"));
    // The outer one has the name that a shrinker of resources leaves alone.
    let resource = named.filter_map(|one| RESOURCE.captures(&one.message)).last()?;
    let name = resource.name("name").or_else(|| resource.name("file"))?.as_str();
    Some((format!("{name}.xml"), place["line"].parse().ok()?))
}

/// Whether it is no source: a layout was taken for the place.
fn is_resource(file: &str) -> bool {
    file.ends_with(".xml") || is_generated(file)
}

fn kind(frames: &[Frame]) -> Option<&'static str> {
    frames
        .iter()
        .take(TOP)
        .find_map(|frame| {
            KINDS
                .iter()
                .find(|(class, _)| frame.class == *class || !class.contains('.') && frame.class.ends_with(class))
        })
        .map(|(_, kind)| *kind)
}

/// Whether data binding or view binding wrote the file.
fn is_generated(file: &str) -> bool {
    ["Binding.java", "BindingImpl.java", "DataBinderMapperImpl.java"].iter().any(|end| file.ends_with(end))
}

/// The first own frame that nobody generated.
fn asking<'s>(sections: &'s [Section], package: Option<&str>) -> Option<&'s Frame> {
    let frames = sections.iter().rev().flat_map(|section| &section.frames);
    let written = |frame: &&Frame| frame.place.as_ref().is_some_and(|(file, _)| !is_generated(file));
    frames.filter(written).find(|frame| own::is_own_frame(frame, package))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    const OWN: &str = "\tat com.example.basket.databinding.FragmentShelfBinding.inflate(FragmentShelfBinding.java:60)\n\tat com.example.basket.ShelfFragment.onCreateView(ShelfFragment.kt:53)\n";

    #[test]
    fn a_binding_is_nobodys_place() {
        let text = format!(
            "android.view.InflateException: Binary XML file line #37 in com.example.basket:layout/fragment_shelf: Error inflating class com.example.basket.ShelfView\n\
            \tat android.view.LayoutInflater.createView(LayoutInflater.java:1)\n{OWN}Caused by: java.lang.IllegalStateException: no shelf\n{OWN}"
        );
        let failure = parse(&text).failures.remove(0);
        assert_eq!((failure.file.as_deref(), failure.line), (Some("ShelfFragment.kt"), Some(53)));
        assert_eq!(failure.details.get("inflated_at").map(String::as_str), Some("fragment_shelf.xml:37"));
        assert_eq!(failure.details.get("view").map(String::as_str), Some("com.example.basket.ShelfView"));
    }

    #[test]
    fn a_faulty_drawable_or_graph_is_the_place_rather_than_the_layout() {
        let layout = "android.view.InflateException: Binary XML file line #5 in com.example.till:layout/main: Error inflating class ImageView\n\
            \tat android.view.LayoutInflater.createView(LayoutInflater.java:1)\n";
        let drawable = "Caused by: android.content.res.Resources$NotFoundException: Drawable com.example.till:drawable/lamp with resource ID #0x7f070056\n\
            Caused by: android.content.res.Resources$NotFoundException: File res/a1.xml from drawable resource ID #0x7f070056\n\
            Caused by: org.xmlpull.v1.XmlPullParserException: Binary XML file line #2: <bitmap> requires a valid 'src' attribute\n\
            \tat android.graphics.drawable.BitmapDrawable.inflate(BitmapDrawable.java:1)\n";
        let graph = "Caused by: java.lang.RuntimeException: Exception inflating com.example.till:navigation/shop line 24\n\
            Caused by: java.lang.RuntimeException: java.lang.ClassNotFoundException: com.example.till.Receipt\n\
            \tat androidx.navigation.NavType.fromArgType(NavType.java:1)\n";
        for (inner, file, line) in [(drawable, "lamp.xml", 2), (graph, "shop.xml", 24)] {
            let failure = parse(&format!("{layout}{inner}")).failures.remove(0);
            assert_eq!((failure.file.as_deref(), failure.line), (Some(file), Some(line)));
            let own = "\tat com.example.till.MainActivity.onCreate(MainActivity.kt:9)\n";
            let failure = parse(&format!("{layout}{own}{inner}")).failures.remove(0);
            assert_eq!((failure.file.as_deref(), failure.line), (Some("MainActivity.kt"), Some(9)));
        }
    }

    #[test]
    fn without_a_frame_of_ones_own_the_layout_is_the_place() {
        let text = "android.view.InflateException: Binary XML file line #7 in com.example.basket:menu/shelf: no\n\
            \tat android.view.MenuInflater.inflate(MenuInflater.java:1)\n";
        let failure = parse(text).failures.remove(0);
        assert_eq!((failure.file.as_deref(), failure.line), (Some("shelf.xml"), Some(7)));
        assert_eq!(failure.details.get("xml_kind").map(String::as_str), Some("menu"));
    }
}
