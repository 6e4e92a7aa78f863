//! Files that do not compile still yield their declarations, and no text makes the reader fail.

use super::syntax::declared;
use crate::code::read;

fn names(path: &str, text: &str) -> Vec<String> {
    declared(&read(path, text).unwrap(), path)
        .into_iter()
        .map(|line| line.split(" | ").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_brace_that_is_missing() {
    let text = "package a.b\n\nclass Checkout(private val basket: Basket) {\n    fun total(): Int {\n        val sum = basket.lines.sumOf { it.price\n        return sum\n    }\n\n    fun pay(card: Card): Receipt {\n        return card.charge(total()\n    }\n\n    fun done() = println(\"x\")\n}\n\nfun after() = Checkout(Basket()).total()\n";
    let expected = [
        "3-14 class Checkout",
        "4-7 function Checkout.total",
        "9-11 function Checkout.pay",
        "13-13 function Checkout.done",
        "16-16 function after",
    ];
    assert_eq!(names("Checkout.kt", text), expected);
    let index = read("Checkout.kt", text).unwrap();
    let calls: Vec<_> = index.references("total", 9).into_iter().map(|one| (one.line, one.within)).collect();
    assert_eq!(calls, [(10, Some("Checkout.pay".to_owned())), (16, Some("after".to_owned()))]);
    assert_eq!(index.around("Checkout.kt", 6).map(|one| one.signature).as_deref(), Some("fun total(): Int"));
}

#[test]
fn parameters_and_values_that_are_missing() {
    let text = "class Cart {\n    fun one(): Int { return 1 }\n    fun two(a: Int, : Int { return one( }\n    val three = \n    fun four() { two(1) }\n}\nclass Next { }\nobject { }\nfun (x) = 3\nfun six() = 6\n";
    let expected = [
        "1-6 class Cart",
        "2-2 function Cart.one",
        "3-3 function Cart.two",
        "4-4 property Cart.three",
        "5-5 function Cart.four",
        "7-7 class Next",
        "10-10 function six",
    ];
    assert_eq!(names("Cart.kt", text), expected);
}

#[test]
fn what_git_could_not_merge() {
    let text = "package a\n<<<<<<< HEAD\nclass Cart {\n=======\nclass Cart2 {\n>>>>>>> other\n    fun one(): Int { return \"open }\n    fun two() = 2\n    fun three() {\n";
    let found = names("Cart.kt", text);
    for name in ["class Cart", "class Cart2", "function Cart2.one", "function Cart2.two", "function Cart2.three"] {
        assert!(found.iter().any(|one| one.ends_with(name)), "{name} in {found:?}");
    }
}

#[test]
fn java_without_its_signs() {
    let text = "package a;\n\npublic class Orders {\n    private final Store store;\n\n    public Orders(Store store) {\n        this.store = store\n    }\n\n    public List<Order> open(int limit {\n        return store.find(limit);\n    }\n\n    private int count() {\n        if (store.isEmpty() {\n            return 0;\n        }\n        return open(3).size();\n    }\n}\n\nclass Next {\n    void go() { new Orders(null).count(); }\n}\n";
    let expected = [
        "3-20 class Orders",
        "4-4 property Orders.store",
        "6-8 constructor Orders.Orders",
        "10-12 function Orders.open",
        "14-19 function Orders.count",
        "22-24 class Next",
        "23-23 function Next.go",
    ];
    assert_eq!(names("Orders.java", text), expected);
}

/// A text truncated at every byte.
#[test]
fn every_beginning_of_a_file_can_be_read() {
    let text = "package ä.b\n\nimport a.Ö\n\n@A(\"(\")\nclass Größe<T>(val a: Int = 1) : B() {\n    /* c */ fun <T> List<T>.f(a: Int = g(\"$x ${y}\")): Int {\n        return a.b?.c { it } ?: `d e`\n    }\n}\n";
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        for path in ["A.kt", "A.java"] {
            let index = read(path, &text[..end]).unwrap();
            for one in index.declared_in(path) {
                assert!(one.line <= one.end_line && !one.name.is_empty() && !one.signature.is_empty(), "{one:?}");
            }
        }
    }
}

#[test]
fn odd_texts_end() {
    let deep = format!("fun f() = {}1{}", "(".repeat(5_000), ")".repeat(5_000));
    let open = "fun f() { ".repeat(2_000);
    let chain = format!("class A {{ int f() {{ return a{}; }} }}", ".b()".repeat(5_000));
    let stairs: String = (0..200).map(|n| format!("{}fun f{n}( {{\n", " ".repeat(n))).collect();
    for text in
        [&*deep, &*open, &*chain, &*stairs, "\0\0\u{feff}class A", "\r\n\r\nclass A {\r\n", "`", "\"", "@", "/*"]
    {
        for path in ["A.kt", "A.java"] {
            let index = read(path, text).unwrap();
            index.around(path, 1);
        }
    }
    assert_eq!(read("A.kt", "\r\n\r\nclass A {\r\n").unwrap().definitions("A", 9).len(), 1);
}
