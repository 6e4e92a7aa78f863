//! Messages of Dagger's and Hilt's processors.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Dagger before 2.19 says no `[Dagger/…]`, and may name the method that asks: `[com.example.Shop.open(T)] …`.
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/MissingBinding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>error\.NonExistentClass) cannot be provided",
    )
    .means("Dagger is asked for `error.NonExistentClass`: kapt put it into the stub in place of a type that could not be resolved (missing import or dependency, or a class that another processor generates).")
    .fix(&[
        "Follow the trace below the message to the parameter or property, and add the import or dependency of its type.",
        "If the type is generated, set `kapt {{ correctErrorTypes = true }}`.",
    ]),
    // Dagger names no `@Inject` constructor where the type cannot have one.
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>@.+?) cannot be provided without an @Provides-annotated method",
    )
    .means("Dagger has no binding for `{symbol}`: what is asked for with a qualifier must be provided with the same qualifier, and nothing in the component's graph does that.")
    .fix(&[
        "Add the qualifier of `{symbol}` to the `@Provides` or `@Binds` function that is meant, or provide it so in a module of this component; in Kotlin a qualifier on a constructor property may need `@param:` or `@field:`.",
        "If the qualifier is not meant, remove it where `{symbol}` is asked for.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>android\.(?:content\.Context|app\.(?:Application|Activity))) cannot be provided without an @Provides-annotated method",
    )
    .means("Dagger has no binding for `{symbol}`: Android creates it, so it must be handed to the component from outside.")
    .fix(&[
        "With Hilt ask for `@ApplicationContext context: Context` (or `@ActivityContext`); with plain Dagger hand it in by `@BindsInstance` in the component's factory or builder.",
        "Or provide it from what is bound already: a `@Provides` function in a module of this component.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>(?:java\.lang\.)?(?:String|Integer|Boolean|Long|Float|Double|Character|CharSequence)|int|boolean|long|float|double) cannot be provided without an (?:@Provides|@Inject)",
    )
    .means("Dagger has no binding for `{symbol}`, a type of which an app has many values: a key of its own takes a qualifier, on both sides, and here none is asked for. An `@Inject` constructor that takes such a parameter with a default value does not help: Dagger does not know Kotlin's defaults.")
    .fix(&[
        "Provide the value with a qualifier and ask for it with the same: `@Provides @Named(\"shelfUrl\") fun shelfUrl() = …` and `@Named(\"shelfUrl\") url: String`.",
        "If it is known only when the object is made (an id, an argument), mark the parameter `@Assisted` with an `@AssistedFactory`, or read it from `SavedStateHandle` in a view model.",
        "If the class has a default for it, leave the parameter out of the `@Inject` constructor.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>androidx\.lifecycle\.SavedStateHandle) cannot be provided without an (?:@Provides|@Inject)",
    )
    .means("Dagger has no binding for `{symbol}` in the component that asks: Hilt binds it in `ViewModelComponent` alone, for a class annotated `@HiltViewModel` and what only such classes are given.")
    .fix(&[
        "Ask for it in the constructor of the `@HiltViewModel` class itself, and pass on what you read from it; a class of `SingletonComponent` or of an activity cannot have one.",
        "If it is asked for by a view model, that lacks `@HiltViewModel`, or is injected as an ordinary class in place of `by viewModels()`.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>androidx\.lifecycle\.ViewModelProvider\.Factory) cannot be provided without an @Provides",
    )
    .means("Dagger has no binding for `{symbol}`. In a graph of plain Dagger a module binds the app's own factory to it; under Hilt a module counts only with `@InstallIn`, and view models need no such factory.")
    .fix(&[
        "With Hilt annotate the view models `@HiltViewModel`, get them by `by viewModels()`, and remove the injected factory; or keep it for now: annotate the module that binds it `@InstallIn(SingletonComponent::class)`.",
        "With plain Dagger name the module that binds it in `modules = […]` of this component.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*\.(?P<simple>[A-Z][A-Za-z0-9_]*(?:Dao|DAO))) cannot be provided without an (?:@Provides|@Inject)",
    )
    .means("Dagger has no binding for `{symbol}`, by its name a DAO of Room: Room generates its class, so it has no `@Inject` constructor, and the database hands it out.")
    .fix(&[
        "Provide it from the database, in a module of this component (with Hilt `@Module @InstallIn(SingletonComponent::class)`): `@Provides fun provide{simple}(database: …): {simple} = database.…()`, with your database and its function; the database itself is provided by `Room.databaseBuilder(…).build()`, `@Singleton`.",
        "If that function is there, its module is not installed in this component, or not on this module's class path.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>(?:retrofit2|okhttp3|com\.google\.(?:gson|firebase|android\.gms)|com\.squareup|io\.ktor|coil3?|androidx|kotlinx|com\.bumptech)\.[A-Za-z0-9_.]*[A-Za-z0-9_](?:<[^<>]*>)?) cannot be provided without an (?:@Provides|@Inject)",
    )
    .means("Dagger has no binding for `{symbol}`: it is a library's class, whose constructor nobody can annotate with `@Inject`, and no `@Provides` function in the component's graph makes one.")
    .fix(&[
        "Write a `@Provides` function that builds it, in a module of this component (with Hilt `@Module @InstallIn(SingletonComponent::class)`, `@Singleton` for one instance).",
        "If there is one, see that its module is installed in this component and on this module's class path, and that its type is the very same: imports, type arguments, qualifier.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*\.(?P<simple>[A-Z][A-Za-z0-9_]*(?:Api|API|ApiService|Service|Endpoint|Endpoints|WebService))) cannot be provided without an @Provides",
    )
    .means("Dagger has no binding for `{symbol}`. By the message it is an interface or an abstract class; by its name usually an interface of Retrofit, which has no class to be injected: Retrofit makes the object.")
    .fix(&[
        "Provide it in a module of this component (with Hilt `@Module @InstallIn(SingletonComponent::class)`): `@Provides fun provide{simple}(retrofit: Retrofit): {simple} = retrofit.create({simple}::class.java)`. If you have an implementation of your own, bind it: `@Binds abstract fun bind(impl: …): {symbol}`.",
        "If the function is there, its module is not installed in this component (`@InstallIn(…)`, `modules = […]`), or not on this module's class path or in this variant's source set.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*\.[A-Z][A-Za-z0-9_]*) cannot be provided without an @Provides-annotated method",
    )
    .means("Dagger has no binding for `{symbol}`. By the message it is an interface or an abstract class, which Dagger cannot make itself, and nothing in the component's graph provides an implementation.")
    .fix(&[
        "Bind its implementation in a module of this component (with Hilt `@Module @InstallIn(…)`): `@Binds abstract fun bind(impl: …): {symbol}`, where the implementation has an `@Inject` constructor.",
        "If it is a library's type, write a `@Provides` function that creates it; check that the type that is asked for and the one that is provided are of the same package.",
        "If a binding exists, see that its module is installed in this component (`@InstallIn(…)`, `modules = […]`) and on this module's class path.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/Missing ?Binding\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>.+?) cannot be provided without (?P<way>[^.]+?)[- ]annotated method",
    )
    .means("Dagger has no binding for `{symbol}`: nothing in the component's graph provides it (it would need {way}-annotated method).")
    .fix(&[
        "Give `{symbol}` an `@Inject` constructor if it is your class, or a `@Provides`/`@Binds` method in a module that is installed in this component (`@InstallIn(…)` with Hilt, `modules = […]` with Dagger).",
        "For a value from outside (`Context`, an argument) use `@BindsInstance` in the component's factory; with Hilt inject `@ApplicationContext`.",
        "If a binding exists, compare qualifier, scope's component, generic type (`@JvmSuppressWildcards` in Kotlin) and package.",
    ]),
    rule(
        Category::KaptKsp,
        r"\[Dagger/DependencyCycle\]\s*(?:\[[^\]]*\] )?(?:Found a dependency cycle:?)?\s*(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*\.[A-Za-z0-9_]+)?",
    )
    .means("Dagger found a dependency cycle: creating one object of the graph needs, through its constructor parameters, the object itself.")
    .fix(&["Break the cycle: inject `Provider<T>` or `dagger.Lazy<T>` at one place, or split the class."]),
    rule(
        Category::KaptKsp,
        r"(?:\[Dagger/DuplicateBindings\]\s*|^)(?:\[[^\]]*\] )?(?P<symbol>\S.*?) is bound multiple times",
    )
    .means("Dagger found more than one binding for `{symbol}` (duplicate bindings).")
    .fix(&["Keep one of the `@Provides`/`@Binds` methods or `@Inject` constructors for `{symbol}`, or tell them apart with a qualifier (`@Named`, your own `@Qualifier`)."]),
    rule(
        Category::KaptKsp,
        r"\[Dagger/IncompatiblyScopedBindings\]\s*(?:\[[^\]]*\] )?(?P<symbol>\S+)",
    )
    .means("A binding has a scope that its component `{symbol}` does not have.")
    .fix(&["Annotate the component with the same scope, or install the module in the component of that scope (Hilt: `@Singleton` ↔ `SingletonComponent`, `@ActivityScoped` ↔ `ActivityComponent`)."]),
    rule(
        Category::KaptKsp,
        r"\[Dagger/(?P<problem>[A-Za-z]+)\]\s*(?:\[[^\]]*\] )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.<>]*\.[A-Za-z0-9_<>]+)?",
    )
    .means("Dagger found a mistake in the graph ({problem}): {message}.")
    .fix(&["Follow the trace below the message from the entry point to the binding, and correct that binding."]),
    rule(
        Category::KaptKsp,
        r"(?P<symbol>(?:[a-z][A-Za-z0-9_]*\.)*[A-Z][A-Za-z0-9_.]*) is missing an @InstallIn annotation",
    )
    .means("Hilt does not know into which component the module `{symbol}` belongs: it has no `@InstallIn`.")
    .fix(&["Add `@InstallIn(SingletonComponent::class)` (or `ActivityRetainedComponent`, `ViewModelComponent`, `ActivityComponent` … for a shorter life) to `{symbol}`.", "A module that is only for another Dagger component: annotate it with `@DisableInstallInCheck`."]),
    rule(
        Category::KaptKsp,
        r"@(?P<annotation>AndroidEntryPoint) base class must extend|Activities annotated with @(?P<annotation2>AndroidEntryPoint) must be a subclass of androidx\.activity\.ComponentActivity",
    )
    .means("`@AndroidEntryPoint` stands on a class that Hilt cannot inject: it supports activities that extend `ComponentActivity` (`AppCompatActivity`, `FragmentActivity`), AndroidX fragments, views, services and broadcast receivers.")
    .fix(&["Extend one of these (not `android.app.Activity` or `android.app.Fragment`); a base class that cannot be resolved counts as wrong too: check its import and dependency.", "In a `ContentProvider` or another class use `@EntryPoint` with `EntryPointAccessors`; a worker of WorkManager takes `@HiltWorker`."]),
    rule(
        Category::KaptKsp,
        r"@(?P<annotation>AndroidEntryPoint)-annotated classes cannot have type parameters",
    )
    .means("A generic class is annotated with `@AndroidEntryPoint`; Hilt's generated superclass cannot be generic.")
    .fix(&["Annotate the concrete subclasses instead of the generic base class; fields with `@Inject` may stay in the base class."]),
    rule(
        Category::KaptKsp,
        r"@(?P<annotation>InstallIn) can only be used on",
    )
    .means("`@InstallIn` stands on a class that is neither a `@Module` nor an `@EntryPoint`.")
    .fix(&["Add `@Module` to the class (import `dagger.Module`), or remove `@InstallIn`: classes with an `@Inject` constructor need none, their scope annotation (`@Singleton`) is enough."]),
    rule(
        Category::KaptKsp,
        r"Cannot process multiple app roots in the same compilation unit: (?P<roots>.+?)\.?$",
    )
    .means("More than one class is annotated with `@HiltAndroidApp` in this compilation: {roots}.")
    .fix(&["Keep `@HiltAndroidApp` on the one `Application` that the manifest names; put those of other flavours into their source sets."]),
    rule(
        Category::KaptKsp,
        r"@(?P<annotation>HiltViewModel) is only supported on types that subclass",
    )
    .means("`@HiltViewModel` stands on a class that is not a `ViewModel`, or whose superclass the processor cannot resolve.")
    .fix(&["Let the class extend `androidx.lifecycle.ViewModel` (or `AndroidViewModel`) and see that `androidx.lifecycle:lifecycle-viewmodel` is on this module's class path."]),
    rule(
        Category::KaptKsp,
        r"^(?P<annotation>@Provides) methods cannot be abstract|^(?P<annotation2>@Binds) methods must be abstract",
    )
    .means("`@Provides` and `@Binds` are mixed up: a `@Provides` function has a body that creates the object, a `@Binds` function is abstract and only names the implementation.")
    .fix(&["`@Binds abstract fun bind(impl: FooImpl): Foo` in an `interface` or `abstract class`; `@Provides fun foo(): Foo = …` in an `object` (or the companion object of the abstract module)."]),
    rule(
        Category::KaptKsp,
        r"A (?P<annotation>@Module) may not contain both non-static and abstract binding methods",
    )
    .means("One module has abstract functions (`@Binds`) and ordinary ones (`@Provides`), which Dagger cannot combine, because it would need an instance of an abstract class.")
    .fix(&["Put the `@Provides` functions into a `companion object` of the module, or split it: an `interface` for `@Binds` and an `object` for `@Provides`."]),
    rule(
        Category::KaptKsp,
        r"^(?P<annotation>@Binds) methods must have exactly one parameter, whose type is assignable to the return type",
    )
    .means("A `@Binds` function must have exactly one parameter, the implementation, whose class implements or extends the return type; here it has none or several, or the class does not (an unresolved or generated type counts as that too).")
    .fix(&["Write `@Binds abstract fun bind(impl: FooImpl): Foo`, and let `FooImpl` name `Foo` among its supertypes, with the same type arguments. If more than the implementation is needed, use `@Provides`."]),
    rule(
        Category::KaptKsp,
        r"Dagger does not support injection into (?P<what>private|static) (?:fields|methods)",
    )
    .means("An `@Inject` field is {what}, and Dagger has to assign it from outside. In Kotlin the field behind a property is private unless the property is `lateinit` (or `@JvmField`).")
    .fix(&["Write `@Inject lateinit var …: Foo` without `private`; for a qualifier `@field:Named(\"…\")`. Better where you create the class yourself: an `@Inject constructor(private val …)`."]),
    rule(
        Category::KaptKsp,
        r"^Types? (?:(?P<symbol>[a-z]\S+) )?may only contain one injected constructor",
    )
    .means("A class has more than one constructor with `@Inject` (in Kotlin also one whose parameters all have defaults, or `@JvmOverloads`).")
    .fix(&["Keep `@Inject` on one constructor and remove it (or `@JvmOverloads`) from the others."]),
    rule(
        Category::KaptKsp,
        r"^(?P<annotation>@Inject) constructors are invalid on inner classes",
    )
    .means("An `inner` class has an `@Inject` constructor; Dagger cannot create it, because it needs an instance of the outer class.")
    .fix(&["Remove `inner` (a nested class of Kotlin is static), or hand over what it needs of the outer class as a parameter."]),
    rule(
        Category::KaptKsp,
        r"(?P<annotation>@Assisted) parameters? (?:must|can only) be used within an? @AssistedInject",
    )
    .means("A parameter has `@Assisted`, and its constructor has not `@AssistedInject`.")
    .fix(&["Annotate the constructor with `@AssistedInject` in place of `@Inject` (both of `dagger.assisted`), and write an `@AssistedFactory` interface whose function takes these parameters. The old `com.squareup.inject.assisted` has annotations of the same names."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>\S+) is missing (?P<what>parameters|setters) for required modules or subcomponents: \[(?P<modules>[^\]]+)\]",
    )
    .means("`{symbol}` has no {what} for {modules}, which the component needs: such a module has a constructor with parameters, so Dagger cannot create it.")
    .fix(&["Add it to the factory or builder, or let the module do without an instance (an `object`, or an abstract class with a companion object)."]),
    rule(
        Category::KaptKsp,
        r"^(?P<annotation>@ContributesAndroidInjector) was used, but (?P<symbol>dagger\.android\.processor\.AndroidProcessor) was not found",
    )
    .means("`@ContributesAndroidInjector` needs a processor of its own, which is not on the processor path.")
    .fix(&["Add `kapt(\"com.google.dagger:dagger-android-processor:…\")` (or `ksp(…)`), with the version of Dagger, beside `dagger-compiler`."]),
    rule(
        Category::KaptKsp,
        r"(?P<by>[A-Za-z0-9_.]+) was unable to process '(?P<symbol>[^']+)' because not all of its dependencies could be resolved",
    )
    .means("The processor `{by}` cannot process `{symbol}`, because a type that it needs does not exist or does not compile; which one, it does not say.")
    .fix(&["Correct the other errors of the build first (unresolved references, other processors): this one usually follows from them.", "Otherwise check each type that `{symbol}` names in its annotations, fields and functions: its import, and that its library reaches this module (`api` where it comes from). Newer versions of the processor name the type."]),
    rule(
        Category::KaptKsp,
        r"Dagger does not support (?:providing|injecting) (?P<annotation>@AssistedInject) type",
    )
    .means("A class with an `@AssistedInject` constructor is asked for as an ordinary dependency; Dagger cannot create it, because part of its parameters come from the caller.")
    .fix(&["Ask for its `@AssistedFactory` interface instead, and call that with the parameters."]),
    rule(
        Category::KaptKsp,
        r"Expected (?P<symbol>@[A-Za-z]+) to have a value\. Did you forget to apply the Gradle Plugin",
    )
    .means("`{symbol}` has no value, because the Hilt Gradle plugin, which rewrites the superclass, is not applied in this module.")
    .fix(&[
        "Apply the plugin in this module: `plugins {{ id(\"com.google.dagger.hilt.android\") }}`, and declare it in the root build script with Hilt's version.",
        "Without the plugin write `{symbol}(Base::class)` and extend `Hilt_…`.",
    ]),
    rule(
        Category::KaptKsp,
        r"(?:class, (?P<symbol>[A-Za-z0-9_.]+), )?annotated with @HiltAndroidApp must be defined in a Gradle android application module|(?P<activity>Activities) annotated with @AndroidEntryPoint must be a subclass|@AndroidEntryPoint base class must extend|@AndroidEntryPoint cannot be used on an Application|@HiltAndroidApp base class must extend Application|@(?:AndroidEntryPoint|HiltAndroidApp|HiltViewModel)|@HiltAndroidTest|@InstallIn|@DefineComponent|@EntryPoint|@EarlyEntryPoint|@BindValue",
    )
    .means("Hilt does not accept how its annotations are used: {message}.")
    .fix(&[
        "Correct the annotated class as the message says: `@AndroidEntryPoint` belongs on activities that extend `ComponentActivity`, fragments, views, services and receivers; `@HiltAndroidApp` on the `Application`; `@HiltViewModel` on a `ViewModel` with one `@Inject` constructor; modules need `@InstallIn`.",
    ]),
    rule(Category::KaptKsp, r"^(?:\[[0-9;]*m)?\[Hilt\] Processing did not complete|^\[Hilt\]")
        .means("Hilt's annotation processor failed: {message}.")
        .fix(&["Fix the error of Hilt or Dagger that stands above this line."]),
    rule(
        Category::KaptKsp,
        r"(?P<processor>[A-Za-z]*ProcessingStep|Processor) was unable to process '(?P<element>(?P<symbol>[^'(]+)[^']*)' because 'error\.NonExistentClass' could not be resolved",
    )
    .means("Dagger cannot process `{element}`, because a type in it could not be resolved when kapt made its stubs (`error.NonExistentClass`): a missing import or dependency, or a class that another processor generates.")
    .fix(&["Follow the dependency trace below the message to the type; add its import or dependency.", "If the type is generated, set `kapt {{ correctErrorTypes = true }}`."]),
    rule(
        Category::KaptKsp,
        r"was unable to process '(?P<element>[^']+)' because '(?P<symbol>[^']+)' could not be resolved",
    )
    .means("The processor cannot process `{element}`, because the type `{symbol}` in it could not be resolved: its import, dependency or generated class is missing.")
    .fix(&["Add the import or dependency of `{symbol}`; if it is generated, look for the error of the processor that generates it.", "If `{symbol}` is in another module, that module must expose its library with `api`."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*\.[A-Za-z0-9_]+) has errors$|^(?P<module>[A-Za-z_][A-Za-z0-9_.]*) is listed as a module, but",
    )
    .means("Dagger could not use a module: {message}.")
    .fix(&["Fix the errors that are reported on `{symbol}` itself.", "Correct the module that the message names."]),
    rule(
        Category::KaptKsp,
        r"^(?P<annotation>@Binds) methods' parameter type must be assignable to the return type",
    )
    .means("Dagger does not accept a `@Binds` function: the class of its parameter does not implement or extend its return type, or one of the two could not be resolved (not imported, or generated later): {message}.")
    .fix(&[
        "Search this module for `@Binds` (`grep -rn -A2 \"@Binds\"` in its `src`), and check of each function that the parameter's class names the return type among its supertypes, with the same type arguments, and that the two are not swapped.",
    ]),
    rule(
        Category::KaptKsp,
        r"^(?P<annotation>@(?:Provides|Binds|BindsInstance|BindsOptionalOf|Produces|Multibinds|IntoMap|IntoSet|ElementsIntoSet|Component|Subcomponent|Module|Inject|AssistedInject|AssistedFactory|Assisted|MapKey|Qualifier|Scope|Reusable|Singleton|CancellationPolicy)(?:\.Builder|\.Factory)?s?)\b.*(?:must|may|can ?not|should|is |are |has|only|not|nonsense|missing|methods|types)",
    )
    .means("Dagger does not accept this use of `{annotation}`: {message}.")
    .fix(&["Correct the annotated declaration as the message says; a return type that cannot be resolved counts as wrong too: check its import and whether it is generated."]),
    rule(
        Category::KaptKsp,
        r"Dagger (?:does not support|disallows|cannot|injector does not)|Methods with @Inject may not|Constructors cannot be annotated with both @Inject|Type (?P<symbol>\S+) may only contain one injected constructor|A (?:type with an @AssistedInject|single (?:binding|dependency request)) |Components? (?:may|methods|cannot)|Members injection methods|Subcomponent factory methods|Map key annotations|Modules (?:with type parameters|cannot be)|Binding methods? |A @Module may not contain|This method isn't a valid provision method|of type map must declare a map key|Cannot inject members into|No matching InjectedFieldSignature|Cannot process (?:multiple app|test) roots",
    )
    .means("Dagger does not accept a declaration of the graph: {message}.")
    .fix(&["Correct the annotated declaration as the message says (visibility, `static`, `final`, generics, number of annotations)."]),
]);
