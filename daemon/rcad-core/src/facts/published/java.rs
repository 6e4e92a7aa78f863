//! Classes of Java that code must import, from the JDK itself (`testdata/catalogues/java-names`).

/// A package and its classes a line: `java.util: ArrayDeque EnumMap …`.
const CLASSES: &str = include_str!("java.txt");

/// The full name of a class whose simple name only one package of Java has.
pub fn full_name(simple: &str) -> Option<String> {
    CLASSES.lines().find_map(|line| {
        let (package, names) = line.split_once(": ")?;
        names.split(' ').any(|name| name == simple).then(|| format!("{package}.{simple}"))
    })
}

#[cfg(test)]
mod tests {
    use super::full_name;

    #[test]
    fn a_class_of_java_has_its_package() {
        assert_eq!(full_name("EnumMap").as_deref(), Some("java.util.EnumMap"));
        assert_eq!(full_name("StandardCopyOption").as_deref(), Some("java.nio.file.StandardCopyOption"));
        for simple in ["", "Enum", "java.util", "Basket", "String"] {
            assert_eq!(full_name(simple), None, "{simple}");
        }
    }
}
