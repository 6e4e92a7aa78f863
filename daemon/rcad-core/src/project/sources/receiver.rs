//! The class of the object whose member a line asks for, where the line, its file or the compiler says it.

/// `Cargo` for `Cargo(3).weight()`, `Cargo.weight`, and `cargo.weight()` in a file (`text`) that declares `cargo: Cargo`.
/// `location` is where javac looked. `None` where `symbol` is no member, or where the class of the object is
/// unknown.
pub fn class_of(line: &str, symbol: &str, text: &str, location: Option<&str>) -> Option<String> {
    let object = before_member(line, symbol)?;
    if let Some(class) = location.and_then(class_of_location) {
        return Some(class.to_owned());
    }
    if let Some(call) = object.strip_suffix(')') {
        let made = trailing_name(&call[..opening(call)?]);
        return (is_class(made) && !is_chained(call, made)).then(|| made.to_owned());
    }
    let name = trailing_name(object);
    if is_class(name) {
        return Some(name.to_owned());
    }
    (!is_chained(object, name)).then(|| declared_type(text, name))?
}

/// `Cargo` for `class k.Cargo` and `variable cargo of type Cargo`, as javac says where it looked.
fn class_of_location(location: &str) -> Option<&str> {
    let named = match location.split_once(" of type ") {
        Some((_, class)) => class,
        None => location.strip_prefix("class ").or_else(|| location.strip_prefix("interface "))?,
    };
    let plain = named.split('<').next().unwrap_or(named);
    Some(plain.rsplit('.').next().unwrap_or(plain)).filter(|name| is_class(name))
}

/// Whether a line has `word` as a whole word.
pub fn has_word(line: &str, word: &str) -> bool {
    words(line, word).next().is_some()
}

/// The text before `.symbol` or `?.symbol`.
pub fn before_member<'l>(line: &'l str, symbol: &str) -> Option<&'l str> {
    let at = words(line, symbol).find(|at| line[..*at].ends_with('.'))?;
    let object = line[..at].trim_end_matches(['.', '?', '!']).trim_end();
    (!object.is_empty()).then_some(object)
}

/// Positions of `word` in `text` as a whole word.
pub fn words(text: &str, word: &str) -> impl Iterator<Item = usize> {
    let inside = |c: Option<char>| c.is_some_and(is_letter);
    let length = word.len();
    let all: Vec<usize> =
        if word.is_empty() { Vec::new() } else { text.match_indices(word).map(|(at, _)| at).collect() };
    all.into_iter()
        .filter(move |at| !inside(text[..*at].chars().next_back()) && !inside(text[at + length..].chars().next()))
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Position of the bracket that the end of `call` closes.
fn opening(call: &str) -> Option<usize> {
    let mut open = 1;
    for (at, c) in call.char_indices().rev() {
        match c {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}

/// `Cargo` of `new Cargo`, `ship` of `x + ship`.
pub fn trailing_name(text: &str) -> &str {
    &text[text.trim_end_matches(is_letter).len()..]
}

/// Whether something is asked for `name` itself, as in `ship.cargo`: then its type is not what the file says of a `cargo`.
fn is_chained(text: &str, name: &str) -> bool {
    let before = text.rfind(name).map_or(text, |at| &text[..at]);
    before.ends_with('.') && !before.ends_with("this.")
}

fn is_class(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) && name.chars().any(char::is_lowercase)
}

/// The one type that the file declares for a variable: `cargo: Cargo`, `val cargo = Cargo(3)`, `Cargo cargo`.
fn declared_type(text: &str, name: &str) -> Option<String> {
    let mut types = text.lines().flat_map(|line| {
        words(line, name).filter_map(|at| type_at(&line[..at], line[at + name.len()..].trim())).collect::<Vec<_>>()
    });
    let first = types.next()?;
    types.all(|other| other == first).then(|| first.to_owned())
}

fn type_at<'l>(before: &'l str, after: &'l str) -> Option<&'l str> {
    let leading = |text: &'l str| &text[..text.find(|c| !is_letter(c)).unwrap_or(text.len())];
    let before = before.trim_end();
    if let Some(kind) = after.strip_prefix(':') {
        return Some(leading(kind.trim_start())).filter(|name| is_class(name));
    }
    let value = after.strip_prefix('=').map(str::trim_start);
    if let (Some(value), "val" | "var") = (value, trailing_name(before)) {
        let call = value.trim_end_matches(';').strip_suffix(')')?;
        let made = &call[..opening(call)?];
        return (made == leading(made) && is_class(made)).then_some(made);
    }
    let declares = after.starts_with(['=', ';', ',', ')']) && !after.starts_with("==");
    Some(trailing_name(before)).filter(|name| declares && is_class(name))
}

#[cfg(test)]
mod tests {
    use super::{class_of, class_of_location};

    fn of(line: &str, text: &str) -> Option<String> {
        class_of(line, "weight", text, None)
    }

    #[test]
    fn the_line_says_whose_member_it_is() {
        for line in [
            "    println(Cargo().weight())",
            "val a = Cargo(max(1, 2), \"x\").weight",
            "int n = new Cargo().weight();",
            "Cargo.weight()",
            "k.Cargo.weight()",
            "Cargo()?.weight()",
        ] {
            assert_eq!(of(line, "").as_deref(), Some("Cargo"), "{line}");
        }
    }

    #[test]
    fn or_its_file_does() {
        for text in [
            "fun f(cargo: Cargo) {}",
            "    private val cargo: Cargo? = null",
            "  val cargo = Cargo(3)",
            "  private final Cargo cargo;",
            "  void f(int n, Cargo cargo) {",
            "  Cargo cargo = make();",
        ] {
            assert_eq!(of("  cargo.weight()", text).as_deref(), Some("Cargo"), "{text}");
        }
        assert_eq!(of("this.cargo.weight()", "val cargo: Cargo\n").as_deref(), Some("Cargo"));
    }

    #[test]
    fn else_nothing_is_guessed() {
        for (line, text) in [
            ("weight()", "val weight: Cargo"),
            ("cargo().weight()", "fun cargo(): Cargo = Cargo()"),
            ("ship.cargo.weight()", "val cargo: Cargo"),
            ("ship.Cargo().weight()", ""),
            ("cargo.weight()", "val cargo = Cargo.Builder().build()"),
            ("cargo.weight()", "val cargo = Cargo(1).heavier()"),
            ("cargo.weight()", "fun f(cargo: Cargo)\nfun g(cargo: Freight)"),
            ("cargo.weight()", "val cargos: Cargo"),
            ("cargo.weight()", "return cargo == null"),
            ("KG.weight", ""),
            ("Cargo().weights()", ""),
        ] {
            assert_eq!(of(line, text), None, "{line} beside {text}");
        }
    }

    #[test]
    fn javac_says_where_it_looked() {
        assert_eq!(class_of_location("class k.Cargo"), Some("Cargo"));
        assert_eq!(class_of_location("variable cargo of type Cargo"), Some("Cargo"));
        assert_eq!(class_of_location("variable all of type List<Cargo>"), Some("List"));
        assert_eq!((class_of_location("package k"), class_of_location("class T")), (None, None));
        let located = |line| class_of(line, "weight", "", Some("class k.Cargo"));
        assert_eq!((located("make().weight()").as_deref(), located("weight()")), (Some("Cargo"), None));
    }
}
