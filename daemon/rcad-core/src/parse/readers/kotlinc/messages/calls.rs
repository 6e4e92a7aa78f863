//! Messages about calls: arguments, overloads, inference, constructors; and about suspend functions.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::KotlinOverload,
        r"^No value passed for parameter '(?P<symbol>contentDescription)'",
    )
    .means("`Icon` and `Image` of Compose ask for a `contentDescription` each time, so that nobody forgets what screen readers say; this call has none.")
    .fix(&["Pass `contentDescription = stringResource(R.string.…)`, or `contentDescription = null` where the picture is only for decoration."]),
    rule(
        Category::KotlinOverload,
        r"^No value passed for parameter '(?P<symbol>on[A-Z][A-Za-z0-9]*)'",
    )
    .means("The call passes no value (argument) for the parameter `{symbol}`, for which the compiler sees no default; by its name it takes a lambda.")
    .fix(&["Pass it in the call, `{symbol} = {{ … }}`; or give it a default in the declaration, if that is yours (`{symbol}: () -> Unit = {{}}`, with its own type).", "If the library was updated, the parameter may be new: compare with its current signature."]),
    rule(
        Category::KotlinOverload,
        r"^No value passed for parameter '(?P<symbol>[^']+)'",
    )
    .means("The call passes no value (argument) for the parameter `{symbol}`, for which the compiler sees no default.")
    .fix(&["`{metadata_task}` compiles the metadata of common code: if `{symbol}` has a default in its library's `expect` declaration, the compiler has lost it there, which is a fault of this Kotlin version: pass `{symbol}` in the call, or use another Kotlin version.", "Pass `{symbol}` in the call, or give it a default value in the declaration, if that is yours.", "If the declaration is a library's and this compiled before, the parameter is new in its version: its release notes say what to pass."]),
    rule(
        Category::KotlinOverload,
        r"^Too many arguments for '?(?P<declaration>.+?)'?\.?$",
    )
    .means("The call has more arguments than `{declaration}` takes.")
    .fix(&["Remove the surplus argument, or pass it to the function that takes it; compare the signature `{declaration}`.", "If the library was updated, a parameter may have been removed."]),
    rule(
        Category::KotlinOverload,
        r"^None of the following (?:functions|candidates)|^Inapplicable candidate",
    ),
    rule(
        Category::KotlinOverload,
        r"^(?:Overload resolution ambiguity|Ambiguity between candidates|Callable reference resolution ambiguity|Cannot choose among the following candidates)[^:]*: ?(?P<candidates>.*)$",
    )
    .means("The call of `{symbol}` is ambiguous: more than one overload fits the arguments: {candidates}.")
    .fix(&["Make the choice unambiguous: give the argument a definite type (`as String`, `null as Int?`, a typed variable) or name the parameter.", "If another error above leaves an argument without a type, fix that one first; this ambiguity is then a cascade of it."]),
    rule(Category::KotlinOverload, r"^(?:Overload resolution ambiguity|Ambiguity between candidates|Assign(?:ment)? operators? ambiguity|Ambiguity between assign)")
        .means("The call is ambiguous: more than one overload fits the arguments.")
        .fix(&["Give the argument a definite type, or name the parameter, so that only one overload fits."]),
    rule(
        Category::KotlinOverload,
        r"^(?:Cannot find a parameter with this name: '?|No parameter with name ')(?P<symbol>[^'\s.]+)",
    )
    .means("The function or class that is called has no parameter named `{symbol}`: it was renamed or removed in the version that this module compiles with, or another function of the same name is imported.")
    .fix(&["Open the declaration from the call (Ctrl+B) and take over the name that it has now, or leave `{symbol}` out; if it is another function than the one that is meant, correct the import.", "If it compiled before, the library of that function changed its version (also through another dependency that asks for a newer one): go back to the version before, or follow its release notes."]),
    rule(
        Category::KotlinOverload,
        r"^(?:An )?[Aa]rgument (?:is )?already passed for this parameter",
    )
    .means("An argument is passed twice for the same parameter.")
    .fix(&["Remove one of the two arguments."]),
    rule(
        Category::KotlinOverload,
        r"^Named arguments are (?:not allowed|prohibited) for (?:non-Kotlin|Java)",
    )
    .means("The function that is called is declared in Java (or another language), whose parameters have no names that Kotlin could use.")
    .fix(&["Take the names (`name =`) out of the call and put the arguments into the order of the declaration."]),
    rule(
        Category::KotlinOverload,
        r"^(?:Mixing named and position|Named and positioned arguments|Named arguments are (?:not allowed|prohibited) for|Named argument is (?:not allowed|prohibited)|Only named arguments are available for Java annotations)",
    )
    .means("Named and positional arguments are mixed in a way that is not allowed: {message}.")
    .fix(&["Name all arguments from the first named one on, or none; functions of Java have no parameter names."]),
    rule(
        Category::KotlinOverload,
        r"^(?:Not enough information to infer (?:type (?:variable|argument|parameter)s? (?:for )?|parameter )'?|Cannot infer (?:a )?type for (?:type parameter |value parameter )'?)(?P<symbol>[^'.\s]+)",
    )
    .means("The compiler cannot infer the type parameter `{symbol}` of the function that is called here: neither the arguments nor the expected type tell it.")
    .fix(&["If a name in the same expression or its import is unresolved, mend that first: this is then only a consequence.", "Else write the type explicitly: at the call, `name<Type>(…)` (as `findViewById<TextView>(…)`, `mutableStateOf<Book?>(null)`, `emptyList<Book>()`), or at the variable that takes the result."]),
    rule(
        Category::KotlinOverload,
        r"^Cannot infer (?:a )?type for this parameter",
    )
    .means("A lambda's parameter gets no type here. Usually the call to which the lambda belongs is itself not resolved (a missing import or dependency, a wrong argument), so that nothing says what the lambda is given; else nothing around it does.")
    .fix(&[
        "Mend the other error of this line or of the call around it first, if there is one.",
        "Else write the type: `{{ value: Type -> … }}`, or `Name<Type>(…)` at the call.",
    ]),
    rule(
        Category::KotlinOverload,
        r"(?i)^(?:Cannot infer (?:a )?type for|Type inference failed|Type inference for control flow expression failed|Cannot infer type|New inference error|The type of (?:a|an) (?:receiver|argument) hasn't been inferred|The type of parameter `?[^` ]+`? cannot be inferred|Unstable inference behaviour|Builder inference lambda)",
    )
    .means("The compiler cannot infer a type here: {message}.")
    .fix(&["Specify the type explicitly: a parameter type in the lambda, type arguments at the call, or the variable's type.", "If a name in the same expression is unresolved, fix that first; this is then only a consequence."]),
    rule(
        Category::KotlinOverload,
        r"^(?:Wrong number of type arguments|(?P<count>[0-9]+|No|One) type arguments? expected|Type arguments (?:should|must) be specified for|Type arguments are not allowed)",
    )
    .means("The number of type arguments does not fit the declaration: {message}.")
    .fix(&["Write as many type arguments in `<…>` as the class or function declares, for example `List<String>` instead of `List`."]),
    rule(
        Category::KotlinOverload,
        r"^(?:This (?:class|type) does not have a constructor|Interface '?(?P<symbol>[^'\s]+)'? does not have constructors|Sealed types cannot be instantiated|Enum types cannot be instantiated|Annotation class cannot be instantiated)",
    )
    .means("A type that has no constructor is instantiated: {message}.")
    .fix(&["Instantiate a class that implements it, use `object : Type {{ … }}`, or its factory function."]),
    rule(
        Category::KotlinOverload,
        r"^This type has a constructor, (?:and thus|so it) must be initialized here",
    )
    .means("The superclass in the header has a constructor, so the header must call it: the parentheses `()` are missing.")
    .fix(&["Write the supertype with its constructor's arguments: `class A : Base()`."]),
    rule(
        Category::KotlinOverload,
        r"^Constructor of (?:the )?inner class '?(?P<symbol>[A-Za-z0-9_]+)'? can be called only",
    )
    .means("`{symbol}` is an `inner` class, which belongs to an object of the class around it, and is made here without such an object.")
    .fix(&["Call it on one, `outer.{symbol}(…)`; or remove `inner` from `{symbol}` if it does not use the class around it."]),
    rule(
        Category::KotlinOverload,
        r"^Explicit 'this' or 'super' call is required|^Enum has no default constructor|^Primary constructor call expected|^Supertype initialization is impossible",
    )
    .means("A constructor is not called as it must be: {message}.")
    .fix(&["Call the superclass constructor with its arguments (`: super(…)`, `Base(…)`)."]),
    rule(
        Category::KotlinOverload,
        r"^Function invocation '(?P<symbol>[^'(]+)\(\)' expected",
    )
    .means("`{symbol}` is a function and stands here without being called; the parentheses are missing.")
    .fix(&["Write `{symbol}()`, or `::{symbol}` for a reference to it."]),
    // `Function invocation 'width(...)' expected.`: it takes arguments
    rule(
        Category::KotlinOverload,
        r"^Function invocation '(?P<symbol>[^'(]+)[^']*' expected",
    )
    .means("`{symbol}` is read here as a value, and all that the compiler finds under this name is a function with parameters. Either its arguments are missing, or a property `{symbol}` was meant, which what stands before it does not have.")
    .fix(&[
        "If a property is meant, see at line {line} of `{name}` of which type the value before `{symbol}` is: another one of that name may be in scope (a parameter, an implicit receiver, a wrong import); use the value or type that has the property.",
        "If the function is meant, pass its arguments, `{symbol}(…)`, or write `::{symbol}` for a reference to it.",
    ]),
    rule(
        Category::KotlinOverload,
        r"^(?:Passing value as a vararg|The spread operator \(\*foo\)|Assigning single elements? to varargs|Only one lambda expression is allowed outside|Expression is treated as a trailing lambda|A receiver of type|No receiver can be passed|No (?:required )?context (?:receiver|argument)|Multiple (?:potential context|arguments applicable)|Super-calls with default arguments|Nested .+ accessed via instance reference|'(?P<symbol>[^']+)' can(?:no|')t be called in this context (?:by|with an) implicit receiver|Default value|None of the '(?:next|hasNext)\(\)' functions|Method '(?P<method>[^']+)' is ambiguous|'?(?:hasNext|next)\(\)'? is ambiguous|Function '(?P<function>[^']+)' is ambiguous|Operator call '(?P<call>[^']+)' is ambiguous|No type argument for type parameter)",
    ),
    // Coroutines.
    rule(
        Category::KotlinCoroutine,
        r"^Suspend function '(?:[^'(]*\bfun )?(?:<[^>]*> )?(?:[^\s'(]*\.)?(?P<symbol>[A-Za-z0-9_`]+)(?:\([^']*)?' (?:should|can) (?:be called only|only be called) from a coroutine",
    )
    .means("The suspend function `{symbol}` is called from code that is neither a suspend function nor a coroutine body.")
    .fix(&[
        "Make the caller `suspend`, or start a coroutine: `viewModelScope.launch {{ {symbol}(…) }}`, `lifecycleScope.launch`, `LaunchedEffect` in Compose; in the `main` of a program without Android `runBlocking {{ … }}`.",
        "Callbacks and lambdas that are not inline (listeners, `map` of a sequence) are no coroutine even inside one.",
    ]),
    rule(
        Category::KotlinCoroutine,
        r"^Suspend property '(?P<symbol>[^']+)' (?:should|can) (?:only )?be accessed|^Suspension functions can (?:only )?be called|^Restricted suspending functions can|^(?:The '(?P<function>[^']+)'|A) suspension point(?: at .+)? is inside a critical section|^'?suspend'? function can only be called in (?:a|the) form of|^Calls? (?:having a|in the) form of '+suspend|^Anonymous suspend functions are prohibited|^'@Synchronized' annotation is not applicable to 'suspend'|^Suspend inline lambda parameters",
    )
    .means("A suspend function or coroutine is used where it cannot suspend: {message}.")
    .fix(&["Move the call into a coroutine or suspend function; use `Mutex.withLock` instead of `synchronized` around it."]),
    rule(
        Category::KotlinCoroutine,
        r"^(?:Suspend|Non-suspend) function '(?:[^'(]*\bfun )?(?P<symbol>[A-Za-z0-9_]+)[^']*' cannot override (?:non-)?suspend function|^Mixing suspend and non-suspend supertypes",
    )
    .means("One of two functions, override and overridden, is `suspend` and the other is not: {message}.")
    .fix(&["Declare both `suspend`, or neither."]),
    rule(
        Category::KotlinCoroutine,
        r"^Suspend(?:ing|ion)? (?:function|functions|point)[^']*(?:'(?:[a-z ]+ )?(?P<symbol>[^'(\s]+)[^']*')?.*(?:coroutine|suspen)",
    ),
]);
