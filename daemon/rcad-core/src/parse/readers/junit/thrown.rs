//! What a test's exception tells that is no assertion. Data, and how it is worded.

use crate::model::failure::{Failure, Wording};

/// Ends of the names of classes that assertions throw.
const ASSERTIONS: &[&str] = &[
    "AssertionError",
    "AssertionFailedError",
    "AssertionFailedException",
    "ComparisonFailure",
    "MultipleFailuresError",
    "MultipleAssertionsError",
    "AssertionErrorWithFacts",
    "ComparisonFailureWithFacts",
    "ConditionNotSatisfiedError",
    "SpockComparisonFailure",
    "TestFailedException",
    "FileComparisonFailedError",
];

/// Simple name of an exception, what it means in a test, what to do.
const MEANINGS: &[(&str, &str, &str)] = &[
    (
        "ArgumentsAreDifferent",
        "A mock was called with other arguments than the test verifies.",
        "Compare the arguments that `verify` expects with those of the call in the code.",
    ),
    (
        "WantedButNotInvoked",
        "A call that the test verifies on a mock was never made.",
        "See why the code does not reach that call, or correct what the test verifies.",
    ),
    (
        "TooManyActualInvocations",
        "A mock was called more often than the test verifies.",
        "Correct the number in `verify(…, times(n))`, or the code that calls too often.",
    ),
    (
        "NeverWantedButInvoked",
        "A mock was called that the test says is never called.",
        "See which code makes the call, or correct what the test verifies.",
    ),
    (
        "NoInteractionsWanted",
        "A mock was called beyond what the test verifies.",
        "Verify that call as well, or remove it from the code.",
    ),
    (
        "UnnecessaryStubbingException",
        "Mockito's strict mode found a stubbing (`when(…)`) that the code does not use.",
        "Remove the stubbing that is not used, or mark it `lenient()`.",
    ),
    (
        "PotentialStubbingProblem",
        "A mock was called with other arguments than it is stubbed for (Mockito's strict mode).",
        "Stub the mock for the arguments with which the code calls it.",
    ),
    (
        "MockKException",
        "MockK has no answer for a call on a mock, or cannot mock the class.",
        "Stub that call (`every { … } returns …`), or make the mock relaxed.",
    ),
    (
        "MockitoException",
        "Mockito cannot make or use the mock.",
        "Read the exception's text for the class: Mockito before 5 needs `mockito-inline` for final classes, and a new JDK needs a new Mockito.",
    ),
    (
        "UninitializedPropertyAccessException",
        "A `lateinit` property is read that nothing has set in the test.",
        "Set it in the test's set-up (`@Before`, `@BeforeEach`), or let the rule or runner that injects it run.",
    ),
    (
        "MissingKotlinParameterException",
        "Jackson cannot build a Kotlin class: a parameter that may not be null is not in the JSON.",
        "Give the parameter a default or make it nullable, or add it to the JSON; the exception's text names it.",
    ),
    (
        "MismatchedInputException",
        "Jackson cannot build the class from this JSON: its shape is another one.",
        "Compare the JSON with the class; the exception's text names the property.",
    ),
    (
        "UnrecognizedPropertyException",
        "The JSON has a property that the class does not have.",
        "Add the property to the class, or let Jackson ignore unknown ones.",
    ),
    (
        "DateTimeParseException",
        "A text cannot be parsed as a date: text and pattern do not fit; often the default locale or its data differ (since JDK 9 from CLDR).",
        "Compare text and pattern, and give the formatter a fixed `Locale`.",
    ),
    (
        "DataSourceBeanCreationException",
        "Spring cannot build a DataSource: no URL is configured for the tests, and no embedded database is on the class path.",
        "Give the tests a `spring.datasource.url` (H2 in src/test/resources/application.properties, or Testcontainers); where only an image is built, `./gradlew build -x test`.",
    ),
    (
        "NoSuchBeanDefinitionException",
        "Spring's context lacks a bean that another asks for.",
        "Declare that bean for the test (`@MockBean`, `@Import`, component scan); the exception's text names its type.",
    ),
    (
        "UnsatisfiedDependencyException",
        "Spring cannot give a bean what its constructor or fields ask for; a deeper cause says which.",
        "Read the innermost `Caused by` in the report, and provide that bean or setting for the tests.",
    ),
    (
        "BeanCreationException",
        "Spring cannot create a bean; a deeper cause says why.",
        "Read the innermost `Caused by` in the report, and provide what it names for the tests.",
    ),
    (
        "BeanDefinitionStoreException",
        "Spring cannot read the definition of a bean.",
        "Read the innermost `Caused by` in the report; often a class of the configuration is missing.",
    ),
    (
        "ApplicationContextException",
        "Spring's context cannot be started.",
        "Read the innermost `Caused by` in the report.",
    ),
    (
        "PortInUseException",
        "The port on which the test starts a server is in use.",
        "Use a random port (`webEnvironment = RANDOM_PORT`, port 0), or end what holds it.",
    ),
    (
        "BindException",
        "The port on which the test starts a server is in use, or may not be used.",
        "Use port 0, or end what holds the port.",
    ),
    (
        "CommunicationsException",
        "The test's database does not answer.",
        "Start the database for the tests (a service of the CI, Testcontainers), and correct host and port.",
    ),
    (
        "PSQLException",
        "The test's PostgreSQL refuses the connection or statement.",
        "Start the database for the tests (a service of the CI, Testcontainers), and correct host, port and login.",
    ),
    (
        "ConnectException",
        "A server that the test calls does not answer.",
        "Start the server that the test needs, or replace it by a fake.",
    ),
    (
        "UnknownHostException",
        "The name of a server that the test calls is not known here.",
        "Let the test use a fake, or correct the host; builds often have no network.",
    ),
    (
        "FlywayException",
        "Flyway cannot bring the test's database to the expected version.",
        "Read the exception's text for the migration, and correct that or empty the test's database.",
    ),
    (
        "FlywayValidateException",
        "The migrations differ from those that the test's database has.",
        "Do not change migrations that ran; empty the test's database.",
    ),
    (
        "FileNotFoundException",
        "A file that the test reads is not there.",
        "Put it into src/test/resources and read it from the class path; the working directory of tests is the module's.",
    ),
    (
        "NoSuchFileException",
        "A file that the test reads is not there.",
        "Put it into src/test/resources and read it from the class path; the working directory of tests is the module's.",
    ),
    (
        "InaccessibleObjectException",
        "A library reaches into classes of the JDK by reflection, which Java 16 and later forbid.",
        "Update that library, or open the package for the tests: `jvmArgs(\"--add-opens\", \"java.base/java.lang=ALL-UNNAMED\")`.",
    ),
    (
        "NoClassDefFoundError",
        "A class is not on the tests' class path, or failed while it was initialised.",
        "Add its library to `testRuntimeOnly` or `testImplementation`; `dependencyInsight` shows whether two versions meet.",
    ),
    (
        "ClassNotFoundException",
        "A class is not on the tests' class path.",
        "Add its library to `testRuntimeOnly` or `testImplementation`.",
    ),
    (
        "NoSuchMethodError",
        "Two libraries of the tests do not fit: one calls a method that the other's version does not have.",
        "Align their versions (`./gradlew dependencies --configuration testRuntimeClasspath`).",
    ),
    (
        "ExceptionInInitializerError",
        "A class fails while it is initialised; a deeper cause says why.",
        "Read the innermost `Caused by` in the report.",
    ),
    (
        "NullPointerException",
        "Something is null there that the test or code takes for an object.",
        "See what is null at that line: a mock without an answer, a field that nothing sets in the test, a missing resource.",
    ),
    (
        "TestTimedOutException",
        "The test did not end in its time.",
        "See in the report where it waits, or raise its timeout.",
    ),
    (
        "TimeoutException",
        "Something did not happen in its time.",
        "See in the report what it waits for, or raise the timeout.",
    ),
    (
        "UncompletedCoroutinesError",
        "Coroutines of the test were not finished in time (`runTest`).",
        "Cancel or finish what was launched, and inject the test's dispatcher in place of `Dispatchers.IO` or `Default`.",
    ),
    (
        "OutOfMemoryError",
        "The tests' JVM has no memory left.",
        "Raise `maxHeapSize` of the test task, or look for what the test keeps.",
    ),
    ("StackOverflowError", "Calls never end (recursion).", "See in the report which methods call each other."),
];

/// What Android's stubs say in tests that run on the JVM.
const NOT_MOCKED: &str = " not mocked";

/// Whether an assertion throws such an exception.
pub fn is_assertion(class: &str) -> bool {
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    ASSERTIONS.contains(&simple) || class.starts_with("org.opentest4j.")
}

/// Words the failure of a test that an exception ended before its assertions.
pub fn word(failure: &mut Failure) {
    let Some(class) = failure.exception.clone().filter(|class| !is_assertion(class)) else { return };
    let simple = class.rsplit(['.', '$']).next().unwrap_or(&class);
    let said = failure.details.get("assertion").cloned().unwrap_or_default();
    let (means, step) = match MEANINGS.iter().find(|(name, ..)| *name == simple) {
        _ if said.contains(NOT_MOCKED) => (
            "The test runs on the JVM, where Android's classes are empty stubs.",
            "Give the code a fake in place of that Android class, use Robolectric, or set `testOptions { unitTests { isReturnDefaultValues = true } }`.",
        ),
        Some((_, means, step)) => (*means, *step),
        None => ("", "See what throws it, the test's set-up or the code, and correct that."),
    };
    let text = if said.is_empty() { "" } else { ": {assertion}" };
    let of = if failure.details.contains_key("test") {
        "The test `{test}` of `{class}` failed before its end"
    } else {
        "A test failed before its end"
    };
    let cause = format!("{of}: {{exception}}{text}. {}", means.replace('{', "{{").replace('}', "}}"));
    let alone = if said.is_empty() {
        "Run it alone with its whole output, which has the exception's text: `./gradlew {task} --tests '{symbol}' -i`."
    } else {
        "Run it alone: `./gradlew {task} --tests '{symbol}' -i`."
    };
    let step = step.replace('{', "{{").replace('}', "}}");
    failure.wording = Some(Wording { cause: cause.trim_end().to_owned(), fixes: vec![step, alone.to_owned()] });
}
