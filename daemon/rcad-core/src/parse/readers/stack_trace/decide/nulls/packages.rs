//! `Class.getPackage()` that returns null: a class that is declared in no package.

use super::super::super::own;
use super::super::scene::Scene;
use crate::model::failure::Failure;

/// What is called on the package.
const PACKAGE: &str = "java.lang.Package.";

/// Says which class has no package, where a frame shows it.
pub fn decide(scene: &Scene<'_>, member: &str, failure: &mut Failure) -> bool {
    if !member.starts_with(PACKAGE) || scene.own.is_none() {
        return false;
    }
    let bare = scene.sections.iter().rev().flat_map(|section| &section.frames).find(|frame| own::is_unpackaged(frame));
    if let Some(bare) = bare {
        let class = bare.class.split('$').next().unwrap_or("").to_owned();
        failure.symbol = Some(class.clone());
        failure.details.insert("bare_class".to_owned(), class);
        failure.say(
            "`{member}` is used on a null object reference: `Class.getPackage()` returns null for a class without a package. `{bare_class}` is such a class: its frame has no package before the name.",
            &[
                "Give the file of `{bare_class}` a `package` line, move it into that folder and correct its imports; then build anew, so that what is generated for it gets the same package.",
            ],
        );
        return true;
    }
    failure.say(
        "`{member}` is used on a null object reference: `Class.getPackage()` returned null, as for a class that is declared without a package (and for arrays and primitive types).",
        &["See which class is asked at {name}:{line}, or handed over there: give its file a `package` line, or take the name from `Class.getName()`."],
    );
    true
}

#[cfg(test)]
mod tests {
    fn told(frame: &str) -> String {
        crate::explain::told(&format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.String java.lang.Package.getName()' on a null object reference\n\tat androidx.room.Room.getGeneratedImplementation(Room.java:82)\n\tat {frame}\n\tat net.oak.basket.Main.onCreate(Main.java:9)\n"
        ))
    }

    #[test]
    fn the_class_without_a_package_is_the_place() {
        let bare = told("TillDatabase$Companion.open(TillDatabase.kt:19)");
        assert!(bare.contains("TillDatabase.kt:19") && bare.contains("`TillDatabase` is such a class"), "{bare}");
        let other = told("net.oak.basket.Till.open(Till.kt:19)");
        assert!(other.contains("Till.kt:19") && other.contains("`package` line"), "{other}");
    }
}
