//! A bean that fails with an exception which means something by itself: what that means, told of the bean.

use super::super::exceptions;
use super::super::exceptions::startup::BEAN_FAILS;
use super::scene::Scene;
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::pattern::classify;

/// Puts what is known of the bean's own exception in the place of its bare message.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let bare = failure.wording.as_ref().is_some_and(|wording| wording.cause == BEAN_FAILS);
    if failure.category != Category::SpringStartup || !bare {
        return;
    }
    let Some(deepest) = scene.sections.last() else { return };
    let text = format!("{}: {}", deepest.class, deepest.message);
    let mut alone = Failure::new(Category::Other, Language::Java, deepest.message.clone());
    if !exceptions::TABLES.iter().any(|table| classify(table, &text, &mut alone).is_some()) {
        return;
    }
    let Some(wording) = alone.wording.take().filter(|wording| !wording.cause.is_empty()) else { return };
    for (name, value) in alone.details {
        failure.details.entry(name).or_insert(value);
    }
    // The bean is the failure's name, what the table found the exception's.
    let symbol = alone.symbol.unwrap_or_default();
    let told = |text: &str| text.replace("{symbol}", &symbol.replace('{', "{{").replace('}', "}}"));
    let fixes: Vec<String> = wording.fixes.iter().map(|fix| told(fix)).collect();
    let fixes: Vec<&str> = fixes.iter().map(String::as_str).collect();
    failure.say(
        &format!("The application does not start: the bean `{{bean}}` cannot be created. {}", told(&wording.cause)),
        &fixes,
    );
}
