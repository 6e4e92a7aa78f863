//! Plain keyword search: every word of the query must stand somewhere in the RCA.

use crate::Rca;

/// How well an RCA answers a query: 0 when a word is missing, else higher is better.
pub fn score(rca: &Rca, query: &str) -> u32 {
    let fields = searchable(rca);
    let mut total = 0;
    for word in query.to_lowercase().split_whitespace() {
        let best = fields.iter().filter(|(_, text)| text.contains(word)).map(|(weight, _)| *weight).max();
        match best {
            Some(weight) => total += weight,
            None => return 0,
        }
    }
    total
}

/// The RCA's texts in lower case, each with the weight of a hit in it.
fn searchable(rca: &Rca) -> Vec<(u32, String)> {
    let analysis = &rca.analysis;
    let mut fields = vec![(3, rca.id.clone())];
    let mut add = |weight: u32, text: Option<&str>| fields.extend(text.map(|t| (weight, t.to_lowercase())));
    add(2, rca.project.as_deref());
    add(3, analysis.root_cause.as_deref());
    for failure in &analysis.errors {
        add(4, failure.symbol.as_deref());
        add(4, failure.file.as_deref());
        add(3, Some(failure.category.id()));
        add(3, Some(failure.category.title()));
        add(3, Some(&failure.message));
        add(2, failure.task.as_deref());
        add(2, failure.exception.as_deref());
    }
    for fix in &analysis.fix_guidelines {
        add(1, Some(fix));
    }
    fields
}
