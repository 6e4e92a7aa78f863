//! What a line of code calls of the project's own.

use super::classes::ProjectDeclaration;
use super::expression::{CodePlace, without_texts};

/// What is called on a line, in the order of the text; each once.
pub fn called_on(seen: &CodePlace<'_, '_>, code: &str) -> Vec<ProjectDeclaration> {
    let code = without_texts(code);
    let mut all: Vec<ProjectDeclaration> = Vec::new();
    for (at, _) in code.match_indices(['(', '{']) {
        for found in seen.called(code[..at].trim_end()) {
            if !all.iter().any(|known| known.is(&found)) {
                all.push(found);
            }
        }
    }
    all
}
