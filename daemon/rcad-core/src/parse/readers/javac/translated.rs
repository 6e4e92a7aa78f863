//! javac's messages in its other languages, as the English ones that the tables know.

use crate::pattern::Pattern;

/// A message in another language, and the English one with the groups `a`, `b` and `c` in it.
struct Translation {
    says: Pattern,
    english: &'static str,
}

const fn row(says: &'static str, english: &'static str) -> Translation {
    Translation { says: Pattern::new(says), english }
}

/// The JDK is delivered in Chinese, Japanese and, from 17 on, German; the others are older. The last two are Chinese in
/// GBK that was read as UTF-8, as consoles on Windows leave it.
static TRANSLATIONS: [Translation; 65] = [
    row(
        r"^(?P<b>\S+?) ?中的 ?(?P<a>[A-Za-z0-9_]+\([^)]*\)) ?无法(?:覆盖|实现|隐藏) ?(?P<c>\S+?) ?中的",
        "{a} in {b} cannot override {a} in {c}",
    ),
    row(
        r"^(?P<b>\S+?)の(?P<a>[A-Za-z0-9_]+\([^)]*\))は(?P<c>\S+?)の\S+?を(?:オーバーライド|実装|隠蔽)できません",
        "{a} in {b} cannot override {a} in {c}",
    ),
    row(
        r"^(?P<a>[A-Za-z0-9_]+\([^)]*\)) in (?P<b>\S+) kann \S+ in (?P<c>\S+) nicht (?:überschreiben|implementieren|außer Kraft setzen)",
        "{a} in {b} cannot override {a} in {c}",
    ),
    row(
        r"^(?:非法字符[:：] ?'(?P<a>[^']+)'|'(?P<b>[^']+)'は不正な文字です|Unzulässiges Zeichen: [\x22'](?P<c>[^\x22']+)[\x22'])",
        "illegal character: '{a}{b}{c}'",
    ),
    row(
        r"^(?:无效的源发行版[:：] ?(?P<a>\S+)|(?:ソース・リリース|無効なソース・リリース)[:：]? ?(?P<b>[0-9.]+)|(?P<c>[0-9.]+)は無効なソース・リリースです)",
        "invalid source release: {a}{b}{c}",
    ),
    row(r"^Ungültiges Quellrelease: (?P<a>\S+)", "invalid source release: {a}"),
    row(
        r"^(?:无效的目标发行版[:：] ?(?P<a>\S+)|(?P<b>[0-9.]+)は無効なターゲット・リリースです|Ungültiges Zielrelease: (?P<c>\S+))",
        "invalid target release: {a}{b}{c}",
    ),
    row(
        r"^(?:不支持发行版本 ?(?P<a>\S+)|リリース・バージョン(?P<b>[0-9.]+)はサポートされていません|Releaseversion (?P<c>\S+) nicht unterstützt)",
        "release version {a}{b}{c} not supported",
    ),
    row(
        r"^(?:无法从最终 ?(?P<a>\S+?) ?进行继承|final (?P<b>\S+?)からは継承できません|Erben aus finalem (?P<c>\S+?)-Element nicht möglich)",
        "cannot inherit from final {a}{b}{c}",
    ),
    row(
        r"^(?:从 ?(?P<a>.+?) ?引用的本地变量必须是最终变量|(?P<b>.+?)から参照されるローカル変数は、final|Von (?P<c>.+?) referenzierte lokale Variablen müssen final)",
        "local variables referenced from {a}{b}{c} must be final or effectively final",
    ),
    row(r"^不可比较的类型[:：] ?(?P<a>\S+?) ?和 ?(?P<b>\S+)", "incomparable types: {a} and {b}"),
    row(r"^型(?P<a>\S+?)と(?P<b>\S+?)は比較できません", "incomparable types: {a} and {b}"),
    row(r"^Nicht vergleichbare Typen: (?P<a>\S+) und (?P<b>\S+)", "incomparable types: {a} and {b}"),
    row(
        r"^(?P<a>\S+?) ?在 ?(?P<b>\S+?) ?中不是公共的[;；]",
        "{a} is not public in {b}; cannot be accessed from outside package",
    ),
    row(
        r"^(?P<b>\S+?)の(?P<a>\S+?)はpublicではありません",
        "{a} is not public in {b}; cannot be accessed from outside package",
    ),
    row(
        r"^(?:(?:二元|一元)运算符 ?'(?P<a>[^']+)' ?的操作数类型错误|二項演算子'(?P<b>[^']+)'のオペランド型が不正です|Ungültige Operandentypen für \S+ Operator [\x22'](?P<c>[^\x22']+)[\x22'])",
        "bad operand types for binary operator '{a}{b}{c}'",
    ),
    row(r"^(?:无法访问的语句|この文に制御が移ることはありません|Nicht erreichbare Anweisung)", "unreachable statement"),
    row(
        r"^(?:未结束的字符文字|文字リテラルが閉じられていません|Nicht geschlossenes Zeichenliteral)",
        "unclosed character literal",
    ),
    row(r"^(?:意外的类型|予期しない型|Unerwarteter Typ)", "unexpected type"),
    row(r"^(?:创建泛型数组|汎用配列を作成します|Erstellung von generischem Array)", "generic array creation"),
    row(
        r"^(?:需要数组[,，] ?但找到 ?(?P<a>\S+)|配列が要求されましたが、(?P<b>\S+?)が見つかりました|Array erforderlich, aber (?P<c>\S+) gefunden)",
        "array required, but {a}{b}{c} found",
    ),
    row(r"^(?:进行语法分析时已到达文件结尾|Dateiende beim Parsen erreicht)", "reached end of file while parsing"),
    row(r"^程序包 ?(?P<a>\S+?) ?不可见", "package {a} is not visible"),
    row(r"^方法不会覆盖或实现超类型的方法", "method does not override or implement a method from a supertype"),
    row(
        r"^メソッドはスーパータイプのメソッドをオーバーライドまたは実装しません",
        "method does not override or implement a method from a supertype",
    ),
    row(
        r"^不兼容的类型[:：] ?(?P<a>\S+?) ?无法转换为 ?(?P<b>[^\n]+)$",
        "incompatible types: {a} cannot be converted to {b}",
    ),
    row(
        r"^不兼容的类型[:：] ?从 ?(?P<a>\S+?) ?转换到 ?(?P<b>\S+?) ?可能会有损失",
        "incompatible types: possible lossy conversion from {a} to {b}",
    ),
    row(
        r"^不適合な型[:：] ?(?P<a>\S+?)を(?P<b>\S+?)に変換できません",
        "incompatible types: {a} cannot be converted to {b}",
    ),
    row(
        r"^[Ii]nkompatible Typen: (?P<a>\S+) kann nicht in (?P<b>\S+) konvertiert werden",
        "incompatible types: {a} cannot be converted to {b}",
    ),
    row(
        r"^未报告的异常(?:错误)? ?(?P<a>[A-Za-z0-9_.]+)",
        "unreported exception {a}; must be caught or declared to be thrown",
    ),
    row(
        r"^例外(?P<a>[A-Za-z0-9_.]+)は報告されません",
        "unreported exception {a}; must be caught or declared to be thrown",
    ),
    row(
        r"^无法从静态上下文中引用非静态 ?方法 ?(?P<a>\S+)",
        "non-static method {a} cannot be referenced from a static context",
    ),
    row(
        r"^无法从静态上下文中引用非静态 ?变量 ?(?P<a>\S+)",
        "non-static variable {a} cannot be referenced from a static context",
    ),
    row(
        r"^staticでない ?(?:メソッド|変数) ?(?P<a>\S+?)をstaticコンテキストから参照することはできません",
        "non-static method {a} cannot be referenced from a static context",
    ),
    row(
        r"^(?P<a>\S+?) ?不是抽象的[,，] ?并且未覆盖 ?(?P<c>\S+?) ?中的抽象方法 ?(?P<b>\S.*)$",
        "{a} is not abstract and does not override abstract method {b} in {c}",
    ),
    row(
        r"^(?P<a>\S+?)はabstractでなく、(?P<c>\S+?)内のabstractメソッド(?P<b>\S+?)をオーバーライドしません",
        "{a} is not abstract and does not override abstract method {b} in {c}",
    ),
    row(
        r"^对于 ?(?P<a>[A-Za-z0-9_.]+)\((?P<b>[^)]*)\)[,，] ?找不到合适的构造器",
        "no suitable constructor found for {a}({b})",
    ),
    row(
        r"^对于 ?(?P<a>[A-Za-z0-9_.]+)\((?P<b>[^)]*)\)[,，] ?找不到合适的方法",
        "no suitable method found for {a}({b})",
    ),
    row(
        r"^无法将(?:类|接口|枚举|记录) ?(?P<b>\S+?) ?中的构造器 ?(?P<a>\S+?) ?应用到给定类型",
        "constructor {a} in class {b} cannot be applied to given types;",
    ),
    row(
        r"^无法将(?:类|接口|枚举|记录) ?(?P<b>\S+?) ?中的方法 ?(?P<a>\S+?) ?应用到给定类型",
        "method {a} in class {b} cannot be applied to given types;",
    ),
    row(r"^解析时已到达文件结尾", "reached end of file while parsing"),
    row(r"^構文解析中にファイルの終わりに移りました", "reached end of file while parsing"),
    row(r"^需要 ?(?P<a>'[^']+'|<[a-z A-Z标识符]+>|class, interface.*)$", "{a} expected"),
    row(r"^(?P<a>'[^']+')がありません", "{a} expected"),
    row(r"^(?P<a>'[^']+') erwartet", "{a} expected"),
    row(r"^非法的(?:表达式|类型)开始", "illegal start of expression"),
    row(r"^式の開始が不正です", "illegal start of expression"),
    row(r"^(?:缺少返回语句|return文が指定されていません)", "missing return statement"),
    row(r"^(?:不是语句|文ではありません)", "not a statement"),
    row(
        r"^(?:可能尚未初始化变量 ?(?P<a>\S+)|变量 ?(?P<b>\S+?) ?可能尚未初始化)",
        "variable {a}{b} might not have been initialized",
    ),
    row(
        r"^已在(?:类|方法|接口|枚举|构造器|记录) ?(?P<b>\S.*?) ?中定义了(?:变量|方法|类|构造器) ?(?P<a>\S+)",
        "variable {a} is already defined in {b}",
    ),
    row(
        r"^(?:类|接口|枚举|记录) ?(?P<a>\S+?) ?是公共的[,，] ?应在名为 ?(?P<b>\S+?\.java) ?的文件中声明",
        "class {a} is public, should be declared in a file named {b}",
    ),
    row(
        r"^(?P<a>\S+?) ?(?:可以)?在 ?(?P<b>\S+?) ?中(?:访问|是) ?(?P<c>private|protected)",
        "{a} has {c} access in {b}",
    ),
    row(r"^(?:类重复|クラスが重複しています)[:：] ?(?P<a>\S+)", "duplicate class: {a}"),
    row(r"^(?:无法访问 ?(?P<a>[A-Za-z0-9_.$]+)|(?P<b>[A-Za-z0-9_.$]+)にアクセスできません)", "cannot access {a}{b}"),
    row(r"^对 ?(?P<a>\S+?) ?的引用不明确", "reference to {a} is ambiguous"),
    row(r"^(?:需要常量表达式|定数式が必要です)", "constant expression required"),
    row(r"^编码 ?(?P<a>\S+?) ?的不可映射字符", "unmappable character for encoding {a}"),
    row(r"^未结束的字符串(?:文字|字面量)", "unclosed string literal"),
    row(r"^无法取消引用 ?(?P<a>\S+)", "{a} cannot be dereferenced"),
    row(r"^(?P<a>\S+?) ?是抽象的; ?无法实例化", "{a} is abstract; cannot be instantiated"),
    row(r"^无法为最终变量 ?(?P<a>\S+?) ?分配值", "cannot assign a value to final variable {a}"),
    row(r"^-source (?P<b>[0-9.]+) 中不支持 ?(?P<a>\S.*?)$", "{a} are not supported in -source {b}"),
    row(r"^\x{fffd}+(?P<a>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)\x{fffd}+$", "package {a} does not exist"),
    row(r"^\x{fffd}\x{4b2}\x{fffd}{5,8}$", "cannot find symbol"),
];

/// What javac calls the kinds of names in Chinese, Japanese, Korean and German.
const KINDS: &[(&str, &str)] = &[
    ("类", "class"),
    ("クラス", "class"),
    ("클래스", "class"),
    ("Klasse", "class"),
    ("接口", "interface"),
    ("インタフェース", "interface"),
    ("变量", "variable"),
    ("変数", "variable"),
    ("변수", "variable"),
    ("方法", "method"),
    ("メソッド", "method"),
    ("메소드", "method"),
    ("Methode", "method"),
    ("程序包", "package"),
    ("パッケージ", "package"),
    ("패키지", "package"),
];

/// The kind of a name in English; nothing where another language's word is not known.
pub fn kind(said: &str) -> Option<&str> {
    KINDS.iter().find(|(foreign, _)| *foreign == said).map(|(_, english)| *english).or(said.is_ascii().then_some(said))
}

/// `类型为Basket的变量 basket`, `タイプBasketの変数basket`
static VARIABLE: Pattern =
    Pattern::new(r"^(?:类型为(?P<type>[!-~]+)的变量 ?|タイプ(?P<typed>[!-~]+)の変数)(?P<name>[!-~]+)$");

/// Where a name is looked for, in English: `package a.b`, `class Basket`; nothing where other words of another language
/// are in it.
pub fn place(said: &str) -> Option<String> {
    if let Some((name, of)) = said.strip_prefix("Variable ").and_then(|rest| rest.split_once(" von Typ ")) {
        return Some(format!("variable {name} of type {of}"));
    }
    if let Some(class) = said.strip_prefix("Klasse ") {
        return Some(format!("class {class}"));
    }
    if said.is_ascii() {
        return Some(said.to_owned());
    }
    if let Some(found) = VARIABLE.captures(said) {
        let of = found.name("type").or_else(|| found.name("typed"))?;
        return Some(format!("variable {} of type {}", &found["name"], of.as_str()));
    }
    let (foreign, english) = KINDS.iter().find(|(foreign, _)| said.starts_with(foreign))?;
    let name = said[foreign.len()..].trim();
    name.is_ascii().then(|| format!("{english} {name}"))
}

/// Words of German messages that are in ASCII.
const GERMAN: &[&str] = &[
    "erwartet",
    "nkompatible Typen",
    "erforderlich",
    "erreicht",
    "vergleichbare",
    "release",
    "Nicht ",
    "Typ",
    "Erstellung",
];

/// The English message for one in another language.
pub fn english(message: &str) -> Option<String> {
    if message.is_ascii() && !GERMAN.iter().any(|word| message.contains(word)) {
        return None;
    }
    TRANSLATIONS.iter().find_map(|row| {
        let found = row.says.captures(message)?;
        let group = |name: &str| found.name(name).map_or("", |group| group.as_str());
        Some(row.english.replace("{a}", group("a")).replace("{b}", group("b")).replace("{c}", group("c")))
    })
}

#[cfg(test)]
mod tests {
    use super::{english, kind, place};

    #[test]
    fn kinds_are_translated() {
        assert_eq!(kind("类"), Some("class"));
        assert_eq!(kind("method"), Some("method"));
        assert_eq!(kind("метод"), None);
    }

    #[test]
    fn places_are_translated() {
        for (said, means) in [
            ("程序包 com.example.shelf", "package com.example.shelf"),
            ("クラス Shelf", "class Shelf"),
            ("类型为Shelf的变量 shelf", "variable shelf of type Shelf"),
            ("タイプShelfの変数shelf", "variable shelf of type Shelf"),
            ("class Shelf", "class Shelf"),
        ] {
            assert_eq!(place(said).as_deref(), Some(means));
        }
        assert_eq!(place("класс Shelf"), None);
    }

    #[test]
    fn messages_are_translated() {
        for (said, means) in [
            ("不兼容的类型: String无法转换为int", "incompatible types: String cannot be converted to int"),
            (
                "未报告的异常错误IOException; 必须对其进行捕获或声明以便抛出",
                "unreported exception IOException; must be caught or declared to be thrown",
            ),
            (
                "Basket不是抽象的, 并且未覆盖Shelf中的抽象方法put(int)",
                "Basket is not abstract and does not override abstract method put(int) in Shelf",
            ),
            ("已在类 Basket中定义了变量 total", "variable total is already defined in Basket"),
            ("total 在 Basket 中是 private 访问控制", "total has private access in Basket"),
            ("需要';'", "';' expected"),
            (
                "Inkompatible Typen: String kann nicht in int konvertiert werden.",
                "incompatible types: String cannot be converted to int",
            ),
            ("无效的源发行版：17", "invalid source release: 17"),
            ("17は無効なソース・リリースです", "invalid source release: 17"),
            ("Releaseversion 21 nicht unterstützt", "release version 21 not supported"),
            ("非法字符: '\\ufeff'", "illegal character: '\\ufeff'"),
            ("无法从最终Shelf进行继承", "cannot inherit from final Shelf"),
            (
                "从lambda 表达式引用的本地变量必须是最终变量或实际上的最终变量",
                "local variables referenced from lambda 表达式 must be final or effectively final",
            ),
            ("Dateiende beim Parsen erreicht", "reached end of file while parsing"),
            ("\u{fffd}\u{fffd}\u{fffd}com.example.basket\u{fffd}\u{fffd}", "package com.example.basket does not exist"),
        ] {
            assert_eq!(english(said).as_deref(), Some(means), "{said}");
        }
        assert_eq!(english("cannot find symbol"), None);
        assert_eq!(english("invalid source release: 17"), None, "English already");
        assert_eq!(english("\u{fffd}\u{fffd}\u{fffd} Basket"), None);
    }
}
