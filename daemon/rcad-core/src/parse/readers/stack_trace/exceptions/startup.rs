//! Application contexts that do not start: Spring, Quarkus, Micronaut. Matched against all causes, the deepest first. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// What to do about a port that is in use.
pub const PORT: &str = "Stop the program that listens on port {port} (`lsof -i :{port}`; often the same application, started before), or choose another port (`server.port`, `quarkus.http.port`, `micronaut.server.port`).";

/// What to do about a bean that is missing.
pub const BEAN: &str = "Make `{symbol}` a bean: annotate its class (`@Component`, `@Service`, `@Singleton`, `@ApplicationScoped`) or return it from a `@Bean`/`@Factory` method, in a package that is scanned (below the application's class), and check that its profile or condition is met.";

/// What to do about several beans where one is wanted.
pub const ONE_BEAN: &str =
    "Mark one of them `@Primary`, or name the wanted one with `@Qualifier`/`@Named` where it is injected.";

/// What to do about beans that need each other.
pub const CYCLE: &str =
    "Break the cycle: move what both need into a third bean, or inject one of them lazily (`@Lazy`, a `Provider`).";

/// What to do about a property that is not set.
pub const PROPERTY: &str = "Set `{symbol}` in `application.properties` or `application.yml` of the active profile (or as environment variable), or give it a default: `${{{symbol}:…}}`.";

/// What to do about a missing data source.
pub const DATA_SOURCE: &str = "Set `spring.datasource.url` (with user and password) for the active profile and add the database's driver to the run-time class path; without a database exclude `DataSourceAutoConfiguration` or remove the JDBC/JPA starter.";

const REACH: &str = "Start that server, and compare host, port, user and password in the configuration of the active profile with it (in a container the host is the service's name, not localhost).";

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Ports: Spring's PortInUseException, Micronaut's ServerStartupException, Quarkus's QuarkusBindException
    rule(Category::SpringStartup, r"PortInUseException: Port (?P<port>[0-9]+) is already in use")
        .means("The web server does not start, because port {port} is already in use.")
        .fix(&[PORT]),
    rule(Category::SpringStartup, r"QuarkusBindException: (?:[^\n]*?)(?P<port>[0-9]{2,5})")
        .means("Quarkus does not start, because port {port} is already in use.")
        .fix(&[PORT]),
    rule(Category::SpringStartup, r"(?s)(?:BindException|ServerStartupException)[^\n]*\n.*Unable to start Micronaut server on [^\n]*?:(?P<port>[0-9]+)")
        .means("The Micronaut server does not start, because port {port} is already in use.")
        .fix(&[PORT]),
    rule(Category::SpringStartup, r"ServerStartupException: Unable to start Micronaut server on [^\n]*?:(?P<port>[0-9]+)")
        .means("The Micronaut server does not start at port {port}.")
        .fix(&[PORT]),
    // Beans that are missing, several or in a circle
    rule(Category::SpringStartup, r"(?s)NoUniqueBeanDefinitionException: No qualifying bean of type '(?P<symbol>[^']+)' available: expected single matching bean but found (?P<count>[0-9]+): (?P<beans>[^\n]+)")
        .means("{count} beans of the type `{symbol}` exist where one is wanted: {beans}.")
        .fix(&[ONE_BEAN]),
    rule(Category::SpringStartup, r"(?s)NoSuchBeanDefinitionException: No (?:qualifying )?bean (?:of type|named) '(?P<symbol>[^']+)' available[^\n]*\n.*?Error creating bean with name '(?P<bean>[^']+)'")
        .means("The application does not start: the bean `{bean}` needs a bean `{symbol}`, and none is defined.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"NoSuchBeanDefinitionException: No (?:qualifying )?bean (?:of type|named) '(?P<symbol>[^']+)' available")
        .means("A bean `{symbol}` is asked for, and none is defined.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"BeanCurrentlyInCreationException: Error creating bean with name '(?P<symbol>[^']+)'[^\n]*(?:circular reference|currently in creation)")
        .means("The application does not start: beans need each other in a circle, which `{symbol}` is a part of.")
        .fix(&[CYCLE]),
    // `Failed to inject value for parameter [prices] of class: a.Basket  Message: No bean of type [a.Prices] exists. …`
    rule(Category::SpringStartup, r"(?s)(?:micronaut[^\n]*|DependencyInjectionException: |BeanInstantiationException: |NoSuchBeanException: )[^\n]*No bean of type \[(?P<symbol>[^\]]+)\] exists(?:[^\n]*Path Taken: (?P<bean>[^\n]*))?")
        .means("The Micronaut context has no bean of the type `{symbol}`, which another bean needs.")
        .fix(&[BEAN, "With an annotation processor missing no bean is found at all: add `micronaut-inject-java` (kapt or KSP for Kotlin)."]),
    rule(Category::SpringStartup, r"NonUniqueBeanException: Multiple possible bean candidates found: \[(?P<beans>[^\]\n]+)\]")
        .means("Several Micronaut beans fit where one is wanted: {beans}.")
        .fix(&[ONE_BEAN]),
    rule(Category::SpringStartup, r"CircularDependencyException: [^\n]*(?:of class: (?P<symbol>[A-Za-z0-9_.$]+))?[^\n]*Circular dependency detected")
        .means("Micronaut beans need each other in a circle.")
        .fix(&[CYCLE]),
    rule(Category::SpringStartup, r"(?:UnsatisfiedResolutionException|DeploymentException): Unsatisfied dependency for type (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("Quarkus has no bean of the type `{symbol}`, which another bean injects.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"(?:AmbiguousResolutionException|DeploymentException): Ambiguous dependencies for type (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("Quarkus has several beans of the type `{symbol}` where one is wanted.")
        .fix(&[ONE_BEAN]),
    // Settings
    rule(Category::SpringStartup, r"Could not resolve placeholder '(?P<symbol>[^']+)'(?: in value)?")
        .means("The property `{symbol}` is used (`${{{symbol}}}`), but no configuration sets it.")
        .fix(&[PROPERTY]),
    rule(Category::SpringStartup, r"SRCFG00014: The config property (?P<symbol>[^ \n]+) is required but it could not be found")
        .means("The property `{symbol}` is required, but no configuration sets it.")
        .fix(&[PROPERTY]),
    rule(Category::SpringStartup, r"Failed to inject value for (?:parameter|field) \[[^\]\n]+\][^\n]*(?:Error resolving property value \[\$\{(?P<symbol>[^}\n]+)\}\]|property \[(?P<property>[^\]\n]+)\] doesn't exist)")
        .means("A bean wants the property `{symbol}`, but no configuration sets it.")
        .fix(&[PROPERTY]),
    rule(Category::SpringStartup, r"(?s)(?:DataSourceBeanCreationException: )?Failed to determine a suitable driver class")
        .means("Spring configures a data source, but no URL is set and no embedded database is on the class path: Failed to determine a suitable driver class.")
        .fix(&[DATA_SOURCE]),
    rule(Category::SpringStartup, r"(?s)Failed to bind properties under '(?P<symbol>[^']+)' to (?P<type>[^\n:]+)")
        .means("The value of the property `{symbol}` does not fit the type {type}: {message}.")
        .fix(&["Give `{symbol}` a value of the type {type} in the configuration of the active profile."]),
    rule(Category::SpringStartup, r"BeanDefinitionOverrideException: [^\n]*'(?P<symbol>[^']+)'")
        .means("Two definitions of the bean `{symbol}` exist, and overriding is off.")
        .fix(&["Remove or rename one of them (`@Bean(\"…\")`); `spring.main.allow-bean-definition-overriding=true` hides which one wins."]),
    // What a database says at the start; its driver's words name the address
    rule(Category::SpringStartup, r"(?s)(?:PSQLException|CommunicationsException|SQL[A-Za-z]*ConnectionException|Mongo[A-Za-z]*Exception|RedisConnectionException): (?P<why>[^\n]+)\n.*Error creating bean with name '(?P<bean>[^']+)'")
        .means("The application does not start: the bean `{bean}` cannot reach the database that it needs: {why}.")
        .fix(&[REACH]),
    rule(Category::SpringStartup, r"(?s)(?:ConnectException|UnknownHostException|PSQLException|CommunicationsException|JdbcSQL[A-Za-z]*Exception)(?::|\n)(?P<why>[^\n]*)\n.*Error creating bean with name '(?P<bean>[^']+)'")
        .means("The application does not start: the bean `{bean}` cannot reach the server or database that it needs ({thrown}: {message}).")
        .fix(&[REACH]),
    // Whatever else a bean fails with: its own cause is the message
    rule(Category::SpringStartup, r"(?:BeanCreationException|UnsatisfiedDependencyException|BeanInstantiationException): (?:[^\n]*\n)*?[^\n]*Error creating bean with name '(?P<bean>[^']+)'")
        .means("The application does not start: the bean `{bean}` cannot be created, because of {thrown}: {message}.")
        .fix(&["Look at {name}:{line}, where `{at}` fails while the context starts.", "Look at the class and the settings of the bean `{bean}`."]),
    rule(Category::SpringStartup, r"org\.springframework\.[a-z.]*(?:BeanCreationException|UnsatisfiedDependencyException|BeanInstantiationException|BeanDefinitionStoreException|ApplicationContextException)|io\.micronaut\.context\.exceptions\.|io\.micronaut\.[a-z.]*(?:ServerStartupException|ApplicationStartupException)|Failed to start (?:application|quarkus)|io\.quarkus\.runtime\.[a-z.]*[A-Za-z]+Exception"),
]);
