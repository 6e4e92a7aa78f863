//! Messages of Moshi's, Glide's and other processors.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::KaptKsp,
        r"@JsonClass (?:with 'generateAdapter = \x22true\x22' )?can't be applied to (?P<symbol>[^\s:]+): (?P<why>.+?)\.?$",
    )
    .means("Moshi cannot generate an adapter for `{symbol}`: {why}.")
    .fix(&["Make `{symbol}` a public or internal, non-abstract, non-inner Kotlin class with a primary constructor; leave `@JsonClass` off enums, sealed and Java classes, or write the adapter by hand."]),
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
    // Plugins of Dagger (dagger.spi) print their class: `[com.example.shop.UnusedValidator] …`
    rule(Category::KaptKsp, r"^\[(?:[a-z][A-Za-z0-9_]*\.)+(?P<validator>[A-Z][A-Za-z0-9]*(?:Validator|Plugin|Processor))\] (?P<why>.+?)\.?$")
        .means("`{validator}`, which takes part in annotation processing (a check of Dagger's binding graph), does not accept a declaration: {why}.")
        .fix(&["Change the binding that the trace below the message leads to as `{validator}` says, or take the plugin out of the processor's class path."]),
    rule(Category::KaptKsp, r"(?P<symbol>ARouter)::Compiler (?:An exception is encountered, \[)?(?:These )?no module name|\x22?(?P<option>AROUTER_MODULE_NAME)")
        .means("ARouter's annotation processor does not know the module's name: the argument `AROUTER_MODULE_NAME` does not reach it.")
        .fix(&[
            "Pass it to the processor that runs in this module: `javaCompileOptions {{ annotationProcessorOptions {{ arguments = [AROUTER_MODULE_NAME: project.getName()] }} }}` in `defaultConfig`, with kapt `kapt {{ arguments {{ arg(\"AROUTER_MODULE_NAME\", project.name) }} }}`.",
            "With Hilt the processor runs in the task `hiltJavaCompile…`, which does not take these arguments over: move ARouter's processor to kapt.",
        ]),
    rule(Category::KaptKsp, r"(?P<symbol>ARouter)::Compiler (?P<why>.+?)\.?$")
        .means("ARouter's annotation processor failed: {why}.")
        .fix(&["Correct the annotated class as ARouter says; paths in `@Route` begin with `/` and have two parts."]),
    // Butter Knife: `@BindView fields must not be private or static. (com.example.Shop.title)`
    rule(Category::KaptKsp, r"^(?P<annotation>@(?:Bind[A-Z][A-Za-z]*|On[A-Z][A-Za-z]*|Optional)) (?:fields?|methods?|must|may|with|annotation|IDs?)\b.*?(?:\((?:[a-z0-9_]+\.)*(?P<symbol>[A-Z][A-Za-z0-9_.]*)\))?$")
        .means("Butter Knife does not accept this use of `{annotation}`: {message}.")
        .fix(&["Correct the annotated field or method as the message says: not private, not static, a `View` or interface, in a class that is neither private nor of the framework."]),
    // MapStruct
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
