//! What the exceptions mean that end a test, by their classes, for logs that have no message. Data only.

use crate::Category::TestFailure;
use crate::model::failure::Failure;
use crate::pattern::{Rules, classify as find, rule};

const DATABASE: &str = "Start what the test connects to (`docker compose up -d`, a service of the CI job), or let the test bring its own: Testcontainers, or H2 as an embedded database; then check address and port in the tests' configuration.";

/// `class: message` or `class at File.java:12`; the most telling first.
static RULES: Rules = Rules::new(&[
    // Spring's context
    rule(TestFailure, r"DataSourceBeanCreationException|DataSourceProperties\.java")
        .means("The Spring context of the test does not start: Spring Boot cannot build a `DataSource`, as a rule because no `spring.datasource.url` (or no driver for it) is known in the tests and no embedded database is on their class path.")
        .fix(&[
            "Give the tests a `spring.datasource.url` (in `src/test/resources/application.properties`), an embedded database (`testRuntimeOnly(\"com.h2database:h2\")`), or a Testcontainers database with `@ServiceConnection`; if the URL comes from the environment, set it where the tests run.",
            "If only an image or archive is to be built there, leave the tests out: `./gradlew build -x test`.",
        ]),
    rule(TestFailure, r"NoSuchBeanDefinitionException: No qualifying bean of type '(?P<bean>[^']+)'")
        .means("The Spring context of the test does not start: the bean `{bean}`, which another one needs, is not in it.")
        .fix(&["Supply `{bean}` in the test: as a mock (`@MockitoBean`, before Spring Boot 3.4 `@MockBean`), by `@Import`, or by a test slice that has it; in the application it needs `@Component`/`@Bean` in a scanned package."]),
    rule(TestFailure, r"NoSuchBeanDefinitionException")
        .means("The Spring context of the test does not start: a bean that another one needs is not in it.")
        .fix(&[
            "Read which bean is missing: `{rerun}`; supply it in the test as a mock (`@MockitoBean`, before Spring Boot 3.4 `@MockBean`) or by `@Import`: slices such as `@WebMvcTest` and `@DataJpaTest` hold only a part of the beans.",
        ]),
    rule(TestFailure, r"NoUniqueBeanDefinitionException")
        .means("The Spring context of the test does not start: several beans fit where one is wanted.")
        .fix(&["Mark one of them `@Primary` or name it with `@Qualifier`; look for a bean that the test's configuration adds a second time."]),
    rule(TestFailure, r"BeanCurrentlyInCreationException")
        .means("The Spring context of the test does not start: beans need each other to be created.")
        .fix(&["Break the circle (move what both need into a third bean, or `@Lazy` at one of the parameters)."]),
    rule(TestFailure, r"Could not resolve placeholder '(?P<property>[^']+)'")
        .means("The Spring context of the test does not start: the property `{property}` has no value in the tests.")
        .fix(&["Set `{property}` for the tests: `src/test/resources/application.properties`, `@TestPropertySource` or the profile that has it (`@ActiveProfiles`)."]),
    rule(TestFailure, r"PlaceholderResolutionException|ConfigurationPropertiesBindException")
        .means("The Spring context of the test does not start: a property that it needs has no value, or none that fits, in the tests.")
        .fix(&["Read which property it is: `{rerun}`; set it in `src/test/resources/application.properties`, by `@TestPropertySource`, or activate the profile that has it."]),
    rule(TestFailure, r"PortInUseException|java\.net\.BindException")
        .means("A server that the test starts finds its port occupied.")
        .fix(&["Let the test take a free port (`webEnvironment = RANDOM_PORT`, `server.port=0`, port 0), or end the program that holds it."]),
    rule(TestFailure, r"Flyway[A-Za-z]*Exception|org\.flywaydb\.[A-Za-z.]*Exception")
        .means("Flyway's migration of the test's database fails, so what needs the database does not start.")
        .fix(&["Read which migration and statement it is: `{rerun}`; check that its SQL is for the tests' database (H2 knows other SQL than PostgreSQL or MySQL) and that no migration was changed after it ran."]),
    rule(TestFailure, r"Liquibase[A-Za-z]*Exception|liquibase\.[A-Za-z.]*Exception")
        .means("Liquibase's changes to the test's database fail, so what needs the database does not start.")
        .fix(&["Read which change set it is: `{rerun}`; check that its SQL is for the tests' database."]),
    // What a test needs from outside
    rule(TestFailure, r"DockerClientProviderStrategy|(?:ContainerLaunchException|ContainerFetchException)")
        .means("Testcontainers cannot start the container that the test needs: usually no Docker can be reached, or the image cannot be loaded or does not get ready.")
        .fix(&["Check `docker info` for the user that runs the tests (in CI: a Docker service or socket for the job), then that the image can be pulled; `{rerun}` shows Testcontainers' own lines."]),
    rule(TestFailure, r"CommunicationsException|SQLTransientConnectionException|SQLNonTransientConnectionException|MongoTimeoutException|MongoSocketOpenException|RedisConnectionFailureException|RedisConnectionException|CannotGetJdbcConnectionException|PoolInitializationException|(?:PSQLException|JdbcSQLNonTransientConnectionException)[^\n]*refused")
        .means("The test does not get a connection to its database or server ({thrown}): it does not run where the test looks for it, or refuses the login.")
        .fix(&[DATABASE]),
    rule(TestFailure, r"HttpHostConnectException|java\.net\.ConnectException|java\.net\.NoRouteToHostException|io\.ktor\.[a-z.]*ConnectTimeoutException")
        .means("The test cannot connect to the server that it calls ({thrown}): usually nothing listens at that address, as the application, database or container that it tests does not run.")
        .fix(&["Start what the test connects to (the application itself, `docker compose up -d`, a mock server in `@BeforeEach`), and check the address and port that the test uses."]),
    rule(TestFailure, r"java\.net\.UnknownHostException")
        .means("A host name that the test uses cannot be resolved: there is no network where it runs, or the name exists only elsewhere (in a Docker network, for example).")
        .fix(&["Replace the server by a mock (MockWebServer, WireMock) or a container, or correct the host name in the tests' configuration."]),
    rule(TestFailure, r"(?:SocketTimeoutException|HttpTimeoutException|ReadTimeoutException|HttpRequestTimeoutException)")
        .means("A server that the test calls does not answer in time.")
        .fix(&["Check that the mock server has an answer enqueued or stubbed for this request, or that the server really runs."]),
    // Class path
    rule(TestFailure, r"NoClassDefFoundError: Could not initialize class (?P<missing_class>[A-Za-z_][A-Za-z0-9_./$]+)")
        .means("The class `{missing_class}` failed to start earlier in this run (its static initializer or `object` threw), so it cannot be used any more.")
        .fix(&["Look for the first test or line with `ExceptionInInitializerError` and its `Caused by`: that is the reason; the later ones only repeat it."]),
    rule(TestFailure, r"(?:NoClassDefFoundError|ClassNotFoundException): (?P<missing_class>[A-Za-z_][A-Za-z0-9_./$]+)$")
        .means("The class `{missing_class}` is missing while the test runs: the test class path lacks its library, or has it in another version than the code was compiled with.")
        .fix(&["Find the library of `{missing_class}` and add it to `testImplementation`/`testRuntimeOnly`, or align the versions (`./gradlew dependencies --configuration testRuntimeClasspath`)."]),
    rule(TestFailure, r"(?:NoClassDefFoundError|ClassNotFoundException)")
        .means("A class is missing while the test runs: the test class path lacks a library or has it in another version than the code was compiled with.")
        .fix(&["Read which class it is (`{rerun}`), then add its library to `testImplementation`/`testRuntimeOnly` or align the versions (`./gradlew dependencies --configuration testRuntimeClasspath`)."]),
    rule(TestFailure, r"NoSuchMethodError|NoSuchFieldError|AbstractMethodError|IncompatibleClassChangeError")
        .means("Two libraries on the test class path do not fit each other ({thrown}): one was compiled against another version of the other.")
        .fix(&["Read which class and method it is (`{rerun}`), then align the versions of the libraries that have and call it (`./gradlew dependencies --configuration testRuntimeClasspath`; a BOM keeps them together)."]),
    rule(TestFailure, r"VerifyError|ClassFormatError")
        .means("The JVM refuses the byte code of a class ({thrown}), so nothing in the test's own lines is wrong: the compiler wrote invalid code, or a tool changed it (JaCoCo and other agents, a byte-code plugin, a mock maker), or it was compiled against another version of a class that it uses.")
        .fix(&["Build anew without caches (`./gradlew clean`, `--no-build-cache`) and once without agents and coverage. If it stays, upgrade the compiler (Kotlin, with all modules on one `jvmTarget`) or the tool; the message names class and method, and code that does the same without the construct there (an inline lambda, a default method of an interface) works round it."]),
    rule(TestFailure, r"UnsupportedClassVersionError")
        .means("A library or class on the test class path was compiled for a newer Java than the one that runs the tests.")
        .fix(&["Run the tests with a newer JDK (the toolchain of the module, or the IDE's Gradle JDK), or take an older version of the library."]),
    rule(TestFailure, r"UnsatisfiedLinkError")
        .means("The test calls a native library that is not there for the JVM of this computer; libraries in an APK are built for Android only.")
        .fix(&["Hide the native call behind an interface that the test replaces, run the test on a device, or put the library's desktop build on `java.library.path`."]),
    // Mocks
    rule(TestFailure, r"UnnecessaryStubbingException")
        .means("Mockito's strict stubs: a stubbing of this test is never used, because the code does not make that call (any more) or with other arguments.")
        .fix(&["Remove the stubbings that the message lists, or correct their arguments; what several tests share may be `lenient().when(…)`."]),
    rule(TestFailure, r"PotentialStubbingProblem")
        .means("Mockito's strict stubs: the code calls a stubbed method with other arguments than the stubbing has.")
        .fix(&["Compare the two lists of arguments in the message; correct the stubbing, or the code if it passes the wrong ones."]),
    rule(TestFailure, r"TooFewActualInvocations|TooLittleActualInvocations")
        .means("A `verify` of Mockito does not hold: the code makes the call that the test expects, but fewer times than it wants.")
        .fix(&["Read which call it is, how often it is wanted and where it was made (`{rerun}`). See what keeps the code from the other times: a loop or retry that ends early, an early return, or a thread that has not run yet (then wait: `verify(mock, timeout(…).times(…))`); else correct the number."]),
    rule(TestFailure, r"TooManyActualInvocations")
        .means("A `verify` of Mockito does not hold: the code makes the call that the test expects more often than it wants (`verify` without `times` means once).")
        .fix(&["Look at the places of the calls that the message lists (`{rerun}`): remove the one that is too many from the code, or verify `times(…)` or `atLeastOnce()` if they are meant."]),
    rule(TestFailure, r"VerificationInOrderFailure|Verification in order failure")
        .means("A verification in order (`InOrder`) of Mockito does not hold: the code makes the calls in another order than the test expects, or leaves one out.")
        .fix(&["Compare the order that the message prints with that of the test (`{rerun}`); correct the code, or the test if the order does not matter (then `verify` without `inOrder`)."]),
    rule(TestFailure, r"Wanted but not invoked:|WantedButNotInvoked")
        .means("A `verify` of Mockito does not hold: the code never makes the call that the test expects.")
        .fix(&["Read which call is wanted and which were made (`{rerun}`); see why the code at that point does not make it: an earlier return, another argument, another instance than the mock, a coroutine or thread that has not run yet."]),
    rule(TestFailure, r"Argument\(s\) are different! Wanted:|ArgumentsAreDifferent")
        .means("A `verify` of Mockito does not hold: the method is called, but with other arguments.")
        .fix(&["Compare wanted and actual arguments in the message (`{rerun}`); correct the code or the expectation."]),
    rule(TestFailure, r"Never wanted here:|NeverWantedButInvoked")
        .means("A `verify` of Mockito does not hold: the code makes a call on the mock that the test forbids (`never()`).")
        .fix(&["Read which call it is and where the code makes it (`{rerun}`); if it is meant, correct the verification, else the condition in the code."]),
    rule(TestFailure, r"No (?:more )?interactions wanted here:|NoInteractionsWanted")
        .means("A `verify` of Mockito does not hold: on the mock the code makes a call that the test has not verified (`verifyNoMoreInteractions`, `verifyNoInteractions`).")
        .fix(&["Read which call it is and where the code makes it (`{rerun}`); if it is meant, verify it before, else correct the code."]),
    rule(TestFailure, r"CannotVerifyStubOnlyMock")
        .means("The test verifies a mock that was made with `withSettings().stubOnly()`; such a mock keeps no calls.")
        .fix(&["Make the mock without `stubOnly()`, or remove the `verify`."]),
    rule(TestFailure, r"Unfinished stubbing detected here:|UnfinishedStubbingException|UnfinishedVerificationException|InvalidUseOfMatchersException|MissingMethodInvocationException|NotAMockException|WrongTypeOfReturnValue|CannotStubVoidMethodWithReturnValue|NullInsteadOfMockException|RedundantListenerException|UnfinishedMockingSessionException")
        .means("Mockito is used wrongly in this test or in one before it ({thrown}): an unfinished `when(…)`, matchers mixed with plain values, a final or private method, or an object that is no mock.")
        .fix(&["Correct the stubbing or verification that the message names: each `when` needs a `thenReturn`, each call with one matcher needs matchers for all arguments."]),
    rule(TestFailure, r"(?s)MockKException: no answer (?:found )?(?:for|provided for):? ?(?P<call>[^\n]+?)(?: among the configured answers|$)")
        .means("MockK: the code calls `{call}` on a mock, and the test has no answer for it.")
        .fix(&["Stub it: `every {{ … }} returns …` (`coEvery` for a suspend function, `just Runs` for Unit) with the arguments of that call, or make the mock `relaxed`."]),
    rule(TestFailure, r"MockKException: Missing (?:mocked )?calls inside (?P<block>[a-z.]+)")
        .means("MockK finds no call on a mock inside `{block}`: the object is no mock, or the function cannot be intercepted.")
        .fix(&["Make the object a mock (`mockk()`, `spyk()`, `mockkObject`, `mockkStatic` for top-level and extension functions) before `{block}`."]),
    rule(TestFailure, r"io\.mockk\.MockKException")
        .means("MockK refuses a call or a stubbing in this test.")
        .fix(&["Read what it says (`{rerun}`): “no answer found for” wants an `every {{ … }} returns …` (`coEvery` for suspend functions), “Missing calls inside” an object that really is a mock."]),
    rule(TestFailure, r"(?s)AssertionError: Verification failed: (?P<call>[^\n]{1,200}?)(?:\.? (?:Only one|[0-9]+) matching call|was not called|\. |\n|$)")
        .means("A `verify` of MockK does not hold: {call}")
        .fix(&["Compare with the calls that MockK lists below it: if none was made, see why the code does not get there (an earlier return, a coroutine that has not run: `advanceUntilIdle()`); else correct the arguments."]),
    // Coroutines, time limits
    rule(TestFailure, r"UncompletedCoroutinesError")
        .means("`runTest` waited in vain: a coroutine of the test had not ended when its time was over (10 s, since coroutines 1.7.0 60 s).")
        .fix(&["Cancel what never ends (a `collect`, a `while (isActive)` loop) or start it in `backgroundScope`; what waits for a real dispatcher or callback needs the test's dispatcher injected."]),
    rule(TestFailure, r"UncaughtExceptionsBeforeTest")
        .means("A coroutine of an earlier test threw an exception that nobody caught; it is reported by the next `runTest`.")
        .fix(&["Look at its `Suppressed`/`Caused by` (`{rerun}`), and correct the test or scope that leaks the coroutine, not the one that reports it."]),
    rule(TestFailure, r"MonotonicFrameClock is not available|IllegalStateException at MonotonicFrameClock\.kt")
        .means("A Compose animation or `withFrameNanos` runs in a coroutine whose context has no `MonotonicFrameClock`, as composition provides it.")
        .fix(&["In the test run it in a scope that has a frame clock: `runComposeUiTest {{ … }}`/a Compose test rule with `rememberCoroutineScope()`, or add a `BroadcastFrameClock` to the scope and send frames."]),
    rule(TestFailure, r"IllegalStateException at (?:MainDispatchers|TestMainDispatcher)\.kt")
        .means("The code uses `Dispatchers.Main`, which has no main thread in a JVM test.")
        .fix(&["Call `Dispatchers.setMain(StandardTestDispatcher())` before the test and `resetMain()` after it (`kotlinx-coroutines-test`), best in a JUnit rule, or inject the dispatcher."]),
    rule(TestFailure, r"TimeoutCancellationException")
        .means("A `withTimeout` in the code or test ran out: what it waited for did not happen.")
        .fix(&["See what the code waits for there: a value that the fake never emits, or a coroutine on a dispatcher that the test does not control (`runTest`'s virtual time passes at once, work on other dispatchers takes real time)."]),
    rule(TestFailure, r"TestTimedOutException|java\.util\.concurrent\.TimeoutException|org\.junit\.jupiter\.api\.[A-Za-z.]*Timeout|execution timed out after|ConditionTimeoutException")
        .means("The test was not done within its time limit: it waits for something that does not happen, or is slower here.")
        .fix(&["See where it waited (the frames of the exception, `{rerun}`): a latch, lock, future or server that never answers; raise the limit only if it is merely slow."]),
    // Android
    rule(TestFailure, r"IllegalArgumentException at DefaultSdkPicker\.java")
        .means("Robolectric does not know the Android version that the test asks for: `targetSdk` (or `@Config(sdk)`) is above what this Robolectric has.")
        .fix(&["Upgrade Robolectric, or set a version that it has: `sdk=34` in `src/test/resources/robolectric.properties` or `@Config(sdk = [34])`."]),
    rule(TestFailure, r"(?:Exception|Error) at MavenArtifactFetcher\.java|MavenArtifactFetcher")
        .means("Robolectric could not download the Android version that the test runs with.")
        .fix(&["Give the test JVM access to Maven Central (proxy as `systemProperty` of the test task), or use it offline: `robolectric.offline=true` with `robolectric.dependency.dir`."]),
    rule(TestFailure, r"IdlingResourceTimeoutException|AppNotIdleException")
        .means("Espresso waited in vain for the app to become idle: an idling resource, animation or endless main-thread work never ends.")
        .fix(&["Find the idling resource that the message names, or the animation or polling that keeps the main thread busy; switch the device's animations off."]),
    rule(TestFailure, r"(?:NoMatchingViewException|NoMatchingRootException|AmbiguousViewMatcherException|PerformException|NoActivityResumedException|RootViewWithoutFocusException)(?: at |: $)")
        .means("Espresso does not find the view or screen that the test acts on ({thrown}).")
        .fix(&["Look at the view hierarchy in the report (`{rerun}`): is the screen shown, is there a dialog or keyboard before it, is the view further down in a list?"]),
    rule(TestFailure, r"ComposeTimeoutException(?: at |: $)")
        .means("A Compose test waited in vain (`waitUntil`): its condition did not become true in time.")
        .fix(&["Check that what it waits for is really shown in that state, and whether the main clock advances (`mainClock.autoAdvance`); only then wait longer."]),
    rule(TestFailure, r"[Ii]nstrumentation run failed due to|Process crashed|Test instrumentation process crashed|Test failed to run to completion")
        .means("The app's process ended while this test ran, so the test itself says nothing: the exception is in the device's log.")
        .fix(&["Look at the crash: `adb logcat -b crash -d`, or the logcat file of this test below `build/outputs/androidTest-results/connected/`."]),
    // JUnit itself
    rule(TestFailure, r"ParameterResolutionException")
        .means("JUnit 5 has nobody who supplies a parameter of the test's constructor or method.")
        .fix(&["Add the extension that supplies it (`@ExtendWith(MockitoExtension.class)`, `SpringExtension`, `@ParameterizedTest` with its source), or remove the parameter."]),
    rule(TestFailure, r"InvalidTestClassError|org\.junit\.runners\.model\.InitializationError|NoTestsRemainException|Test class should have exactly one public|No runnable methods|Invalid test class")
        .means("JUnit cannot run the class: it does not look like what its runner wants.")
        .fix(&["Read why (`{rerun}`): no `@Test` of the right JUnit (`org.junit.Test` or `org.junit.jupiter.api.Test`), not public, parameters, or no public constructor without arguments."]),
    rule(TestFailure, r"(?:^|android\.content\.res\.)Resources\$NotFoundException(?: at |: |$)")
        .means("The code asks for an Android resource that is not there where the test runs. In a unit test resources exist only with Robolectric, and only if the build hands them to the tests (`includeAndroidResources`).")
        .fix(&[
            "In a unit test set `android {{ testOptions {{ unitTests {{ isIncludeAndroidResources = true }} }} }}` (Groovy: `includeAndroidResources = true`), run the test with Robolectric (`@RunWith(RobolectricTestRunner::class)`) and take the context from `ApplicationProvider.getApplicationContext()`; or pass the text in, so that the code needs no resource.",
            "If that is so already, see which resource it is (`{rerun}`): it may be of another module or variant, or missing for the language or configuration that the test sets; a number that is no resource's (`setText(count)` in place of `setText(count.toString())`) throws the same.",
        ]),
    // Data
    rule(TestFailure, r"MissingKotlinParameterException|MissingFieldException")
        .means("JSON is read into a Kotlin class, and a property without a default value is missing in it (or null).")
        .fix(&["Read which property it is (`{rerun}`); then compare the JSON (often an error answer where the test expects the object: print status and body first) with the class, or give the property a default or `?`."]),
    rule(TestFailure, r"UnrecognizedPropertyException|MismatchedInputException|InvalidDefinitionException|JsonMappingException|JsonParseException|JsonSyntaxException|JsonDecodingException|JsonDataException|JsonEncodingException|StreamReadException|kotlinx\.serialization\.SerializationException")
        .means("JSON that the test reads or writes does not fit the class ({thrown}).")
        .fix(&["Read which property or character it is (`{rerun}`); print the text that is parsed: often it is an error answer or empty where the test expects the object."]),
    rule(TestFailure, r"DateTimeParseException|java\.text\.ParseException")
        .means("A text cannot be parsed as a date, time or number: text and pattern do not fit. Where it depends on the machine, the default locale or the JDK's locale data (CLDR since Java 9) is the usual reason.")
        .fix(&["Give the formatter a fixed locale (`DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)`) and compare text and pattern; `{rerun}` shows the text and at which index it fails."]),
    rule(TestFailure, r"UnsupportedTemporalTypeException|java\.time\.DateTimeException|ZoneRulesException")
        .means("A date or time lacks a field that the code asks for, or has a value or zone that does not exist ({thrown}).")
        .fix(&["Read which field it is (`{rerun}`), and convert first (`atZone`, `atStartOfDay`)."]),
    rule(TestFailure, r"DataIntegrityViolationException|ConstraintViolationException|IntegrityConstraintViolationException|SQLiteConstraintException")
        .means("What the test stores breaks a rule of the data: a unique, foreign or not-null key, or a validation.")
        .fix(&["Read which constraint it is (`{rerun}`); often rows of an earlier test are left (roll back or clean up between tests), or the test's object lacks a required value."]),
    rule(TestFailure, r"SQLGrammarException|BadSqlGrammarException|JdbcSQLSyntaxErrorException|SQLSyntaxErrorException")
        .means("The tests' database does not accept a statement: a table or column is missing there, or its SQL is another dialect's.")
        .fix(&["Read which statement it is (`{rerun}`); check that the schema is created in the tests (migrations, `ddl-auto`), and names that are reserved words in H2."]),
    rule(TestFailure, r"LazyInitializationException")
        .means("The test reads a lazy association after Hibernate's session has ended.")
        .fix(&["Load it with the entity (`join fetch`, `@EntityGraph`), or read it inside a transaction (`@Transactional` on the test or service)."]),
    rule(TestFailure, r"FileNotFoundException|NoSuchFileException")
        .means("The test opens a file that is not there.")
        .fix(&["Read which path it is (`{rerun}`): relative paths count from the module's directory under Gradle; files of `src/test/resources` are read through the class loader (`javaClass.getResource(…)`) and are case-sensitive on Linux."]),
    rule(TestFailure, r"NoBeanDefFoundException|NoDefinitionFoundException")
        .means("Koin has no definition for what the test or the code asks for.")
        .fix(&["Load the module that declares it in the test (`startKoin {{ modules(…) }}`, `KoinTestRule`), or declare a fake for it."]),
    rule(TestFailure, r"KoinAppAlreadyStartedException|KoinApplicationAlreadyStartedException")
        .means("Koin is started twice: an earlier test, or the application class itself, started it before.")
        .fix(&["Call `stopKoin()` after each test (`@After`), or use `KoinTestRule`."]),
    // What a server answers to a test
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[245][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<30[0-9]")
        .means("The server redirects the request (3xx) where the test expects the answer itself: usually to the login page, because the request has no user.")
        .fix(&["Give the test a user (`@WithMockUser`, `.with(user(…))`, a token), or expect the redirect (`redirectedUrl(…)`); `.andDo(print())` shows where it leads."]),
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[23][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<405")
        .means("The server answers 405: the path has a handler, but none for this method.")
        .fix(&["Compare the method of the request (`get(…)`, `post(…)`) with the handler's annotation."]),
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[23][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<403")
        .means("The server answers 403: the request is refused. With Spring Security that is a missing CSRF token (POST, PUT, DELETE) or a user without the role.")
        .fix(&["Add `.with(csrf())` to the request, and a user with the role (`@WithMockUser(roles = …)`); if the request should be open, correct the security rules."]),
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[23][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<401")
        .means("The server answers 401: the request has no user, or credentials that it does not accept.")
        .fix(&["Give the test a user or token (`@WithMockUser`, `.with(jwt())`, a header), or permit the path in the security rules if it should be open."]),
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[23][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<404")
        .means("The server answers 404: no handler has this path in the test, or the handler does not find what the test asks for.")
        .fix(&["Compare path and method with the route, and that its controller is in the test (`@WebMvcTest(X.class)`, the module installed in Ktor's `testApplication`); else look whether the test's data is there."]),
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[23][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<(?:400|415|422)")
        .means("The server refuses the request itself (400, 415 or 422): its body, content type or parameters do not fit what the handler reads, or a validation does not hold.")
        .fix(&["Print the answer (`.andDo(print())`, the body): it names the field or header; then correct the request or the validation."]),
    rule(TestFailure, r"(?:Status |[Ee]xpected:? ?)[^\n]{0,20}<[23][0-9]{2}[^>]*>,? (?:but was:? ?|actual )<50[0-9]")
        .means("The server answers with an error of its own (5xx): the handler throws.")
        .fix(&["Look for the exception in the test's output (`{rerun}`): its first frame of your own code is the place."]),
    rule(TestFailure, r"Images differ \(|Image differs|images? (?:differs?|is not the same)|Roborazzi: .*(?:changed|different)")
        .means("A screenshot test: what is drawn is not the recorded picture any more.")
        .fix(&["Look at the picture of the differences; if the change is meant, record anew (`recordPaparazziDebug`, `recordRoborazziDebug`) and commit it; if only single pixels differ, record with the JDK and system on which CI runs."]),
    rule(TestFailure, r"Architecture Violation \[Priority: [A-Z]+\] - Rule '(?P<arch_rule>[^']{1,200})' was violated \((?P<times>[0-9]+) times?\)")
        .means("ArchUnit: the rule “{arch_rule}” is violated {times} times.")
        .fix(&["Each line below the rule names a class or call that breaks it: move or change that, or the rule if it is out of date."]),
    // The languages' own
    rule(TestFailure, r"^java\.lang\.RuntimeException(?: at |: ?$)")
        .means("A plain RuntimeException; in local unit tests of Android code most of them say “Method … not mocked”: the code calls into `android.*`, whose stubs throw.")
        .fix(&["Read its message: `{rerun}`. If it is that, run the test with Robolectric, hide the Android class behind an interface, or mock it (`mockkStatic(Log::class)`)."]),
    rule(TestFailure, r"UninitializedPropertyAccessException")
        .means("A `lateinit` property is read before anything has set it.")
        .fix(&["Set it in `@Before`/`@BeforeEach` (is that method run: right annotation, right JUnit version?), or let the rule or extension that injects it run (`@Inject`, `@InjectMocks`, `MockitoAnnotations.openMocks(this)`)."]),
    rule(TestFailure, r"NotImplementedError")
        .means("The code that is tested is still a `TODO()`.")
        .fix(&["Implement the function that the first frame of your own code names."]),
    rule(TestFailure, r"OutOfMemoryError")
        .means("The JVM that runs the tests has no memory left.")
        .fix(&["Raise the heap of the test task (`tasks.withType<Test> {{ maxHeapSize = \"2g\" }}`); if it grows with each test, look for what the tests keep (contexts, static lists)."]),
    rule(TestFailure, r"StackOverflowError")
        .means("A function calls itself without an end.")
        .fix(&["Look at the frames that repeat (`{rerun}`): often two objects whose `toString`, `equals` or JSON contain each other, or a mock that calls itself."]),
    rule(TestFailure, r"^org\.openqa\.selenium\.(?:NoSuchElementException|TimeoutException|StaleElementReferenceException|ElementClickInterceptedException)")
        .means("The page is not (yet) in the state that the browser test expects.")
        .fix(&["Wait for the element (`WebDriverWait`) instead of reading it at once, and check its selector on a screenshot of the failure."]),
    rule(TestFailure, r"IllegalStateException at (?:DefaultCacheAwareContextLoaderDelegate|AbstractTestContextBootstrapper|DefaultTestContext)\.java")
        .means("The Spring context that the test needs does not start, or did not for an earlier test.")
        .fix(&["Read the lowest `Caused by` of the first test that fails so: `{rerun}`; it names the bean or property that is missing."]),
    rule(TestFailure, r"(?:Failed to load ApplicationContext|BeanCreationException|UnsatisfiedDependencyException|ApplicationContextException|BeanInstantiationException|BeanDefinitionStoreException|ConflictingBeanDefinitionException)")
        .means("The Spring context of the test does not start: a bean cannot be created, or a part of its configuration does not fit.")
        .fix(&["Read the lowest `Caused by`: `{rerun}`; it names the bean and what it lacks."]),
    rule(TestFailure, r"^java\.lang\.NullPointerException(?: at |: ?$)")
        .means("Something is null that the code needs; in a test often a call on a mock that is not stubbed, or a field that no `@BeforeEach` or `@InjectMocks` has set.")
        .fix(&["See what is null (`{rerun}` shows the message and the frames), and set or stub it in the test, or let the code handle null."]),
    rule(TestFailure, r"^java\.lang\.ExceptionInInitializerError(?: at |: ?$)")
        .means("A class cannot be loaded, because its static initializer (or `object`) throws.")
        .fix(&["Read the `Caused by` below it: `{rerun}`."]),
]);

/// Gives the failure the words for the first of the texts that is known; whether there is one.
pub fn classify(texts: &[String], failure: &mut Failure) -> bool {
    texts.iter().any(|text| find(&RULES, text, failure).is_some())
}

#[cfg(test)]
mod tests {
    #[test]
    fn resources_that_a_local_test_lacks_are_the_builds_matter() {
        use crate::Category;
        use crate::model::failure::{Failure, Language};
        let steps = |text: &str| {
            let mut failure = Failure::new(Category::TestFailure, Language::Kotlin, "");
            super::classify(&[text.to_owned()], &mut failure);
            failure.wording.map(|wording| wording.fixes.join(" ")).unwrap_or_default()
        };
        for text in [
            "android.content.res.Resources$NotFoundException at ShelfTest.kt:7",
            "android.content.res.Resources$NotFoundException: String resource ID #0x7f0a0001",
        ] {
            assert!(steps(text).contains("includeAndroidResources"), "{text}");
        }
        assert!(!steps("com.example.NotFoundException at ShelfTest.kt:7").contains("includeAndroidResources"));
    }

    #[test]
    fn the_table_compiles() {
        crate::pattern::assert_sound(&super::RULES);
    }
}
