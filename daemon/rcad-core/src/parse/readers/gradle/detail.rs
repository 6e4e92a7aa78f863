//! What the rest of a block tells of a failure whose sentence was recognised: the places that were searched, the edges
//! of a circle, the versions that exclude each other. Each reader of such a detail words the failure by what it found.

mod bullets;
mod circle;
mod configuration;
pub mod counsel;
mod elsewhere;
mod excerpt;
mod hosts;
mod linkage;
mod native;
mod outputs;
mod pins;
mod platforms;
mod receiver;
mod searched;
mod snapshots;
mod tasks;
pub mod thrown;
mod unfilled;
mod variants;
mod words;

use crate::Category as C;
use crate::model::failure::Failure;

/// Adds details from `text`, the whole block, and words the failure by them.
pub fn add(text: &str, failure: &mut Failure) {
    match failure.category {
        C::GradleDependencyNotFound => {
            searched::artifact(text, failure);
            searched::no_library::read(text, failure);
            searched::stored::read(text, failure);
        }
        C::GradlePluginNotFound => searched::plugin(text, failure),
        C::GradleDependencyConflict => pins::read(text, failure),
        C::GradleCircularDependency => circle::read(text, failure),
        C::GradleVariantAmbiguity => variants::read(text, failure),
        C::GradleUnknownPropertyOrMethod => configuration::read(text, failure),
        C::GradleConfigurationCache => bullets::read(text, failure),
        C::GradleNetworkTls => hosts::read(text, failure),
        C::GradleImplicitTaskDependency => outputs::read(failure),
        C::GradleScriptCompile => excerpt::read(text, failure),
        C::AgpNdkCmake => native::read(text, failure),
        C::GradleVersionIncompatible => linkage::read(failure),
        C::GradleTaskNotFound => tasks::read(text, failure),
        _ => (),
    }
}

/// Adds what Gradle's and AGP's advice below the block names.
pub fn advice(text: &str, failure: &mut Failure) {
    if failure.category == C::GradleDependencyConflict && failure.file.is_none() {
        failure.file = pins::snippet(text);
    }
}
