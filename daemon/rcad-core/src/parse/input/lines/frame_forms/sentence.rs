//! Names that are sentences, as those of tests: `a.b.ShelfTest.puts an oak, then a pine`.

/// A function and its class.
pub struct FrameName<'l> {
    /// With its package.
    pub class: &'l str,
    /// As printed.
    pub method: &'l str,
}

/// The name that has blanks in it. The virtual machine allows neither `.` nor `/` in one, so the last dot stands before the
/// function.
pub fn words<'l>(text: &'l str, file: &str) -> Option<FrameName<'l>> {
    let name = text.trim_end();
    let module = name[..name.find(' ')?].rfind('/').map_or(0, |slash| slash + 1);
    let (class, method) = name[module..].rsplit_once('.')?;
    // A signature (`void a.B.c(int) (B.java:3)`) ends with its parameters.
    let signed = name.len() < text.len() && name.ends_with(')');
    let path = class.split('$').next()?;
    let simple = path.rsplit('.').next()?;
    let named = path.split('.').all(|part| {
        part.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && part.chars().all(|one| one.is_alphanumeric() || one == '_' || one == '-')
    });
    let of_file = name.len() == text.len() || class.contains('$') || file.split('.').next() == Some(simple);
    let is_class = simple.starts_with(|first: char| first == '_' || first.is_alphabetic() && !first.is_lowercase());
    (!signed && named && of_file && is_class && !method.is_empty()).then_some(FrameName { class, method })
}
