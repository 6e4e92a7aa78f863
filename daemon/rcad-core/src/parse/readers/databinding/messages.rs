//! Messages of the data binding and view binding compilers (ErrorMessages, LayoutFileParser, SetterStore, ViewBinder) of
//! all versions. Data only; the first match wins.

use crate::Category;
use crate::pattern::{Pattern, Rules, rule};

/// Whether the text is a message of data binding even without its frame.
pub fn is_whole(text: &str) -> bool {
    WHOLE.is_match(text)
}

/// `Cannot find the setter for attribute 'app:x' with …`, `Found <layout> but data binding is not enabled.`
static WHOLE: Pattern = Pattern::new(
    r"^(?:Cannot find the setter for attribute '|Cannot find a [sg]etter for <|Could not find identifier '|Found <layout> but data binding|Configurations for \S+\.xml must agree|<View tools:viewBindingType=)",
);

/// All messages.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::Databinding,
        r"Cannot find (?:the|a) setter for attribute '(?P<symbol>(?:android:)?layout_[^']+)' with parameter type (?P<type>.+?) on (?P<owner>[A-Za-z0-9_.$]+[A-Za-z0-9_$])",
    )
    .means("The layout binds `{symbol}`, which belongs to the view's layout parameters: `{owner}` has no setter for it, so data binding needs a `@BindingAdapter`, and none that takes a `{type}` is visible to this module.")
    .fix(&[
        "Write a `@BindingAdapter(\"{symbol}\")` function with the parameters `View` and `{type}` that changes `view.layoutParams` and sets them again (in Kotlin top level or `@JvmStatic`, with `kotlin-kapt`).",
        "If there is one in another module, that module needs data binding and kapt, too; a fixed value needs no binding (`@dimen/…`).",
    ]),
    rule(
        Category::Databinding,
        r"Cannot find (?:the|a) setter for attribute '(?P<symbol>[^']+)' with parameter type (?P<type>.+?) on (?P<owner>[A-Za-z0-9_.$]+[A-Za-z0-9_$])",
    )
    .means("The layout binds `{symbol}` on `{owner}`, but there is no setter and no `@BindingAdapter` for that attribute that accepts a parameter of type `{type}`.")
    .fix(&[
        "Check the attribute's name and the type of the expression: `{type}` must be what the setter or `@BindingAdapter` takes.",
        "Or write a `@BindingAdapter(\"{symbol}\")` function with the parameters `{owner}` and `{type}` (in Kotlin top level or `@JvmStatic`), with the `kotlin-kapt` plugin applied.",
    ]),
    rule(
        Category::Databinding,
        r"Cannot find (?:the|a) setter for attribute '(?P<symbol>[^']+)' with parameter type[ `]*(?P<type>[A-Za-z0-9_.$<>, \[\]]+?)[. `]*$",
    )
    .means("The layout binds `{symbol}` to a value of the type `{type}`, and its view has neither a setter nor a `@BindingAdapter` for that attribute that takes one.")
    .fix(&[
        "Compare `{type}` with what the setter or `@BindingAdapter(\"{symbol}\")` takes, and bind a value of that type (a library's adapter may want its own class, such as an observable field); or write a `@BindingAdapter(\"{symbol}\")` for `{type}` (in Kotlin top level or `@JvmStatic`, with `kotlin-kapt`).",
    ]),
    rule(
        Category::Databinding,
        r"Cannot find a (?P<kind>setter|getter) for <(?P<owner>[^ >]+) (?P<symbol>[^ >]+)> that accepts parameter type '(?P<type>[^']+)'",
    )
    .means("The layout binds `{symbol}` of `{owner}` to a value of type `{type}`, but there is no {kind} and no `@BindingAdapter` for that attribute that accepts it.")
    .fix(&[
        "Check the attribute's name and the type of the expression: `{type}` must be what the setter or `@BindingAdapter` takes.",
        "Or write a `@BindingAdapter(\"{symbol}\")` function with the parameters `{owner}` and `{type}`; a two-way binding `@={{…}}` also needs an `@InverseBindingAdapter`.",
    ]),
    rule(
        Category::Databinding,
        r"Cannot find (?:the|a) getter for (?:attribute )?'(?P<symbol>[^']+)' with value type (?P<type>.+?) on (?P<owner>[A-Za-z0-9_.$]+[A-Za-z0-9_$])",
    )
    .means("The two-way binding of `{symbol}` on `{owner}` has no getter of the type `{type}`.")
    .fix(&["Write an `@InverseBindingAdapter` for `{symbol}`, or bind one way with `@{{…}}` in place of `@={{…}}`."]),
    rule(
        Category::Databinding,
        r"Could not find identifier '(?P<symbol>[^']+)'",
    )
    .means("A binding expression in the layout uses `{symbol}`, but the layout's `<data>` block declares no such `<variable>` or `<import>`.")
    .fix(&[
        "Check the spelling of `{symbol}`, or add `<variable name=\"{symbol}\" type=\"…\" />` to the `<data>` block of {name}; for a class add `<import type=\"….{symbol}\" />`.",
    ]),
    rule(
        Category::Databinding,
        r"Identifiers must have user defined types from the XML file\. (?P<symbol>\S+) is missing it",
    )
    .means("A binding expression in the layout XML file uses `{symbol}`, which is neither a `<variable>` nor imported in its `<data>` block.")
    .fix(&[
        "If `{symbol}` is a class, add `<import type=\"the.package.{symbol}\" />` to the `<data>` block of the layout; if it is a value, add `<variable name=\"{symbol}\" type=\"…\" />`.",
    ]),
    rule(
        Category::Databinding,
        r"(?:Cannot resolve type|Cannot resolve|cannot find type|Could not resolve) '?(?P<symbol>[A-Za-z_][A-Za-z0-9_.$<>]*)'?",
    )
    .means("The layout names the type `{symbol}`, which does not exist on the module's class path or is not imported.")
    .fix(&[
        "Correct the type in `<variable type>` or `<import type>`: it must be the full class name, package included.",
        "If the class is in another module or library, add that dependency to this module; if it is generated or itself fails to compile, correct that first.",
    ]),
    rule(
        Category::Databinding,
        r"(?:Could not|Cannot) find (?:the )?accessor (?P<symbol>(?P<owner>[^ ]+?)\.(?P<member>[A-Za-z0-9_$]+))(?: for .*)?$",
    )
    .means("`{owner}` has no property, getter or method `{member}`, which the layout's binding expression uses.")
    .fix(&["Add a public `{member}` (or `get…`) to `{owner}`, or correct the expression in the layout."]),
    rule(
        Category::Databinding,
        r"(?:[Cc]annot|[Cc]ould not) find method '?(?P<symbol>[A-Za-z0-9_$]+)\((?P<arguments>[^)]*)\)'? (?:in|on) (?:class )?(?P<owner>[A-Za-z0-9_.$<>]+)",
    )
    .means("The class `{owner}` has no method `{symbol}({arguments})`, which the layout's binding expression calls.")
    .fix(&["Add a public method `{symbol}` with the parameters `{arguments}` to `{owner}`, or correct the expression in the layout."]),
    rule(Category::Databinding, r"Cannot find method '(?P<owner>[^']+?)::(?P<symbol>[^']+)'")
        .means("`{owner}` has no method `{symbol}`, which the layout's binding expression refers to.")
        .fix(&["Add a public method `{symbol}` to `{owner}` whose parameters are those of the listener, or correct the expression."]),
    rule(
        Category::Databinding,
        r"(?:Listener class|The callback|Callback) (?P<symbol>[^ ]+) (?:with method|did not match)[^\n]*",
    )
    .means("The listener expression does not match `{symbol}`: {message}.")
    .fix(&["Give the method the parameters of the listener's method, or use a lambda such as `@{{() -> viewModel.onClick()}}`."]),
    rule(Category::Databinding, r"Found <layout> but data binding is not enabled")
        .means("The layout has the root `<layout>`, but data binding is not enabled in this module.")
        .fix(&["Add `buildFeatures {{ dataBinding true }}` (Kotlin DSL: `dataBinding = true`) to the `android` block of the module's build file."]),
    rule(
        Category::Databinding,
        r"Syntax error: (?P<why>.+)$|(?P<why2>(?:extraneous|mismatched|missing|no viable alternative).* (?:at|input|expecting) .*)$",
    )
    .means("A binding expression in the layout has a syntax error: {why}.")
    .fix(&["Correct the expression between `@{{` and `}}`; inside XML write `&amp;&amp;` for `&&` and `&lt;` for `<`, and use backquotes or single quotes for strings."]),
    // `The expression user.getName() cannot be inverted: …`, in some versions `cannot cannot be inverted`
    rule(
        Category::Databinding,
        r"The expression .+? cannot (?:(?:be )?cannot )?be inverted: Two-way binding cannot resolve a setter for (?P<type>.+?) property '(?P<symbol>[^']+)'",
    )
    .means("The layout binds `{symbol}` both ways (`@={{…}}`), but its class only lets it be read: there is no setter that takes a `{type}`, as the getter returns it (a `val` in Kotlin, a Java class with the getter alone, or setter and getter of different types).")
    .fix(&[
        "Make `{symbol}` settable: `var {symbol}` in Kotlin, in Java a public setter for `{symbol}` with one parameter `{type}`, or an observable type (`MutableLiveData`, `ObservableField`).",
        "If the layout only shows the value, bind one way: `@{{…}}` in place of `@={{…}}`.",
    ]),
    rule(
        Category::Databinding,
        r"The expression '?(?P<expression>.+?)'? cannot (?:(?:be )?cannot )?be inverted: There is no inverse for method (?P<symbol>[^ ,]+)",
    )
    .means("The two-way binding `@={{{expression}}}` calls `{symbol}` to make what the view shows, and nothing says how the view's value is turned back.")
    .fix(&[
        "Annotate `{symbol}` with `@InverseMethod(\"…\")`, which names the method for the way back: it has the same parameters, with the type of the last one and the returned type exchanged.",
        "If the layout only shows the value, bind one way: `@{{…}}` in place of `@={{…}}`.",
    ]),
    rule(
        Category::Databinding,
        r"The expression '?(?P<symbol>.+?)'? cannot (?:(?:be )?cannot )?(?P<how>be inverted.*)",
    )
    .means("The two-way binding `@={{{symbol}}}` needs an expression that can also be set; `{symbol}` cannot {how}.")
    .fix(&["Bind one way with `@{{…}}`, or bind to a settable property (`MutableLiveData`, `ObservableField`)."]),
    rule(
        Category::Databinding,
        r"<(?P<tag>variable name|import alias)='(?P<symbol>[^']+)' type='(?P<type>[^']+)'> is not defined consistently on alternative layout '(?P<other_file>[^']+)'",
    )
    .means("`{symbol}` is declared with the type `{type}` in one variant of the layout but differently in {other_file}.")
    .fix(&["Declare `{symbol}` with the same type in every variant of the layout (layout, layout-land, …)."]),
    rule(
        Category::Databinding,
        r"<(?P<tag>[^ >]+) id='(?P<symbol>[^']+)'> conflicts with (?:another tag|an ID used)",
    )
    .means("The id `{symbol}` is used by two tags of the layout, one of them an `<include>`.")
    .fix(&["Give one of the tags with the id `{symbol}` another id."]),
    rule(Category::Databinding, r"(?:<data class='(?P<symbol>[^']+)'>|<View tools:viewBindingType='(?P<type>[^']*)'>) is not defined consistently"),
    rule(
        Category::Databinding,
        r"Configurations for (?P<file>\S+\.xml) must agree on (?P<what>the root element's ID|the use of a root <merge> tag)",
    )
    .means("The variants of {file} differ in {what}, so no binding class can be generated.")
    .fix(&["Make {what} the same in every variant of {file} (layout, layout-land, …)."]),
    rule(Category::Databinding, r"Cannot use 'tools:viewBindingType' in <include> tags"),
    rule(
        Category::Databinding,
        r"(?:Number of lambda parameters is incorrect|Invalid return type in callback|Callback (?:parameter|method) '?`?(?P<symbol>[^'` ]+)|Cannot assign callback expression to '(?P<attribute>[^']+)'|Cannot call 'safeUnbox' on '(?P<boxed>[^']+)')",
    )
    .fix(&["Give the lambda the listener's parameters, or none, and the return type that it expects.", "Correct the binding expression that the message names."]),
    rule(Category::Databinding, r"(?:XML layout|Only one layout element|Multiple binding data tags|<include> elements are not supported|must include a layout|Type of an import cannot be empty|variable must have an? (?:name|type definition))")
        .means("The data binding layout is not built as it must be: {message}.")
        .fix(&["A data binding layout is `<layout>` with at most one `<data>` and exactly one root view; `<include>` must not stand directly in `<merge>`, and every `<variable>` needs `name` and `type`."]),
    rule(
        Category::Databinding,
        r"You must target API level (?P<min_sdk>[0-9]+) or greater to support '(?P<symbol>[^']+)'",
    ),
    rule(Category::Databinding, r"'(?P<symbol>[^']+)'"),
]);
