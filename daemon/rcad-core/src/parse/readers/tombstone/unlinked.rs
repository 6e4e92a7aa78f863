//! What a pending error of linking lacks, out of the message with which the runtime aborts.

use crate::pattern::Pattern;

/// `No implementation found for a.B c.d.Radio.init() (tried Java_…)`, `no non-static method "La/b/Radio;.play()V"`: what a pending
/// error of linking lacks
static UNLINKED: Pattern = Pattern::new(concat!(
    r"No implementation found for \S+ (?:[a-z_][A-Za-z0-9_]*\.)+(?P<method>[A-Z][A-Za-z0-9_$]*\.[A-Za-z0-9_$<>]+)\(",
    r#"|no (?:non-)?static (?:method|field) "L(?:[^;"]*/)?(?P<owner>[^;/"]+);\.(?P<member>[A-Za-z0-9_$<>]+)"#,
));

/// The member that a pending error of linking names.
pub fn member(sentence: &str) -> Option<String> {
    let found = UNLINKED.captures(sentence)?;
    let of_class = || Some(format!("{}.{}", found.name("owner")?.as_str(), found.name("member")?.as_str()));
    found.name("method").map(|method| method.as_str().to_owned()).or_else(of_class)
}

#[cfg(test)]
mod tests {
    use super::member;

    #[test]
    fn the_missing_member_is_named() {
        let native = "JNI called with pending exception java.lang.UnsatisfiedLinkError: No implementation found for oak.HybridData com.example.shelf.Oak.initHybrid() (tried Java_com_example)";
        assert_eq!(member(native).as_deref(), Some("Oak.initHybrid"));
        let java = "JNI called with pending exception java.lang.NoSuchMethodError: no non-static method \"Lcom/example/Shelf;.put(I)V\"";
        assert_eq!(member(java).as_deref(), Some("Shelf.put"));
        assert_eq!(member("JNI called with pending exception java.lang.NullPointerException: oak"), None);
    }
}
