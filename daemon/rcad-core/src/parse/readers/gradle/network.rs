//! Messages of Gradle and its wrapper when something cannot be downloaded. Data only; the narrow ones first. The
//! subject of a sentence (module, URL, host) is added from the block.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // What only looks like the network's fault: it is said below `Could not get resource '…'` as well.
    rule(Category::Other, r"(?s)Could not (?:download|get|GET)[^>]{0,60}?(?P<symbol>[A-Za-z0-9_.-]+\.(?:jar|aar|pom|module|zip)).*?> (?P<why>No space left on device|There is not enough space on the disk|Disk quota exceeded)")
        .means("`{symbol}` could not be written: the disk is full ({why}).")
        .fix(&["Free space: `~/.gradle/caches`, `build/` directories, emulator images, unused containers (`docker system prune`); on CI a larger disk or fewer caches."]),
    rule(
        Category::GradleWrapper,
        r"(?:Could not install Gradle distribution from '?(?P<url>https?://[^'\s]*?(?P<symbol>gradle-[^'/\s]*))'?\.?\s+Reason: [^\n]*?)?Could not create parent directory for lock file (?P<path>[^\n]+)",
    )
    .means("The wrapper cannot write its distribution: the directory of {path} cannot be created, because there is no write permission there or Gradle's user home points to a wrong directory (the lock file's parent directory).")
    .fix(&["Let `GRADLE_USER_HOME` (in Android Studio: Settings > Build Tools > Gradle > Gradle user home) point to a directory that you may write, such as `~/.gradle`, not into `Program Files` or a JDK."]),
    // The wrapper.
    rule(Category::GradleWrapper, r"Verification of Gradle distribution failed!?(?s:.*?Distribution Url: (?P<url>[^\s]+))?(?s:.*?Expected checksum: '(?P<expected>[^']+)')?(?s:.*?Actual checksum: '(?P<found>[^']+)')?")
        .means("The Gradle distribution that the wrapper downloaded from {url} has checksum {found}, and `distributionSha256Sum` says {expected}.")
        .fix(&[
            "After a change of `distributionUrl` correct `distributionSha256Sum` in gradle/wrapper/gradle-wrapper.properties (checksums: https://gradle.org/release-checksums/).",
            "If the URL did not change, the file was altered or damaged on its way: delete it from `~/.gradle/wrapper/dists` and look at the proxy.",
        ]),
    rule(
        Category::GradleLock,
        r"Timeout of [0-9]+ reached waiting for exclusive access to file: (?P<symbol>[^\n]+)",
    )
    .means("Another process holds the wrapper's lock on {symbol}: it is still downloading, or was killed while it did.")
    .fix(&["Wait for the other download, or end it.", "If none runs, delete the directory with the unfinished download under `~/.gradle/wrapper/dists`."]),
    // `Could not install Gradle distribution from 'https://…'.\nReason: java.lang.RuntimeException: …`
    rule(
        Category::GradleWrapper,
        r"Could not install Gradle distribution from '?(?P<url>https?://[^'\s]*?(?P<symbol>gradle-[^'/\s]*))'?\.?(?:\s*Reason: (?P<why>[^\n]+))?",
    )
    .means("The wrapper could not install {symbol} from {url}: {why}."),
    // A download that is only named went well.
    rule(
        Category::GradleWrapper,
        r"Download(?:ing)?(?: from)? '?(?P<url>https?://[^'\s]*?(?P<symbol>gradle-[^'/\s]*))'?\.? ?(?:failed: ?(?:\s*Reason: )?(?P<why>[^\n]*)|\s*Reason: (?P<why2>[^\n]+)|(?P<why3>timeout[^\n]*|exception[^\n]*))",
    )
    .means("The wrapper could not install {symbol} from {url}: {why}."),
    rule(
        Category::GradleWrapper,
        r"(?s)FileNotFoundException: (?P<url>https?://[^\s]*?(?P<symbol>gradle-[0-9][^/\s]*\.zip)).*?org\.gradle\.wrapper",
    )
    .means("The Gradle distribution {symbol} does not exist at {url}: the version in the wrapper's `distributionUrl` is wrong.")
    .fix(&["Correct `distributionUrl` in gradle/wrapper/gradle-wrapper.properties to a version that exists (https://gradle.org/releases/)."]),
    // `Server returned HTTP response code: 401 for\n    URL: http://repo.example.com/gradle-8.5-bin.zip`
    rule(
        Category::GradleWrapper,
        r"Server returned HTTP response code: (?P<status>40[13]) for\s+URL: (?P<url>https?://(?:[^/@\s]+@)?(?P<host>[^/\s]+)/[^\s]*?(?P<symbol>gradle-[^/\s]*\.zip))",
    )
    .means("The server {host} of `distributionUrl` refuses the wrapper's download of {symbol} (status {status}): it asks for a login that the wrapper does not have, or forbids it.")
    .fix(&[
        "Give the wrapper the login: `systemProp.gradle.wrapperUser` and `systemProp.gradle.wrapperPassword` in ~/.gradle/gradle.properties (on CI from its secrets), or let that repository be read without one.",
        "Or set `distributionUrl` in gradle/wrapper/gradle-wrapper.properties to https://services.gradle.org/distributions/{symbol}.",
    ]),
    rule(
        Category::GradleWrapper,
        r"Server returned HTTP response code: (?P<status>[0-9]{3}) for\s+URL: (?P<url>https?://(?:[^/@\s]+@)?(?P<host>[^/\s]+)/[^\s]*?(?P<symbol>gradle-[^/\s]*\.zip))",
    )
    .means("The server {host} of `distributionUrl` answers the wrapper's download of {symbol} with status {status}.")
    .fix(&[
        "Status 407 is a proxy that wants a login (`systemProp.https.proxyUser`, `systemProp.https.proxyPassword`); 429 and 5xx pass: run again later, or let `distributionUrl` point to another mirror.",
    ]),
    rule(
        Category::GradleNetworkTls,
        r"Server returned HTTP response code: (?P<status>[0-9]{3}) for\s+URL: (?P<url>https?://(?:[^/@\s]+@)?(?P<symbol>(?P<host>[^/\s]+))/[^\s]*)",
    )
    .means("The server {host} answers the request for {url} with status {status}, so what the build wants to load from it does not come.")
    .fix(&[
        "Open {url}: 5xx and 429 are the server's and pass, so run again later; 401 and 403 want a login or a token; 404 is a wrong or removed address; 407 is a proxy that wants a login.",
    ]),
    rule(
        Category::GradleWrapper,
        r"(?s)(?:ZipException|zip (?:END|file)|Could not unzip (?P<file>[^\s]+)|EOFException).*?org\.gradle\.(?:wrapper|cli)",
    )
    .means("The Gradle distribution that the wrapper downloaded is damaged: its ZIP file is incomplete.")
    .fix(&["Delete the incomplete distribution below `~/.gradle/wrapper/dists` and run again.", "If it stays incomplete, download it by hand and look at the proxy and the disk's free space."]),
    rule(
        Category::GradleWrapper,
        r"(?s)(?:UnknownHostException: (?:[^\n(]{3,60} \()?(?P<host>[^\s()]+)|(?P<why>(?:[A-Za-z]+\.)+[A-Za-z]*(?:Exception|Error): [^\n]*)).*?at org\.gradle\.wrapper\.",
    )
    .means("The wrapper could not download Gradle: {host} is not reachable from here (no network, DNS, or a proxy is needed).")
    .fix(&["Check the network; behind a proxy set `systemProp.https.proxyHost` and `systemProp.https.proxyPort` in `~/.gradle/gradle.properties`.", "Or let `distributionUrl` in gradle/wrapper/gradle-wrapper.properties point to a mirror or a local file."]),
    rule(Category::GradleWrapper, r"Gradle distribution '(?P<symbol>[^']+)' (?:does not contain any directories|contains too many directories)"),
    rule(Category::GradleWrapper, r"Could not find or load main class (?P<symbol>org\.gradle\.wrapper\.[A-Za-z]+)|ClassNotFoundException: org\.gradle\.wrapper\.|(?:Unable to access jarfile|no main manifest attribute, in) (?P<symbol2>[^\s]*gradle-wrapper\.jar)"),
    rule(Category::GradleWrapper, r"Wrapper properties file '(?P<symbol>(?P<file>[^']+))' does not exist")
        .fix(&["Restore gradle/wrapper/gradle-wrapper.properties from version control, or run `gradle wrapper`."]),
    rule(Category::GradleWrapper, r"No value with key '(?P<symbol>[^']+)' specified in wrapper properties file"),
    rule(Category::GradleWrapper, r"Could not load wrapper properties from '(?P<symbol>(?P<file>[^']+))'"),
    rule(Category::GradleWrapper, r"(?P<symbol>gradlew): (?P<why>Permission denied)")
        .means("The wrapper script `gradlew` may not be executed: {why}.")
        .fix(&["Make it executable and record that: `chmod +x gradlew && git update-index --chmod=+x gradlew`."]),
    rule(Category::GradleWrapper, r"(?P<symbol>gradlew): (?:No such file or directory|not found|command not found)|'?(?P<symbol2>\.?[\\/]?gradlew(?:\.bat)?)'? is not recognized as (?:an internal or external|the name of a)")
        .means("There is no wrapper script `gradlew` in the directory in which the command ran.")
        .fix(&["Run it in the project's root directory (in Flutter, React Native and Capacitor projects: `android/`), or restore the wrapper with `gradle wrapper`."]),
    // `Using insecure protocols with repositories, without explicit opt-in, is unsupported. Switch Maven repository 'maven2(http://…)' to redirect …`
    rule(
        Category::GradleNetworkTls,
        r"Using insecure protocols with repositories, without explicit opt-in, is unsupported\.(?: Switch (?:Maven|Ivy)? ?repository '(?P<symbol>[^'(]+)(?:\((?P<insecure>http:[^)']+)\))?')?",
    )
    .means("The repository `{symbol}` is declared with plain `http` ({insecure}), an insecure protocol that Gradle 7 and later refuse without an explicit opt-in.")
    .fix(&[
        "Change the repository's URL to `https://…`.",
        "Only if the server has no https and you trust the network: `maven {{ url = uri(\"{insecure}\"); isAllowInsecureProtocol = true }}` (Groovy: `allowInsecureProtocol = true`).",
    ]),
    rule(Category::GradleNetworkTls, r"from insecure URIs?, without explicit opt-in, is unsupported\.[^\n]*?'(?P<symbol>(?P<insecure>http:[^']+))'")
        .means("{insecure} uses plain `http`, an insecure protocol that Gradle 7 and later refuse without an explicit opt-in.")
        .fix(&["Use `https`."]),
    // TLS.
    rule(Category::GradleNetworkTls, r"PKIX path (?P<why>building|validation) failed[^\n]*|unable to find valid certification path to requested target")
        .means("TLS: the certificate of {host} is not trusted by the JDK that runs Gradle (PKIX path building failed): its issuer, often a company proxy's or antivirus' own certificate authority, is not in the JDK's trust store.")
        .fix(&[
            "See whether {url} opens from this machine; it is needed for `{symbol}`.", "Import the issuer's certificate into the trust store of the JDK that runs Gradle: `keytool -importcert -cacerts -alias proxy -file issuer.crt`, or set `systemProp.javax.net.ssl.trustStore` in `~/.gradle/gradle.properties`.",
            "An old JDK may lack newer root certificates: use a current one. A proxy's own trust store on the system: `systemProp.javax.net.ssl.trustStoreType=Windows-ROOT` (or `KeychainStore`).",
        ]),
    rule(Category::GradleNetworkTls, r"> (?P<why>peer not authenticated)")
        .means("The TLS handshake with {host} failed ({why}): the JDK that runs this old Gradle and the server do not agree on protocol, cipher or certificate. JDK 7 lacks TLS 1.2 and newer certificates; with JDK 11 and later an old Gradle's client fails at TLS 1.3; a proxy's own certificate does it too.")
        .fix(&["Run this Gradle on a late JDK 8, or raise the Gradle wrapper; with JDK 11 or later try `-Dhttps.protocols=TLSv1.2` (`systemProp.https.protocols` in gradle.properties).", "Behind a proxy that opens TLS import its certificate into the trust store of that JDK (`keytool -importcert`)."]),
    rule(Category::GradleNetworkTls, r"the trustAnchors parameter must be non-empty")
        .means("TLS: the JDK that runs Gradle has an empty certificate trust store (`cacerts`), so no https server can be verified.")
        .fix(&["Reinstall the JDK's certificates (`apt install --reinstall ca-certificates-java`), or point `JAVA_HOME` to a complete JDK."]),
    rule(
        Category::GradleNetworkTls,
        r"(?P<why>Received fatal alert: [a-z_]+|Remote host (?:terminated|closed connection during) (?:the )?handshake|SSL peer shut down incorrectly|protocol is disabled or cipher suites are inappropriate|The server may not support the client's requested TLS protocol versions[^\n]*|No appropriate protocol[^\n]*|hostname in certificate didn't match[^\n]*|doesn't match any of the subject alternative names[^\n]*|No subject alternative[^\n]*|Unsupported or unrecognized SSL message|SSLHandshakeException[^\n]*)",
    )
    .means("The TLS handshake with {host} failed: {why}.")
    .fix(&[
        "See whether {url} opens from this machine; it is needed for `{symbol}`.", "A JDK or Gradle too old for TLS 1.2/1.3, or a proxy that interferes: use a current JDK, or set `systemProp.https.protocols=TLSv1.2,TLSv1.3` in gradle.properties.",
        "Behind a proxy set `systemProp.https.proxyHost` and `systemProp.https.proxyPort`; look whether {host} opens in a browser from this machine.",
    ]),
    // HTTP.
    rule(Category::GradleNetworkTls, r"[Rr]eceived status code (?P<status>40[13]) from server:? ?(?P<why>[^\n]*)")
        .means("The server {host} refused the request for {url} with status {status} ({why}): credentials are missing or wrong, or the repository blocks this client.")
        .fix(&[
            "Give the repository working credentials: `credentials {{ username = …; password = … }}`, read from `~/.gradle/gradle.properties` or the CI's secrets; check that the token is not expired and may read packages.",
            "If the module is public, put its repository (`mavenCentral()`, `google()`) before {host}, or remove that repository if it has been shut down.",
        ]),
    rule(Category::GradleNetworkTls, r"(?:[Rr]eceived status code (?P<status>407) from server|Unable to tunnel through proxy[^\n]*?(?P<status2>407)|(?P<status3>407) Proxy Authentication Required)")
        .means("The proxy between this machine and {host} asks for a login (status 407, Proxy Authentication Required).")
        .fix(&["Set `systemProp.https.proxyUser` and `systemProp.https.proxyPassword` beside `proxyHost` and `proxyPort` in `~/.gradle/gradle.properties`; for basic authentication over https also `systemProp.jdk.http.auth.tunneling.disabledSchemes=`."]),
    rule(Category::GradleNetworkTls, r"[Rr]eceived status code (?P<status>429) from server:? ?(?P<why>[^\n]*)")
        .means("{host} refuses because too many requests come from here (status 429, rate limit).")
        .fix(&["Wait and run again; on CI keep `~/.gradle/caches` between the builds, or use a mirror or proxy repository of your own."]),
    rule(Category::GradleNetworkTls, r"[Rr]eceived status code (?P<status>5[0-9]{2}) from server:? ?(?P<why>[^\n]*)")
        .means("The server {host} failed with status {status} ({why}) when asked for {url}; the fault is on its side.")
        .fix(&["Run again later; see the server's status page.", "If it stays, use another mirror of the repository, or remove {host} from `repositories` if the module is elsewhere: a failing repository is not skipped."]),
    rule(Category::GradleNetworkTls, r"[Rr]eceived status code (?P<status>[0-9]{3}) from server:? ?(?P<why>[^\n]*)")
        .means("The server {host} answered with status {status} ({why}) when asked for {url}."),
    rule(Category::GradleNetworkTls, r"(?:[Uu]sername|[Pp]assword) must not be null|Credentials required for this build could not be resolved(?s:.*?credentials:\s+- (?P<symbol>[^\s]+))?|The following Gradle properties are missing for '(?P<owner>[^']+)' credentials")
        .means("The credentials for a repository are not set: {message}.")
        .fix(&["Define them in `~/.gradle/gradle.properties` or as `ORG_GRADLE_PROJECT_…` environment variables; on CI check that the secrets reach the build."]),
    // `> java.io.IOException: Unknown error while sending file, check network […; response: 400 HTTP/1.1 400 Bad Request]`
    rule(Category::GradleNetworkTls, r"[Ee]rror while sending file, check network [^\n]*?(?:response: (?P<status>[0-9]{3})[^\]\n]*)?")
        .means("The task `{task}` could not upload its file; the server answered {status}.")
        .fix(&["Check that google-services.json (app id, API key) belongs to this app and that the Firebase project has Crashlytics on; check network and proxy, then run again.", "To build without the upload: `firebaseCrashlytics {{ mappingFileUploadEnabled = false }}` for that build type."]),
    // Names and connections.
    rule(Category::GradleNetworkTls, r"(?:UnknownHostException: (?:[^\n(]{3,60} \()?(?P<host>[^\s:()]+)|No such host is known \((?P<host2>[^)]+)\)|Temporary failure in name resolution|Name or service not known|nodename nor servname provided|No address associated with hostname)")
        .means("The name {host} cannot be resolved (DNS, unknown host): there is no network, or the host is only known behind a proxy or VPN.")
        .fix(&["See whether {url} opens from this machine; it is needed for `{symbol}`.", "Check network, DNS and VPN; behind a proxy set `systemProp.https.proxyHost` and `systemProp.https.proxyPort` in gradle.properties.", "If {host} no longer exists, remove that repository."]),
    rule(Category::GradleNetworkTls, r"(?:GET|HEAD) '(?P<url>https?://(?P<host>[A-Za-z0-9.-]+)[^']*)'\.?\s+> (?P<why>[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?:: [^\n]*)?(?:\n|$)")
        .means("The name {host} cannot be resolved (DNS, unknown host): there is no network, or the host is only known behind a proxy or VPN.")
        .fix(&["See whether {url} opens from this machine; it is needed for `{symbol}`.", "Check network, DNS and VPN; behind a proxy set `systemProp.https.proxyHost` and `systemProp.https.proxyPort` in gradle.properties.", "If {host} no longer exists, remove that repository."]),
    rule(Category::GradleNetworkTls, r"(?P<why>(?:Connect|Read|Connection|connect|Accept|Handshake|SocketTimeoutException)[a-z :]* timed out|Connection timed out: [^\n]+|Idle timeout|timeout: Read timed out)")
        .means("{host} did not answer in time ({why}, timeout).")
        .fix(&[
            "See whether {url} opens from this machine; it is needed for `{symbol}`.", "Run again; if it stays, see whether {host} opens from this machine, and set the proxy (`systemProp.https.proxyHost`, `systemProp.https.proxyPort`) where one is needed.",
            "On a slow line raise the timeouts: `systemProp.org.gradle.internal.http.connectionTimeout=120000` and `…socketTimeout=120000`.",
        ]),
    rule(Category::GradleNetworkTls, r"(?P<why>Connection refused(?:: [^\n]+)?|Connection to [^\s]+ refused|Connection reset|No route to host|Network is unreachable|Host is down|Broken pipe|Connection closed[^\n]*|Software caused connection abort[^\n]*|The target server failed to respond|Unexpected end of file from server|Premature (?:EOF|end of (?:[Cc]ontent|chunk|stream))[^\n]*|Truncated chunk[^\n]*)")
        .means("The connection to {host} failed: {why}.")
        .fix(&["See whether {url} opens from this machine; it is needed for `{symbol}`.", "Check network, firewall and proxy (`systemProp.https.proxyHost`, `systemProp.https.proxyPort`); a proxy that is set but no longer runs refuses connections as well.", "Run again; if it stays, use another mirror of the repository."]),
    rule(Category::GradleNetworkTls, r"Repository (?P<symbol>[^\s]+) is disabled due to earlier error below|Skipped due to earlier error")
        .means("An earlier request to the repository failed, so Gradle did not ask it again in this build: {message}."),
    rule(Category::GradleNetworkTls, r"Could not (?:GET|HEAD|PUT|get resource|resolve) '?(?P<url>https?://[^'\s]+)'?[^\n]*(?:\n\s*> (?P<why>[^\n]+))?"),
    rule(Category::GradleNetworkTls, r"Could not download (?P<archive>[^\s]+) \((?P<symbol>[^)]+)\)"),
]);
