//! javac's messages. Data only; the first match wins.

use super::super::pattern::{Rules, rule};
use crate::Category;

/// Messages behind a position.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::JavaCannotFindSymbol,
        r"^cannot find symbol|^找不到符号|^シンボルを見つけられません|^Symbol nicht gefunden",
    ),
    rule(Category::JavaCannotFindSymbol, r"^package (?P<symbol>(?P<package>\S+)) does not exist"),
    rule(Category::JavaCannotFindSymbol, r"^程序包(?P<symbol>(?P<package>\S+))不存在"),
    rule(Category::JavaCannotFindSymbol, r"^パッケージ(?P<symbol>(?P<package>\S+))は存在しません"),
    rule(Category::JavaCannotFindSymbol, r"^Package (?P<symbol>(?P<package>\S+)) ist nicht vorhanden"),
    rule(Category::JavaCannotFindSymbol, r"^package (?P<symbol>(?P<package>\S+)) is not visible"),
    rule(Category::KaptKsp, r"^\[Dagger/MissingBinding\] (?P<symbol>\S+) cannot be provided"),
    rule(Category::KaptKsp, r"^\[Dagger/(?P<problem>[A-Za-z]+)\]"),
    rule(Category::JavaOther, r"^incompatible types: (?P<actual>\S+) cannot be converted to (?P<expected>\S+)"),
    rule(
        Category::JavaOther,
        r"^incompatible types: possible lossy conversion from (?P<actual>\S+) to (?P<expected>\S+)",
    ),
    rule(Category::JavaOther, r"^(?P<syntax>'?[^\s]+'?|class, interface, enum, or record) expected"),
    rule(
        Category::JavaOther,
        r"^(?P<syntax>reached end of file while parsing|illegal start of (?:expression|type)|not a statement|unclosed string literal)",
    ),
    rule(Category::JavaOther, r"^unreported exception (?P<symbol>(?P<unreported>[^;\s]+))"),
    rule(Category::JavaOther, r"^variable (?P<symbol>\S+) is already defined in (?P<duplicate>.+)$"),
    rule(Category::JavaOther, r"^duplicate class: (?P<symbol>(?P<duplicate>\S+))"),
    rule(Category::JavaOther, r"^class (?P<symbol>\S+) is public, should be declared in a file named (?P<rename>\S+)"),
    rule(Category::JavaOther, r"^(?P<uninitialised>variable (?P<symbol>\S+) (?:might not have been|not) initialized)"),
    rule(Category::JavaOther, r"^(?P<no_return>missing return statement)"),
    rule(
        Category::JavaOther,
        r"^(?P<symbol>[^\s(]+)(?:\([^)]*\))? has (?P<hidden>private|protected) access in (?P<owner>\S+)",
    ),
    rule(
        Category::JavaOther,
        r"^(?P<symbol>\S+) is not abstract and does not override abstract method (?P<member>.+?) in (?P<owner>\S+)",
    ),
    rule(
        Category::JavaOther,
        r"^method (?P<symbol>\S+) in (?:class|interface|enum|record) (?P<owner>\S+) cannot be applied to given types",
    ),
    rule(
        Category::JavaOther,
        r"^constructor (?P<symbol>\S+) in (?:class|enum|record) (?P<owner>\S+) cannot be applied to given types",
    ),
    rule(Category::JavaOther, r"^method does not override or implement a method from a supertype"),
    rule(Category::JavaOther, r"^cannot assign a value to final variable (?P<symbol>(?P<final>\S+))"),
    rule(Category::JavaOther, r"^reference to (?P<symbol>\S+) is ambiguous"),
    rule(
        Category::JavaOther,
        r"^non-static (?:method|variable) (?P<symbol>[^\s(]+)\S* cannot be referenced from a static context",
    ),
    rule(Category::JavaOther, r"^(?:cannot access|bad class file:?) (?P<symbol>\S+)"),
]);

/// Messages without a position: wrong options for the JDK in use.
pub static OPTIONS: Rules = Rules::new(&[
    rule(Category::GradleJdkIncompatible, r"^invalid (?:source|target) release: (?P<requested>\S+)"),
    rule(Category::GradleJdkIncompatible, r"^release version (?P<requested>\S+) not supported"),
    rule(
        Category::GradleJdkIncompatible,
        r"^Source option (?P<requested>\S+) is no longer supported\. Use (?P<expected>\S+) or later",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"^(?:无效的源发行版|无效的目标发行版|不支持发行版本)[:：]? ?(?P<requested>\S+)",
    ),
    rule(Category::JavaOther, r"^warnings found and -Werror specified"),
]);
