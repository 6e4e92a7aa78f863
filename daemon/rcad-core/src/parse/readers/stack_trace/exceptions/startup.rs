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

/// What to do about a mapping that names no column.
const COLUMN: &str = "Write the column's name as `@Column(name = …)` of the other entity has it, not the property's, or leave `referencedColumnName` out where it is the primary key.";

/// What is said of a bean that fails with an exception of its own.
pub const BEAN_FAILS: &str =
    "The application does not start: the bean `{bean}` cannot be created, because of {thrown}: {message}.";

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
    // Spring up to 4.2
    rule(Category::SpringStartup, r"NoSuchBeanDefinitionException: No (?:qualifying |matching )?bean of type \[(?P<symbol>[^\]\n]+)\] found")
        .means("The application does not start: something needs a bean of the type `{symbol}`, and there is none.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"BeanCurrentlyInCreationException: Error creating bean with name '(?P<symbol>[^']+)'[^\n]*(?:circular reference|currently in creation)")
        .means("The application does not start: beans need each other in a circle, which `{symbol}` is a part of.")
        .fix(&[CYCLE]),
    rule(Category::SpringStartup, r"Error creating bean with name '(?P<symbol>[^']+)'(?: defined in [^\n']*)?: Requested bean is currently in creation")
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
    rule(Category::SpringStartup, r"(?s)(?:Unable to open JDBC Connection for DDL execution|Failed to (?:obtain|initialize|get) (?:JDBC [Cc]onnection|pool)|Exception during pool initialization|Cannot create PoolableConnectionFactory|Unable to obtain connection from database)[^\n]*\n.*Error creating bean with name '(?P<symbol>[^']+)'")
        .means("The application does not start: the bean `{symbol}` gets no connection to the database ({message}).")
        .fix(&[REACH, "The database's own words (refused, wrong password, unknown database) stand in the last `Caused by`, or in the lines above."]),
    // A mapping of Hibernate
    rule(Category::SpringStartup, r"Unable to find column with logical name: (?P<symbol>[A-Za-z0-9_]+) in [^\n]*?Table\((?P<table>[A-Za-z0-9_.]+)\)")
        .means("The application does not start: a mapping names the column `{symbol}` (in `referencedColumnName`, an index or a unique constraint), which the entity's table {table} does not have under this name.")
        .fix(&[COLUMN]),
    // An address of a database: `${DB_URL}`, `jdbc:mysql:…`
    rule(Category::SpringStartup, r"(?s)Driver (?P<symbol>[A-Za-z0-9_.$]+) claims to not accept jdbcUrl, (?P<url>\$\{[^}\n]+\}).*")
        .means("The application does not start: the driver `{symbol}` gets the placeholder {url} itself as the address of the database, because nothing defines it.")
        .fix(&["Set the environment variable or property of {url} where the application runs, or give it a default."]),
    rule(Category::SpringStartup, r"Driver (?P<symbol>[A-Za-z0-9_.$]+) claims to not accept jdbcUrl, (?P<url>[^\s,]+)")
        .means("The application does not start: the driver `{symbol}` does not take the address {url}: it is another database's, or misspelt.")
        .fix(&["Let `driver-class-name` and the address fit (`jdbc:mysql:…`, `jdbc:postgresql:…`), or leave the driver's class out: it follows from the address."]),
    // A value that is injected as text: `@Value("{shop.on}")`, whose `$` is missing, or what the configuration has
    rule(Category::SpringStartup, r"(?s)Error creating bean with name '(?P<bean>[^']+)'.*?Failed to convert value of type '(?P<from>[^']+)' to required type '(?P<type>[^']+)'[^\n]*?(?:Invalid boolean value|For input string:) ?\[?\x22?(?P<symbol>[^\]\x22\n]+)")
        .means("The application does not start: the bean `{bean}` gets the text `{symbol}` where it wants a {type}.")
        .fix(&["Correct the value in the `@Value` of the bean `{bean}`, or in the configuration of the active profile; a text that still has its braces is a placeholder without the `$` (`${{…}}`)."]),
    // The bean's own exception stands in the words of Spring's, and the text ends before any cause
    rule(Category::SpringStartup, r"^[^\n]*Error creating bean with name '(?P<symbol>[^']+)'[^\n]*(?:threw exception(?: with message:|;)|; nested exception is) (?P<why>[^\n]+)$")
        .means("The application does not start: the bean `{symbol}` cannot be created, because of: {why}.")
        .fix(&["Correct what this says, in the class, the `@Bean` method or the settings of the bean `{symbol}`.", "The last `Caused by` of the whole trace has the frames of it."]),
    rule(Category::SpringStartup, r"^[^\n]*Error creating bean with name '(?P<bean>[^']+)'[^\n]*: No qualifying bean of type '(?P<symbol>[^']+)' available: expected at least 1[^\n]*$")
        .means("The application does not start: the bean `{bean}` needs a bean `{symbol}`, and none is defined.")
        .fix(&[BEAN]),
    rule(Category::SpringStartup, r"^[^\n]*Error creating bean with name '(?P<symbol>[^']+)'(?: defined in [^\n]*?\])?: (?P<why>[^\n]*[^\n;. ])[;. ]*$")
        .means("The application does not start: the bean `{symbol}` cannot be created: {why}.")
        .fix(&["Look for the last `Caused by` of the whole trace, which says what `{symbol}` fails with.", "Then look at the class and the settings of the bean `{symbol}`."]),
    // Whatever else a bean fails with: its own cause is the message
    rule(Category::SpringStartup, r"(?:BeanCreationException|UnsatisfiedDependencyException|BeanInstantiationException): (?:[^\n]*\n)*?[^\n]*Error creating bean with name '(?P<bean>[^']+)'")
        .means(BEAN_FAILS),
    // `Failed to process @EventListener annotation on bean with name 'basket'`
    rule(Category::SpringStartup, r"(?:BeanInitializationException|BeanDefinitionValidationException): [^\n]* bean with name '(?P<bean>[^']+)'")
        .means(BEAN_FAILS),
    rule(Category::SpringStartup, r"org\.springframework\.[a-z.]*(?:BeanCreationException|BeanInitializationException|UnsatisfiedDependencyException|BeanInstantiationException|BeanDefinitionStoreException|ApplicationContextException)|io\.micronaut\.context\.exceptions\.|io\.micronaut\.[a-z.]*(?:ServerStartupException|ApplicationStartupException)|Failed to start (?:application|quarkus)|io\.quarkus\.runtime\.[a-z.]*[A-Za-z]+Exception"),
]);
