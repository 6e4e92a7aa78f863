//! A bean that fails with an exception which means something by itself: what that means, told of the bean. The circle of
//! beans that need each other, and beans of libraries' classes.

use super::super::exceptions;
use super::super::exceptions::startup::BEAN_FAILS;
use super::super::library_beans;
use super::scene::Scene;
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::{Failure, Language, escaped};
use crate::pattern::{Pattern, classify};

/// `Error creating bean with name 'basket'`
static BEAN: Pattern = Pattern::new(r"Error creating bean with name '(?P<bean>[^']+)'");

/// What is said of a circle, and what is known of library beans, then of the bean's own exception.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::SpringStartup {
        return;
    }
    let circle = scene.sections.iter().find_map(|section| circle(&section.message));
    if let Some(circle) = circle {
        failure.details.insert("cycle".to_owned(), circle);
    }
    library_beans::tell(failure);
    exception(scene, failure);
}

/// The beans of a circle, from the one that is needed again round to itself.
fn circle(message: &str) -> Option<String> {
    let (told, _) = message.split_once("Requested bean is currently in creation")?;
    let (mut beans, mut rest) = (Vec::new(), told);
    while let Some(found) = BEAN.captures(rest) {
        beans.push(found["bean"].to_owned());
        rest = &rest[found.get(0).map_or(rest.len(), |all| all.end())..];
    }
    let again = beans.pop()?;
    let from = beans.iter().rposition(|bean| *bean == again)?;
    let ring = beans[from..].iter().chain([&again]).map(|bean| format!("`{bean}`"));
    Some(ring.collect::<Vec<_>>().join(" → "))
}

/// Puts what is known of the bean's own exception in the place of its bare message.
fn exception(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.wording.as_ref().is_none_or(|wording| wording.cause != BEAN_FAILS) {
        return;
    }
    let Some(deepest) = scene.sections.last() else { return };
    let text = format!("{}: {}", deepest.class, deepest.message);
    let mut alone = Failure::new(Category::Other, Language::Java, deepest.message.clone());
    if !exceptions::TABLES.iter().any(|table| classify(table, &text, &mut alone).is_some()) {
        return;
    }
    let Some(wording) = alone.wording.take().filter(|wording| !wording.cause.is_empty()) else {
        if alone.category == Category::RuntimeNoClassDef {
            lacks_class(scene, alone.symbol, failure);
        }
        return;
    };
    for (name, value) in alone.details {
        failure.details.entry(name).or_insert(value);
    }
    // The bean is the failure's name, what the table found the exception's.
    let symbol = alone.symbol.unwrap_or_default();
    let told = |text: &str| text.replace("{symbol}", &escaped(&symbol));
    let fixes: Vec<String> = wording.fixes.iter().map(|fix| told(fix)).collect();
    let fixes: Vec<&str> = fixes.iter().map(String::as_str).collect();
    failure.say(
        &format!("The application does not start: the bean `{{bean}}` cannot be created. {}", told(&wording.cause)),
        &fixes,
    );
}

/// `defined in class path resource [org/example/ShelfAutoConfiguration.class]`: who makes the bean, where no code of the
/// reader's does
static CONFIGURATION: Pattern =
    Pattern::new(r"defined in class path resource \[(?:[A-Za-z0-9_]+/)*(?P<class>[A-Za-z0-9_]+AutoConfiguration)");

/// The class that a bean needs and that is not there: it is what the failure is about.
fn lacks_class(scene: &Scene<'_>, class: Option<String>, failure: &mut Failure) {
    let Some(class) = class.map(|class| class.replace('/', ".")).filter(|class| class.contains('.')) else { return };
    let library = libraries::home(&class).map(|home| home.artifact.to_owned());
    failure.details.extend(library.map(|library| ("brought_by".to_owned(), library)));
    let automatic = scene.sections.iter().find_map(|section| CONFIGURATION.captures(&section.message));
    let automatic = automatic.map(|found| ("auto_configuration".to_owned(), found["class"].to_owned()));
    failure.details.extend(automatic);
    failure.symbol = Some(class);
    let has = |name: &str| failure.details.contains_key(name);
    let (told, exclude) = if has("auto_configuration") {
        (
            " The auto-configuration `{auto_configuration}` makes this bean, which another library that is there has switched on.",
            "If nothing needs the bean `{bean}`, exclude `{auto_configuration}` (`spring.autoconfigure.exclude`, with its package), or remove the library that switches it on.",
        )
    } else {
        (
            "",
            "If it is there, two versions may be mixed: let Spring Boot's BOM set the versions of what it manages, and set none beside it.",
        )
    };
    let cause = format!(
        "The application does not start: the bean `{{bean}}` cannot be created, because the class `{{symbol}}` is not found at run time: no library that has it is on the run-time class path, or only another version of it.{told}"
    );
    let add = if has("brought_by") {
        "Add `{brought_by}`, which has `{symbol}`, to the dependencies (`implementation`, without a version where Spring Boot's BOM sets it)."
    } else {
        "Add the library that has `{symbol}` to the dependencies (`implementation` or `runtimeOnly`, not `compileOnly`); `./gradlew dependencies --configuration runtimeClasspath` (Maven: `mvn dependency:tree`) shows what is there."
    };
    failure.say(&cause, &[add, exclude]);
}

#[cfg(test)]
mod tests {
    use super::circle;
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn a_class_that_a_bean_lacks_is_what_the_failure_is_about() {
        let log = |thrown: &str, defined: &str| {
            format!(
                "org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'tillCache'{defined}: Failed to instantiate [com.example.Cache]: Factory method 'tillCache' threw exception with message: com/example/lamp/LampCache\n\tat org.springframework.beans.factory.support.ConstructorResolver.instantiate(ConstructorResolver.java:648)\nCaused by: {thrown}\n\tat org.springframework.boot.loader.Shelf.load(Shelf.java:3)\n\nExecution failed for task ':bootRun'.\n> Process 'command '/usr/lib/jvm/java-17/bin/java'' finished with non-zero exit value 1\n"
            )
        };
        let automatic = " defined in class path resource [org/springframework/cloud/lamp/LampAutoConfiguration.class]";
        for thrown in [
            "java.lang.NoClassDefFoundError: com/example/lamp/LampCache",
            "java.lang.ClassNotFoundException: com.example.lamp.LampCache",
        ] {
            let answer = analyze(parse(&log(thrown, automatic)), None);
            let cause = answer.root_cause.clone().unwrap_or_default();
            assert_eq!(answer.errors[0].symbol.as_deref(), Some("com.example.lamp.LampCache"), "{cause}");
            assert!(cause.contains("bean `tillCache`") && cause.contains("`LampAutoConfiguration`"), "{cause}");
            let own = analyze(parse(&log(thrown, "")), None).root_cause.unwrap_or_default();
            assert!(own.contains("`com.example.lamp.LampCache`") && !own.contains("auto-configuration"), "{own}");
        }
    }

    #[test]
    fn a_circle_is_told_around() {
        let message = "Error creating bean with name 'till': Unsatisfied dependency expressed through field 'basket': Error creating bean with name 'basket' defined in file [/a/Basket.class]: Unsatisfied dependency expressed through constructor parameter 0: Error creating bean with name 'shelf': Unsatisfied dependency expressed through field 'basket': Error creating bean with name 'basket': Requested bean is currently in creation: Is there an unresolvable circular reference?";
        assert_eq!(circle(message).as_deref(), Some("`basket` → `shelf` → `basket`"));
        assert_eq!(circle("Error creating bean with name 'basket': Requested bean is currently in creation"), None);
        assert_eq!(circle("Error creating bean with name 'basket': no"), None);
        let line = format!("org.springframework.beans.factory.UnsatisfiedDependencyException: {message}\n");
        let answer = analyze(parse(&line), None);
        let cause = answer.root_cause.unwrap_or_default();
        assert!(cause.contains("in a circle") && cause.contains("`basket` → `shelf` → `basket`"), "{cause}");
        assert!(answer.fix_guidelines[0].contains("Break the cycle"), "{:?}", answer.fix_guidelines);
    }
}
