//! Chooses between the reasons that a category lists, by what else the trace shows: which function of the JDK threw, on
//! which thread, in what kind of class, from where. The words chosen replace the row's; rules for just this message replace
//! both.

mod beans;
mod callers;
mod checks;
mod classes;
mod collections;
mod components;
mod compose;
mod espresso;
mod http;
mod json;
mod leaks;
mod limits;
mod moments;
mod natives;
mod nulls;
mod permissions;
mod scene;
mod sqlite;
mod unset;
mod work;

use crate::model::failure::Failure;
pub use scene::Scene;

/// Finds the words that fit; leaves the failure as it is where the trace decides nothing.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    callers::decide(scene, failure);
    nulls::decide(scene, failure);
    nulls::fragment_tags::decide(scene, failure);
    nulls::silent::decide(scene, failure);
    nulls::bangs::decide(scene, failure);
    nulls::helpful::decide(scene, failure);
    collections::decide(scene, failure);
    nulls::lateinit::decide(scene, failure);
    limits::decide(scene, failure);
    work::decide(scene, failure);
    classes::decide(scene, failure);
    classes::linking::decide(scene, failure);
    classes::members::decide(scene, failure);
    classes::manifest::decide(scene, failure);
    classes::casts::decide(scene, failure);
    classes::null_casts::decide(scene, failure);
    natives::decide(scene, failure);
    sqlite::schema::decide(scene, failure);
    sqlite::decide(scene, failure);
    sqlite::statements::decide(scene, failure);
    components::decide(scene, failure);
    leaks::decide(scene, failure);
    compose::decide(scene, failure);
    http::decide(scene, failure);
    beans::decide(scene, failure);
    json::decide(scene, failure);
    nulls::parameters::decide(scene, failure);
    permissions::decide(scene, failure);
    unset::decide(scene, failure);
    checks::decide(scene, failure);
    callers::note_checker(scene, failure);
    moments::decide(scene, failure);
    espresso::decide(scene, failure);
    nulls::earlier::decide(scene, failure);
}
