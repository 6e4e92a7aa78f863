//! Checks within a library, where no frame is the user's own: nobody's call can be told from them.

use super::super::own;
use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// Notes whose check it is that fails.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let checks = [Category::RuntimeIllegalState, Category::RuntimeIllegalArgument];
    if !checks.contains(&failure.category) || failure.wording.is_some() || scene.own.is_some() {
        return;
    }
    let Some(frame) = own::top_frame(scene.sections).filter(|frame| !own::is_own(&frame.class, scene.package)) else {
        return;
    };
    failure.details.insert("checker".to_owned(), own::name(frame));
}
