//! The statements of a build script with the blocks around them: `buildTypes { release { minifyEnabled true } }` is
//! `minifyEnabled true` in `buildTypes`, `release`. Brackets and comments are followed, nothing is run.

/// Hands each statement of a script to `each`, with the names of the blocks around it, the outermost first.
pub fn statements(script: &str, each: &mut dyn FnMut(&[&str], &str)) {
    let mut blocks: Vec<String> = Vec::new();
    let (mut statement, mut last) = (String::new(), String::new());
    let mut rest = script.chars().peekable();
    let mut quote = None;
    while let Some(c) = rest.next() {
        if let Some(end) = quote {
            statement.push(c);
            match c {
                '\\' => statement.extend(rest.next()),
                // No string goes on in the next line but those in three quotes, which no setting is.
                _ if c == end || c == '\n' => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            '"' | '\'' => {
                quote = Some(c);
                statement.push(c);
            }
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|c| *c != '\n').is_some() {},
            '/' if rest.peek() == Some(&'*') => {
                let mut before = ' ';
                for c in rest.by_ref() {
                    if (before, c) == ('*', '/') {
                        break;
                    }
                    before = c;
                }
            }
            '{' => {
                let header = if statement.trim().is_empty() { &last } else { &statement };
                blocks.push(block_name(header));
                statement.clear();
            }
            '}' | '\n' | ';' => {
                let text = statement.trim();
                if !text.is_empty() {
                    let around: Vec<&str> = blocks.iter().map(String::as_str).collect();
                    each(&around, text);
                    text.clone_into(&mut last);
                }
                statement.clear();
                if c == '}' {
                    blocks.pop();
                }
            }
            _ => statement.push(c),
        }
    }
}

/// `release` of `release`, `buildTypes.release`, `getByName("release")`, `create('release')` or `val release by creating`.
fn block_name(header: &str) -> String {
    let header = header.trim();
    let quoted = header.split(['"', '\'']).nth(1).filter(|_| header.contains('('));
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let word = || header.trim_start_matches("val ").split(|c| !is_name(c)).next()?.rsplit('.').next();
    quoted.or_else(word).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::statements;

    fn all(script: &str) -> Vec<String> {
        let mut all = Vec::new();
        statements(script, &mut |blocks, line| all.push(format!("{}: {line}", blocks.join("."))));
        all
    }

    #[test]
    fn statements_have_the_blocks_around_them() {
        let script = "android {\n  buildTypes {\n    release { minifyEnabled true; debuggable false }\n    // debug { x 1 }\n    \
                      getByName(\"debug\") {\n      isMinifyEnabled = false /* } */\n    }\n  }\n  url = \"http://a {\"\n}\nlast 1\n";
        let wanted = [
            "android.buildTypes.release: minifyEnabled true",
            "android.buildTypes.release: debuggable false",
            "android.buildTypes.debug: isMinifyEnabled = false",
            "android: url = \"http://a {\"",
        ];
        assert_eq!(all(script)[..4], wanted);
        assert_eq!(all(script)[4], ": last 1");
        assert_eq!(all("android.buildTypes { debug { a 1 } }"), ["buildTypes.debug: a 1"]);
        assert_eq!(all("buildTypes\n{\n  named('staging')\n  {\n a 1\n} }")[2], "buildTypes.staging: a 1");
    }

    #[test]
    fn what_is_not_closed_or_not_opened_is_no_harm() {
        assert_eq!(all("} } a {\n \"b\n c\n /* d"), ["a: \"b\n c"]);
        assert!(all("").is_empty() && all("/").is_empty() && all("'\\").is_empty());
    }
}
