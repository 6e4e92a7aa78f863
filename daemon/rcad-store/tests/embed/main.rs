//! Vectors from outside: held against the original library, on damaged files, and shared. Needs the real model: in the
//! directory that `RCAD_TEST_MINILM` names or where `scripts/test` keeps it; without it, `SKIPPED` is printed.
#![allow(clippy::unwrap_used)] // A test's helpers may unwrap as the tests do.

/// Files that are absent, damaged or something else.
mod files;
/// Where the model is.
mod minilm;
/// The same vectors as the original library's.
mod reference;
/// Threads, loading and unloading.
mod shared;

use minilm::model;

/// The cosine of the angle between two vectors, whatever their lengths.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}
