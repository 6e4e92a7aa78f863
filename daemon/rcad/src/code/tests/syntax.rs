//! Declarations, imports and uses of whole Kotlin and Java files.

use crate::code::{CodeIndex, read};

/// `line-end kind container.name | signature`
pub fn declared(index: &CodeIndex, path: &str) -> Vec<String> {
    let show = |one: crate::code::Declaration| {
        let name = one.container.map_or_else(|| one.name.clone(), |container| format!("{container}.{}", one.name));
        format!("{}-{} {} {name} | {}", one.line, one.end_line, one.kind.word(), one.signature)
    };
    index.declared_in(path).into_iter().map(show).collect()
}

/// `line within`, with a `!` for calls.
fn used(index: &CodeIndex, name: &str) -> Vec<String> {
    let show = |one: crate::code::declaration::Reference| {
        format!("{}{} {}", one.line, if one.call { "!" } else { "" }, one.within.unwrap_or_default())
    };
    index.references(name, 100).into_iter().map(show).collect()
}

const KOTLIN: &str = r#"@file:JvmName("Shop")
package com.example.shop

import com.example.shop.model.Article as Item
import com.example.shop.price.*

/** A basket; class NotOne. */
@Serializable
@Table(name = "baskets")
data class Basket<T : Any>(
    val owner: String,
    private val items: List<T> = emptyList(), // what is in it
    count: Int,
) : Base(owner), Priced by delegate where T : Comparable<T> {
    var total: Int = items.sumOf { it.price }
        private set
    val isEmpty
        get() = items.isEmpty()

    companion object {
        const val LIMIT = 3
        fun of(count: Int) = Basket("x", listOf(count), 1)
    }

    constructor(count: Int) : this("x", count = count) { check(count > 0) }

    operator fun plus(other: Basket<T>): Basket<T> {
        val local = items + other.items
        fun inner() = local.size
        return copy(items = local)
    }

    inner class Row
    enum class Kind(val id: Int) {
        SMALL(1),
        LARGE(2) { override fun label() = "large" };

        open fun label() = "small"
    }
}

fun <R> List<R>.second(n: Int = 1, f: (R) -> Unit = {}): R? = this[n].also(f)
infix fun Int.of(basket: Basket<*>) = "$this of ${basket.owner} and $total"
private suspend inline fun <reified T> load(crossinline how: () -> T): T = how()
val String.last: Char
    get() = this[length - 1]
typealias Names = List<String>
sealed interface State {
    object Empty : State
    data object Full : State
}
@JvmInline value class Id(val value: String)
annotation class Fast
fun interface Rule {
    fun check()
}
fun use() { 3 of Basket.of(1); listOf(1).map(::second); run { Basket<Int>(2).plus(Basket(3)) } }
"#;

#[test]
fn kotlin_declares() {
    let index = read("Shop.kt", KOTLIN).unwrap();
    let expected = [
        "10-40 class Basket | @Serializable @Table(…) data class Basket<T : Any>(val owner: String, private val items: List<T> = emptyList(), count: Int) : Base(owner), Priced by delegate where T : Comparable<T>",
        "11-11 property Basket.owner | val owner: String",
        "12-12 property Basket.items | private val items: List<T> = emptyList()",
        "15-16 property Basket.total | var total: Int",
        "17-18 property Basket.isEmpty | val isEmpty",
        "20-23 object Basket.Companion | companion object",
        "21-21 property Basket.Companion.LIMIT | const val LIMIT",
        "22-22 function Basket.Companion.of | fun of(count: Int)",
        "25-25 constructor Basket.Basket | constructor(count: Int) : this(\"x\", count = count)",
        "27-31 function Basket.plus | operator fun plus(other: Basket<T>): Basket<T>",
        "29-29 function Basket.plus.inner | fun inner()",
        "33-33 class Basket.Row | inner class Row",
        "34-39 enum Basket.Kind | enum class Kind(val id: Int)",
        "34-34 property Basket.Kind.id | val id: Int",
        "35-35 property Basket.Kind.SMALL | SMALL(1)",
        "36-36 property Basket.Kind.LARGE | LARGE(2)",
        "36-36 function Basket.Kind.LARGE.label | override fun label()",
        "38-38 function Basket.Kind.label | open fun label()",
        "42-42 function second | fun <R> List<R>.second(n: Int = 1, f: (R) -> Unit = {}): R?",
        "43-43 function of | infix fun Int.of(basket: Basket<*>)",
        "44-44 function load | private suspend inline fun <reified T> load(crossinline how: () -> T): T",
        "45-46 property last | val String.last: Char",
        "47-47 typealias Names | typealias Names = List<String>",
        "48-51 interface State | sealed interface State",
        "49-49 object State.Empty | object Empty : State",
        "50-50 object State.Full | data object Full : State",
        "52-52 class Id | @JvmInline value class Id(val value: String)",
        "52-52 property Id.value | val value: String",
        "53-53 class Fast | annotation class Fast",
        "54-56 interface Rule | fun interface Rule",
        "55-55 function Rule.check | fun check()",
        "57-57 function use | fun use()",
    ];
    assert_eq!(declared(&index, "Shop.kt"), expected);
    assert!(index.definitions("NotOne", 9).is_empty() && index.definitions("local", 9).is_empty());
    assert_eq!(index.package("Shop.kt").as_deref(), Some("com.example.shop"));
    let imports: Vec<_> = index.imports("Shop.kt").into_iter().map(|i| (i.path, i.name, i.line)).collect();
    let import = |path: &str, name: &str, line| (path.to_owned(), name.to_owned(), line);
    assert_eq!(
        imports,
        [import("com.example.shop.model.Article", "Item", 4), import("com.example.shop.price.*", "*", 5)]
    );
}

#[test]
fn kotlin_uses() {
    let index = read("Shop.kt", KOTLIN).unwrap();
    for (name, expected) in [
        ("sumOf", &["15! Basket.total"][..]),
        ("price", &["15 Basket.total"]),
        ("Base", &["14! Basket"]),
        ("Priced", &["14 Basket"]),
        ("of", &["57! use", "57! use"]),
        ("second", &["57! use"]),
        ("plus", &["57! use"]),
        ("owner", &["14 Basket", "43 of"]),
        ("total", &["43 of"]),
        ("local", &["29 Basket.plus.inner", "30 Basket.plus"]),
        ("other", &["28 Basket.plus"]),
        ("how", &["44! load"]),
        ("NotOne", &[]),
        ("example", &[]),
        ("Row", &[]),
    ] {
        assert_eq!(used(&index, name), expected, "{name}");
    }
    assert_eq!(index.names_used("Shop.kt", 27, 28), ["Basket", "T", "items", "other"]);
    let around = |line| index.around("Shop.kt", line).map(|one| one.name);
    assert_eq!(around(28).as_deref(), Some("plus"));
    assert_eq!(around(29).as_deref(), Some("inner"));
    assert_eq!(around(18).as_deref(), Some("isEmpty"), "a property of two lines");
    assert_eq!(around(33).as_deref(), Some("Row"));
    assert_eq!(around(8).as_deref(), Some("Basket"), "an annotation belongs to its class");
    assert_eq!(around(4), None);
}

const JAVA: &str = r#"package com.example;

import static java.util.Objects.requireNonNull;
import java.util.*;

@Entity(name = "basket")
public class Basket<T extends Comparable<T>> extends Base implements Priced {
    private static final int LIMIT = 3, OTHER;

    @Override
    public <R> List<R> lines(final String name, int... counts) throws IOException {
        List<R> found = new ArrayList<>(LIMIT);
        return found;
    }

    Basket(int count) {
        this(count, 1);
        super.init(count);
    }

    record Point(int x, List<String> names) {
        Point { requireNonNull(names); }
    }

    enum Kind {
        SMALL(1), LARGE { void label() {} };

        abstract void label();
    }

    @interface Fast { String value() default "x"; }

    interface Rule { int MOST = 1; void check(); }

    void use() {
        for (String line : lines("a")) { line.length(); }
        Runnable later = this::use;
        Function<String, Integer> size = text -> text.size();
        List<int[]> all = map.get(lines("b"));
    }
}
"#;

#[test]
fn java_declares() {
    let index = read("Basket.java", JAVA).unwrap();
    let expected = [
        "7-41 class Basket | @Entity(…) public class Basket<T extends Comparable<T>> extends Base implements Priced",
        "8-8 property Basket.LIMIT | private static final int LIMIT",
        "8-8 property Basket.OTHER | private static final int OTHER",
        "11-14 function Basket.lines | @Override public <R> List<R> lines(final String name, int... counts) throws IOException",
        "16-19 constructor Basket.Basket | Basket(int count)",
        "21-23 class Basket.Point | record Point(int x, List<String> names)",
        "21-21 property Basket.Point.x | int x",
        "21-21 property Basket.Point.names | List<String> names",
        "22-22 constructor Basket.Point.Point | Point",
        "25-29 enum Basket.Kind | enum Kind",
        "26-26 property Basket.Kind.SMALL | SMALL(1)",
        "26-26 property Basket.Kind.LARGE | LARGE",
        "26-26 function Basket.Kind.LARGE.label | void label()",
        "28-28 function Basket.Kind.label | abstract void label()",
        "31-31 interface Basket.Fast | @interface Fast",
        "31-31 function Basket.Fast.value | String value() default \"x\"",
        "33-33 interface Basket.Rule | interface Rule",
        "33-33 property Basket.Rule.MOST | int MOST",
        "33-33 function Basket.Rule.check | void check()",
        "35-40 function Basket.use | void use()",
    ];
    assert_eq!(declared(&index, "Basket.java"), expected);
    let imports: Vec<_> = index.imports("Basket.java").into_iter().map(|i| (i.path, i.name)).collect();
    let import = |path: &str, name: &str| (path.to_owned(), name.to_owned());
    assert_eq!(imports, [import("java.util.Objects.requireNonNull", "requireNonNull"), import("java.util.*", "*")]);
}

#[test]
fn java_uses() {
    let index = read("Basket.java", JAVA).unwrap();
    for (name, expected) in [
        ("lines", &["36! Basket.use", "39! Basket.use"][..]),
        ("use", &["37! Basket.use"]),
        ("ArrayList", &["12! Basket.lines"]),
        ("LIMIT", &["12 Basket.lines"]),
        ("requireNonNull", &["22! Basket.Point.Point"]),
        ("names", &["22 Basket.Point.Point"]),
        ("init", &["18! Basket.Basket"]),
        ("line", &["36 Basket.use"]),
        ("text", &["38 Basket.use"]),
        ("Priced", &["7 Basket"]),
        ("name", &[]),
        ("java", &[]),
    ] {
        assert_eq!(used(&index, name), expected, "{name}");
    }
}

#[test]
fn neither_language_is_not_read() {
    assert!(read("a.groovy", "class A {}").is_none());
    assert!(read("LICENSE", "class A {}").is_none());
    assert!(read("build.gradle.kts", "val a = 1").is_some());
}
