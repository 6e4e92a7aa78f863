//! The statements of a build script with the blocks around them and their lines: `buildTypes { release { minifyEnabled
//! true } }` is `minifyEnabled true` in `buildTypes`, `release`. Brackets and comments are followed, nothing is run.

/// Most lines that brackets or a string make one statement; where more are open, a bracket is missing.
const JOINED: u32 = 60;

/// A statement of a script, or what stands before a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptStatement<'s> {
    /// Names of the blocks around it, the outermost first.
    pub blocks: &'s [String],
    /// Without comments; with the line breaks within its brackets.
    pub text: &'s str,
    /// 1-based line of its first character.
    pub from: u32,
    /// 1-based line of its last character.
    pub to: u32,
    /// Whether a block follows, of which this is the header.
    pub opens: bool,
}

/// Hands each statement and each block's header of a script to `each`.
pub fn statements(script: &str, each: &mut dyn FnMut(&ScriptStatement)) {
    let mut scanner = ScriptScanner {
        script,
        at: 0,
        line: 1,
        blocks: Vec::new(),
        statement: String::new(),
        start: (0, 1),
        to: 1,
        open: Vec::new(),
        flat: 0,
        last: (String::new(), 1),
    };
    while scanner.step(each) {}
}

/// Where the reading is, and what was read of the statement that is not over yet.
struct ScriptScanner<'s> {
    script: &'s str,
    /// In bytes.
    at: usize,
    line: u32,
    blocks: Vec<String>,
    statement: String,
    /// Position and line of the statement's first character.
    start: (usize, u32),
    /// Line of its last character.
    to: u32,
    /// Brackets that are open in the statement.
    open: Vec<char>,
    /// Up to here nothing joins lines: a bracket or string is not closed.
    flat: usize,
    /// The statement before with its line, for a block that begins in a line of its own.
    last: (String, u32),
}

impl ScriptScanner<'_> {
    /// Reads on by a character, string or comment; false at the end.
    fn step(&mut self, each: &mut dyn FnMut(&ScriptStatement)) -> bool {
        let Some(c) = self.next() else {
            if self.open.is_empty() {
                self.end(each);
                return false;
            }
            self.back();
            return true;
        };
        match c {
            '"' | '\'' => self.string(c),
            '/' if self.rest().starts_with('/') => {
                let line = self.rest().find('\n').unwrap_or(self.rest().len());
                self.at += line;
            }
            '/' if self.rest().starts_with('*') => self.block_comment(),
            '\n' if self.at <= self.flat => self.end(each),
            '\n' if !self.open.is_empty() && self.line.saturating_sub(self.start.1) > JOINED => self.back(),
            '\n' if self.goes_on() => self.statement.push('\n'),
            '\n' => self.end(each),
            ';' if self.open.is_empty() => self.end(each),
            '{' if self.open.is_empty() => self.begin_block(each),
            '}' if self.open.is_empty() => {
                self.end(each);
                self.blocks.pop();
            }
            '}' if self.open.last() != Some(&'{') => self.back(),
            '(' | '[' | '{' => {
                self.push(c);
                if self.at > self.flat {
                    self.open.push(c);
                }
            }
            ')' | ']' | '}' => {
                self.push(c);
                if self.open.last().is_some_and(|open| matches!((open, c), ('(', ')') | ('[', ']') | ('{', '}'))) {
                    self.open.pop();
                }
            }
            _ => self.push(c),
        }
        true
    }

    fn rest(&self) -> &str {
        self.script.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        self.line += u32::from(c == '\n');
        Some(c)
    }

    fn push(&mut self, c: char) {
        let line = self.line - u32::from(c == '\n');
        if self.statement.is_empty() {
            if c.is_whitespace() {
                return;
            }
            self.start = (self.at - c.len_utf8(), line);
        }
        if !c.is_whitespace() {
            self.to = line;
        }
        self.statement.push(c);
    }

    /// A string ends in its line but for those in three quotes.
    fn string(&mut self, quote: char) {
        self.push(quote);
        let three = if quote == '"' { "\"\"\"" } else { "'''" };
        if self.rest().starts_with(&three[1..]) && self.at > self.flat {
            let inner = self.rest()[2..].find(three).map(|end| end + 2 + three.len());
            if let Some(length) = inner {
                let end = self.at + length;
                while self.at < end {
                    let Some(c) = self.next() else { return };
                    self.push(c);
                }
                return;
            }
        }
        while let Some(c) = self.rest().chars().next().filter(|c| *c != '\n') {
            self.next();
            self.push(c);
            if c == quote {
                return;
            }
            if c == '\\' && !self.rest().starts_with('\n') {
                let escaped = self.next();
                escaped.into_iter().for_each(|c| self.push(c));
            }
        }
    }

    fn block_comment(&mut self) {
        let length = self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
        let end = self.at + length;
        while self.at < end && self.next().is_some() {}
    }

    /// Whether the statement goes on behind this line's end.
    fn goes_on(&self) -> bool {
        let text = self.statement.trim_end();
        if text.is_empty() {
            return false;
        }
        if !self.open.is_empty() || (text.ends_with([',', '=', '+']) && !text.ends_with("++")) {
            return true;
        }
        let next = self.rest().trim_start();
        let joins = next.starts_with("?:") || next.starts_with("&&") || next.starts_with("||");
        joins || next.starts_with('{') || (next.starts_with('.') && !next.starts_with(".."))
    }

    /// Reads the statement again, line by line.
    fn back(&mut self) {
        (self.at, self.line) = self.start;
        self.flat = self.at + self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        self.open.clear();
        self.statement.clear();
    }

    fn end(&mut self, each: &mut dyn FnMut(&ScriptStatement)) {
        let text = self.statement.trim();
        if !text.is_empty() {
            each(&ScriptStatement { blocks: &self.blocks, text, from: self.start.1, to: self.to, opens: false });
            self.last = (text.to_owned(), self.start.1);
        }
        self.statement.clear();
        self.open.clear();
    }

    fn begin_block(&mut self, each: &mut dyn FnMut(&ScriptStatement)) {
        if !self.statement.trim().is_empty() {
            self.last = (self.statement.trim().to_owned(), self.start.1);
        } else {
            self.to = self.last.1;
        }
        let (text, from) = (self.last.0.as_str(), self.last.1);
        each(&ScriptStatement { blocks: &self.blocks, text, from, to: self.to, opens: true });
        self.blocks.push(block_name(&self.last.0));
        self.statement.clear();
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
        statements(script, &mut |one| {
            if !one.opens {
                all.push(format!("{}: {}", one.blocks.join("."), one.text));
            }
        });
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
        assert_eq!(all("buildTypes\n{\n  named('staging')\n  {\n a 1\n} }"), ["buildTypes.staging: a 1"]);
        assert_eq!(all("buildTypes // x\n{\n a 1\n}"), ["buildTypes: a 1"]);
    }

    #[test]
    fn statements_have_their_lines() {
        let lines = |script: &str| {
            let mut all = Vec::new();
            statements(script, &mut |one| all.push(format!("{}-{} {}", one.from, one.to, one.text.replace('\n', "|"))));
            all
        };
        assert_eq!(
            lines(
                "a {\n\n  b(\n    1, // one\n    2\n  )\n  /*\n */ c 'x',\n    'y'\n}\nd\n  .e()\nval t = \"\"\"\n {\n\"\"\"\nz"
            ),
            [
                "1-1 a",
                "3-6 b(|    1, |    2|  )",
                "8-9 c 'x',|    'y'",
                "11-12 d|  .e()",
                "13-15 val t = \"\"\"| {|\"\"\"",
                "16-16 z",
            ]
        );
    }

    #[test]
    fn what_is_not_closed_or_not_opened_is_no_harm() {
        assert_eq!(all("} } a {\n \"b\n c\n /* d"), ["a: \"b", "a: c"]);
        assert_eq!(all("a {\n b(1\n c(2)\n}\nd(3"), ["a: b(1", "a: c(2)", ": d(3"]);
        assert_eq!(all("a(b {\n c\n}\nd ]\n\"\"\" e\n f"), ["a: c", ": d ]", ": \"\"\" e", ": f"].map(str::to_owned));
        assert!(all("").is_empty() && all("// a").is_empty() && all("/*").is_empty());
        assert_eq!((all("/"), all("'\\")), (vec![": /".to_owned()], vec![": '\\".to_owned()]));
        assert_eq!(all(&"a(\n".repeat(10_000)).len(), 10_000);
    }
}
