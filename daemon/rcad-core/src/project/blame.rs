//! What the manifest merger says of where each line of the merged manifest came from. Reads its reports' text.

/// A line of the merged manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeOrigin {
    /// 1-based in the merged manifest.
    pub line: u32,
    /// The line.
    pub text: String,
    /// The library it came with, `com.squareup:lib:1.0`; nothing for the project's own.
    pub library: Option<String>,
    /// The manifest, with line and column where it is known.
    pub file: String,
}

/// The elements' lines of a blame report: `12    <uses-permission …` and below it `12-->[lib]
/// /path/AndroidManifest.xml:5:5-67`.
pub fn read(text: &str) -> Vec<MergeOrigin> {
    let mut all: Vec<MergeOrigin> = Vec::new();
    let mut last: Option<(u32, &str)> = None;
    for line in text.lines() {
        let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
        let Ok(number) = line[..digits].parse::<u32>() else { continue };
        let rest = &line[digits..];
        let Some(origin) = rest.strip_prefix("-->") else {
            let text = rest.trim();
            // An element of several lines is known by its name.
            if let Some(one) = all.last_mut().filter(|_| text.starts_with("android:name="))
                && last.is_some_and(|(of, _)| of == one.line)
            {
                one.text = format!("{} {text}", one.text);
            }
            last = Some((number, text));
            continue;
        };
        let Some((_, text)) = last.filter(|(of, text)| *of == number && text.starts_with('<')) else { continue };
        // The first origin is the element's; those below are of its attributes.
        if all.last().is_some_and(|one| one.line == number) {
            continue;
        }
        let origin = origin.trim();
        let library = origin.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (library, file) = match library {
            Some((library, file)) => (Some(library.to_owned()), file.trim()),
            None => (None, origin),
        };
        all.push(MergeOrigin { line: number, text: text.to_owned(), library, file: file.to_owned() });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn elements_have_the_file_they_came_from() {
        let text = "1<?xml version=\"1.0\"?>\n2<manifest xmlns:android=\"a\"\n5    <uses-permission android:name=\"p.A\" />\n\
            5-->/p/app/src/main/AndroidManifest.xml:5:5-67\n5-->/p/app/src/main/AndroidManifest.xml:5:22-64\n\
            6    <uses-permission android:name=\"p.B\" />\n6-->[com.example:lib:1.0] /c/AndroidManifest.xml:9:5-67\n\
            7        android:label=\"x\"\n7-->/p/app/src/main/AndroidManifest.xml:8:9-20\n\
            8    <permission\n8-->[a:b:2] C:\\c\\AndroidManifest.xml:22:5-24:47\n9        android:name=\"p.C\"\n9-->[a:b:2] C:\\c\\AndroidManifest.xml:23:9-81\nnonsense\n99999999999-->x\n";
        let all: Vec<String> = read(text)
            .iter()
            .map(|one| format!("{} {} {}", one.text, one.library.as_deref().unwrap_or("-"), one.file))
            .collect();
        assert_eq!(
            all,
            [
                "<uses-permission android:name=\"p.A\" /> - /p/app/src/main/AndroidManifest.xml:5:5-67",
                "<uses-permission android:name=\"p.B\" /> com.example:lib:1.0 /c/AndroidManifest.xml:9:5-67",
                "<permission android:name=\"p.C\" a:b:2 C:\\c\\AndroidManifest.xml:22:5-24:47",
            ]
        );
        assert!(read("").is_empty() && read("5-->x\n-->\n").is_empty());
    }
}
