//! Functions that nobody wrote: of classes that annotation processors, the build, a framework or the virtual machine make.

use super::super::trace::{Frame, simple};

/// Ends of names of classes that annotation processors and the build make.
const ENDS: &[&str] = &[
    "_Impl",
    "BindingImpl",
    "_Factory",
    "_MembersInjector",
    "JsonAdapter",
    "_ViewBinding",
    "_ClientProxy",
    "_Subclass",
    "_Generated",
    "_HiltModules",
];

/// Parts of names of proxies and of classes that a compiler or framework adds to another one.
const PARTS: &[&str] = &[
    "$$serializer",
    "$$EnhancerBy",
    "$$FastClassBy",
    "$$SpringCGLIB$$",
    "$$ViewBinder",
    "$$ViewInjector",
    "$HibernateProxy$",
    "$MockitoMock$",
    "$ByteBuddy$",
    "_$$_javassist",
    "_$$_jvst",
    "$$_WeldClientProxy",
    "$$_WeldSubclass",
];

/// SQLDelight, which makes `ShelfQueries` of `Shelf.sq`.
const SQLDELIGHT: &[&str] = &["app.cash.sqldelight.", "com.squareup.sqldelight."];

/// Whether nobody wrote the function: it is of a generated class, or an enum's own `valueOf`.
pub fn is_generated(frames: &[Frame], nth: usize) -> bool {
    let Some(frame) = frames.get(nth) else { return false };
    let name = simple(&frame.class);
    let outer = name.split('$').next().unwrap_or(name);
    let above = nth.checked_sub(1).and_then(|above| frames.get(above));
    outer.starts_with("Hilt_")
        || outer.starts_with("Dagger") && frame.class.contains("Component")
        || outer.ends_with("Args") && (name.ends_with("$Companion") || frame.method == "fromBundle")
        || outer.ends_with("Binding") && frame.class.contains(".databinding.")
        || ENDS.iter().any(|end| outer.ends_with(end))
        || PARTS.iter().any(|part| name.contains(part))
        || is_proxy(name)
        || is_stub(&frame.class)
        || name.contains("$$inlined$") && frame.place.as_ref().is_some_and(|(file, _)| stem(file) != outer)
        || frame.method == "valueOf" && above.is_some_and(|above| above.class == "java.lang.Enum")
        || outer.ends_with("Queries")
            && above.is_some_and(|above| SQLDELIGHT.iter().any(|of| above.class.starts_with(of)))
}

/// `$Proxy12`, `jdk.proxy2.$Proxy4`: a class that Java makes of interfaces
fn is_proxy(name: &str) -> bool {
    name.strip_prefix("$Proxy").is_some_and(|number| number.chars().all(|digit| digit.is_ascii_digit()))
}

/// `md5d1f….MainActivity`, `crc64e1fb….MainActivity`: whether a class is the Java half of a C# class, which .NET for Android
/// makes
pub fn is_stub(class: &str) -> bool {
    let package = class.split('.').next().unwrap_or("");
    let hash =
        |start: &str| package.strip_prefix(start).is_some_and(|hash| hash.chars().all(|c| c.is_ascii_hexdigit()));
    hash("crc64") || hash("md5") && package.len() > "md5".len() + 30
}

/// The C# function that such a frame stands for: `MainActivity.OnCreate` of `crc64e1fb.MainActivity.n_onCreate`.
pub fn managed(frame: &Frame) -> Option<String> {
    if !is_stub(&frame.class) {
        return None;
    }
    let method = frame.method.strip_prefix("n_").unwrap_or(&frame.method);
    let mut letters = method.chars();
    let first = letters.next().filter(char::is_ascii_alphabetic)?;
    Some(format!("{}.{}{}", simple(&frame.class), first.to_ascii_uppercase(), letters.as_str()))
}

/// A file's name without its end. The code of a class stands in a file of another name where it was inlined from there.
fn stem(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::{is_generated, managed};
    use crate::parse::readers::stack_trace::trace;

    #[test]
    fn generated_functions_are_told_from_written_ones() {
        let generated = |line: &str| is_generated(&[trace::frame(line, 0).expect(line)], 0);
        for line in [
            "\tat com.example.Shelf$$serializer.deserialize(Shelf.kt:7)",
            "\tat com.example.ShelfDao_Impl.all(ShelfDao_Impl.java:7)",
            "\tat com.example.Shelf$$EnhancerBySpringCGLIB$$5c1.put(<generated>)",
            "\tat com.sun.proxy.$Proxy12.put(Unknown Source)",
            "\tat md51f0a8c0d9a7b4c3e2f1a0b9c8d7e6f5a4.MainActivity.n_onCreate(Native Method)",
            "\tat crc64e1fb321c08285b90.MainActivity.onCreate(MainActivity.java:31)",
        ] {
            assert!(generated(line), "{line}");
        }
        for line in [
            "\tat com.example.Shelf$put$1.invoke(Shelf.kt:7)",
            "\tat com.example.ProxyShelf.put(ProxyShelf.kt:7)",
            "\tat crc64tools.Shelf.put(Shelf.java:7)",
        ] {
            assert!(!generated(line), "{line}");
        }
    }

    #[test]
    fn a_stub_stands_for_a_function_in_csharp() {
        let of = |line: &str| managed(&trace::frame(line, 0).expect(line));
        let stub = "\tat crc64e1fb321c08285b90.MainActivity.n_onCreate(Native Method)";
        assert_eq!(of(stub), Some("MainActivity.OnCreate".to_owned()));
        assert_eq!(of("\tat com.example.MainActivity.n_onCreate(Native Method)"), None);
    }
}
