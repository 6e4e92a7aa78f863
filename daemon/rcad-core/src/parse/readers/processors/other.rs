//! Messages of Moshi's, Glide's and other processors.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // javac's own words, `…: javax.annotation.processing.Processor: Provider a.ShelfProcessor could not be instantiated: …`
    rule(
        Category::KaptKsp,
        r"^Bad service configuration file, or exception thrown while constructing Processor object: .*?Provider (?P<symbol>[A-Za-z0-9_.$]+) (?P<why>.+?)\.?$",
    )
    .means("The annotation processor `{symbol}` did not start ({why}), so nothing that it generates is there.")
    .fix(&["Bring `{symbol}`'s library and the other processors to releases of one time that fit this JDK; what the classes of one lack another one usually brings in an older version."]),
    rule(
        Category::KaptKsp,
        r"@JsonClass (?:with 'generateAdapter = \x22true\x22' )?can't be applied to (?P<symbol>[^\s:]+): (?P<why>.+?)\.?$",
    )
    .means("Moshi cannot generate an adapter for `{symbol}`: {why}.")
    .fix(&["Make `{symbol}` a public or internal, non-abstract, non-inner Kotlin class with a primary constructor; leave `@JsonClass` off enums, sealed and Java classes, or write the adapter by hand."]),
    rule(
        Category::KaptKsp,
        r"^No property for required constructor parameter (?P<symbol>\S+)",
    )
    .means("Moshi needs a property for each constructor parameter, and `{symbol}` is a plain one without a default.")
    .fix(&["Write `val {symbol}` (or `var`) in the constructor, or give the parameter a default value."]),
    rule(
        Category::KaptKsp,
        r"No default value for transient/ignored property (?P<symbol>\S+)|property (?P<property>\S+) is not visible|JsonQualifier @?(?P<qualifier>\S+) must have RUNTIME retention|No property for required constructor parameter (?P<parameter>\S+)|Kapt support in Moshi",
    )
    .means("Moshi cannot generate the adapter: {message}.")
    .fix(&["Give ignored properties a default value, make the properties public or internal, and the qualifier `@Retention(RUNTIME)`."]),
    rule(
        Category::KaptKsp,
        r"You cannot have more than one AppGlideModule|@GlideModule can only be applied to|@GlideOption methods|@GlideType methods|RequestOptionsExtensions must be public|Cannot process annotations after writing AppGlideModule",
    )
    .means("Glide's processor does not accept the module or extension: {message}.")
    .fix(&["Keep one public `AppGlideModule` annotated with `@GlideModule` in the application; libraries use `LibraryGlideModule`."]),
    rule(
        Category::KaptKsp,
        r"Error type '<ERROR TYPE: (?P<symbol>[^>]+)>' is not resolvable in the current round",
    )
    .means("A processor met `{symbol}`, which KSP cannot resolve: the class is not imported, its library is not on this module's class path, or another processor or tool generates it.")
    .fix(&["Look where `{symbol}` stands in a signature of the annotated classes: add its import or dependency.", "If it is generated: another KSP processor's output is seen only in the next round, which this processor does not wait for; what view binding, data binding, protobuf or AIDL generate must be made before the KSP task (`ksp` depends on that task)."]),
    rule(
        Category::KaptKsp,
        r"^java\.lang\.(?P<error>NoClassDefFoundError|ClassNotFoundException): (?:Could not initialize class )?(?P<missing>(?:kotlinx|kotlin|org|com|io|javax|jakarta|androidx)[./][A-Za-z0-9_./$]+)",
    )
    .means("The annotation processor {processor} needs the class `{missing}`, which is not on the processors' class path: the processor was made for other versions of its libraries (or of Kotlin or KSP) than are resolved here.")
    .fix(&["Upgrade {processor}'s processor to a release made for this Kotlin and KSP, and keep it at the version of its runtime library.", "If versions are forced for all configurations (`resolutionStrategy`, a BOM), exclude the processors' (`ksp…`, `kapt…`) from that."]),
    // Plugins of Dagger (dagger.spi) print their class: `[com.example.shop.UnusedValidator] …`
    rule(Category::KaptKsp, r"^\[(?:[a-z][A-Za-z0-9_]*\.)+(?P<validator>[A-Z][A-Za-z0-9]*(?:Validator|Plugin|Processor))\] (?P<why>.+?)\.?$")
        .means("`{validator}`, which takes part in annotation processing (a check of Dagger's binding graph), does not accept a declaration: {why}.")
        .fix(&["Change the binding that the trace below the message leads to as `{validator}` says, or take the plugin out of the processor's class path."]),
    rule(Category::KaptKsp, r"(?P<symbol>ARouter)::Compiler (?:An exception is encountered, \[)?(?:These )?no module name|\x22?(?P<option>AROUTER_MODULE_NAME)")
        .means("ARouter's annotation processor does not know the module's name: the argument `AROUTER_MODULE_NAME` does not reach it.")
        .fix(&[
            "Pass it to the processor that runs in this module: `javaCompileOptions {{ annotationProcessorOptions {{ arguments = [AROUTER_MODULE_NAME: project.getName()] }} }}` in `defaultConfig`, with kapt `kapt {{ arguments {{ arg(\"AROUTER_MODULE_NAME\", project.name) }} }}`.",
            "If it fails in Hilt's task `hiltJavaCompile…`, the arguments do not reach that one: set `hilt {{ enableAggregatingTask = false }}`, or move ARouter's processor to kapt.",
        ]),
    rule(Category::KaptKsp, r"(?P<symbol>ARouter)::Compiler (?P<why>.+?)\.?$")
        .means("ARouter's annotation processor failed: {why}.")
        .fix(&["Correct the annotated class as ARouter says; paths in `@Route` begin with `/` and have two parts."]),
    // Butter Knife: `@BindView fields must not be private or static. (com.example.Shop.title)`
    rule(Category::KaptKsp, r"^(?P<annotation>@(?:Bind[A-Z][A-Za-z]*|On[A-Z][A-Za-z]*|Optional)) (?:fields?|methods?|must|may|with|annotation|IDs?)\b.*?(?:\((?:[a-z0-9_]+\.)*(?P<symbol>[A-Z][A-Za-z0-9_.]*)\))?$")
        .means("Butter Knife does not accept this use of `{annotation}`: {message}.")
        .fix(&["Correct the annotated field or method as the message says: not private, not static, a `View` or interface, in a class that is neither private nor of the framework."]),
    // MapStruct
    rule(
        Category::KaptKsp,
        r"^Unknown property \x22(?P<symbol>[^\x22]+)\x22 in (?:result|return) type (?P<type>\S+?)\. Did you mean \x22(?P<candidate>[^\x22]+)\x22",
    )
    .means("A `@Mapping` of the MapStruct mapper names the target `{symbol}`, and `{type}` has no such property; the nearest is `{candidate}`.")
    .fix(&["Write `@Mapping(target = \"{candidate}\", …)` if that is the property that is meant; otherwise add `{symbol}` to `{type}`."]),
    rule(
        Category::KaptKsp,
        r"^Unknown property \x22(?P<symbol>[^\x22]+)\x22 in (?:result|return) type (?P<type>[A-Za-z0-9_.<>$]*[A-Za-z0-9_>$])",
    )
    .means("A `@Mapping` of the MapStruct mapper names the target `{symbol}`, and `{type}` has no such property (or no setter, builder or constructor parameter for it that MapStruct sees).")
    .fix(&["Correct the `target`, or let `{type}` have a setter for it. With Lombok add `lombok-mapstruct-binding` and run Lombok before MapStruct."]),
    rule(
        Category::KaptKsp,
        r"^Unmapped target propert(?:y|ies): \x22(?P<symbol>[^\x22]+)\x22",
    )
    .means("The MapStruct mapper is set to refuse target properties that nothing fills (`unmappedTargetPolicy = ERROR`), and these have no source: {symbol}.")
    .fix(&["For each add `@Mapping(target = \"…\", source = \"…\")`, or `ignore = true` if it stays empty on purpose. A property of the same name without a getter that MapStruct sees (Lombok, Kotlin `is…`) counts as missing."]),
    rule(
        Category::KaptKsp,
        r"^Can't map (?:property|parameter|Collection element) \x22(?P<from>\S+ (?P<symbol>[^\x22]+))\x22 to \x22(?P<to>[^\x22]+)\x22",
    )
    .means("MapStruct knows no way from `{from}` to `{to}`: the two types differ and no mapping method converts one to the other.")
    .fix(&["Add a method to the mapper that takes the one type and returns the other, or name a mapper that has it: `@Mapper(uses = {{ … }})`."]),
    rule(
        Category::KaptKsp,
        r"^No property named \x22(?P<symbol>[^\x22]+)\x22 exists in source parameter",
    )
    .means("A `@Mapping` of the MapStruct mapper names the source `{symbol}`, which the source has not, or has without a getter that MapStruct sees.")
    .fix(&["Correct the `source` (with several parameters it begins with the parameter's name: `user.name`). With Lombok add `lombok-mapstruct-binding` and run Lombok before MapStruct."]),
    rule(
        Category::KaptKsp,
        r"^No implementation was created for (?P<symbol>\S+) due to having a problem in the erroneous element (?P<element>[A-Za-z0-9_.$]*[A-Za-z0-9_$])",
    )
    .means("MapStruct did not generate `{symbol}`, because `{element}` does not compile for it: a type in it cannot be resolved, or is generated by another processor that has not run (Lombok, a protobuf plugin).")
    .fix(&["Correct the other errors first; this one follows from `{element}`. With Lombok add `lombok-mapstruct-binding`; with kapt set `correctErrorTypes = true`."]),
    rule(Category::KaptKsp, r"^(?:Unmapped (?:target|source) propert(?:y|ies): \x22(?P<symbol>[^\x22]+)|Can't map (?:property|Collection element|parameter) \x22(?P<property>[^\x22]+)|No property named \x22(?P<named>[^\x22]+)\x22 exists|Unknown property \x22(?P<unknown>[^\x22]+)\x22 in (?:result|return) type|Ambiguous (?:mapping methods|constructors) found|Couldn't find any .*mapp)")
        .means("MapStruct cannot generate the mapper: {message}.")
        .fix(&["Add `@Mapping(target = …, source = …)` or `ignore = true` for the property, or a mapping method for its type; with Lombok add `lombok-mapstruct-binding` and order the processors."]),
    rule(Category::KaptKsp, r"^(?:@AutoValue |\[AutoValue|@AutoFactory |@AutoService)")
        .means("The AutoValue processors do not accept the class: {message}.")
        .fix(&["Correct the annotated class as the message says (abstract, not private or nested in a private class, abstract getters)."]),
    rule(Category::KaptKsp, r"^\[ObjectBox\] (?P<why>.+?)\.?$")
        .means("ObjectBox's annotation processor failed: {why}.")
        .fix(&["Correct the `@Entity` class as it says; each needs one `@Id var id: Long` that is not private."]),
    rule(
        Category::KaptKsp,
        r"^No providers found in processor classpath",
    )
    .means("KSP is applied but there is no symbol processor on its class path.")
    .fix(&["Add the processor: `ksp(\"group:artifact-compiler:version\")`; a kapt-only processor cannot run in KSP."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>ksp)-(?P<ksp_version>\S+) is too (?P<how>old|new) for kotlin-(?P<kotlin_version>\S+?)\. Please upgrade (?P<advice>.+?)\.?$",
    )
    .means("KSP {ksp_version} is too {how} for Kotlin {kotlin_version}; a KSP version works with the Kotlin version that its name begins with.")
    .fix(&["Use the KSP release whose version begins with `{kotlin_version}-` (from Kotlin 2.3 on: KSP 2.3 or later), or change the Kotlin plugin: upgrade {advice}."]),
    rule(Category::KaptKsp, r"^(?:Current processing rounds exceeds 100|KSP is re-entered unexpectedly|Unable to process:\s*(?P<symbol>\S*)|KSP failed with exit code: (?P<code>\S+))")
        .means("KSP gave up: {message}.")
        .fix(&["Look at the processor's message above; bring KSP and its processors to versions made for this Kotlin version."]),
]);
