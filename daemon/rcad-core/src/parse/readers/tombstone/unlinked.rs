//! The Java members that native code belongs to: those that a pending error of linking lacks, out of the message with which
//! the runtime aborts, and those that a function is for.

use crate::pattern::Pattern;

/// `No implementation found for a.B c.d.Radio.init() (tried Java_…)`, `no non-static method "La/b/Radio;.play()V"`: what a
/// pending error of linking lacks
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

/// `Java_com_example_scales_Native_weigh` as `com.example.scales.Native.weigh`; `_1` stands for an underscore, and what the
/// other escapes stand for tells nobody anything.
pub fn java_method(function: &str) -> Option<String> {
    let name = function.strip_prefix("Java_")?;
    let name = name.split("__").next().unwrap_or(name);
    let letters = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.chars().all(letters).then(|| name.replace("_1", "\0").replace('_', ".").replace('\0', "_"))
}

#[cfg(test)]
mod tests {
    use super::{java_method, member};

    #[test]
    fn the_missing_member_is_named() {
        let native = "JNI called with pending exception java.lang.UnsatisfiedLinkError: No implementation found for oak.HybridData com.example.shelf.Oak.initHybrid() (tried Java_com_example)";
        assert_eq!(member(native).as_deref(), Some("Oak.initHybrid"));
        let java = "JNI called with pending exception java.lang.NoSuchMethodError: no non-static method \"Lcom/example/Shelf;.put(I)V\"";
        assert_eq!(member(java).as_deref(), Some("Shelf.put"));
        assert_eq!(member("JNI called with pending exception java.lang.NullPointerException: oak"), None);
    }

    #[test]
    fn the_java_method_of_a_native_function_is_read_from_its_name() {
        assert_eq!(
            java_method("Java_com_example_scales_Native_weigh"),
            Some("com.example.scales.Native.weigh".to_owned())
        );
        assert_eq!(java_method("Java_a_b_1c_D_e__I"), Some("a.b_c.D.e".to_owned()));
        assert_eq!(java_method("weigh"), None);
    }
}
