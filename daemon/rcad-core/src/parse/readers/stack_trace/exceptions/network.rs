//! Files and connections that fail in the user's process. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// What is left of input and output: classes that say little by themselves.
pub const GENERAL: &str = r"(?:^|\n)(?:[a-z0-9]+\.)+(?:IOException|UncheckedIOException|FileSystemException|ClosedChannelException|SocketException|MalformedURLException)(?::|$)";

const OFFLINE: &str = "Catch {thrown} where the server is called (or in a CoroutineExceptionHandler), and show that it cannot be reached instead of crashing.";
const AGAIN: &str = "Catch the exception around the call and offer to try again; raise the client's connect or read timeout only if the server needs longer.";
const LOCALHOST: &str =
    "Nothing listens at port {port} of localhost, which on a phone or emulator is the device itself, not the computer.";
const EMULATOR: &str = "On Android use from the emulator 10.0.2.2 for the computer's localhost, and for a phone `adb reverse tcp:{port} tcp:{port}` or the computer's address.";
const CLOCK: &str = "Compare the clock of the device or machine that connects with the right time and let it be set automatically; an emulator that goes on from a snapshot, or a device without a battery for its clock, may be far behind.";
const TOO_NEW: &str = "If the clock is right, the server needs a certificate that is valid now.";
const RENEW: &str = "If the clock is right, the server's operator has to renew the certificate: `openssl s_client -connect <host>:443 -servername <host> </dev/null | openssl x509 -noout -dates` shows its dates.";
const SERVER: &str = "Start the server at port {port} first, and catch {thrown} around the call.";

/// Rules for several causes together: the deepest says how the connection ended, the one above it which and why.
pub static CHAINS: Rules = Rules::new(&[
    rule(Category::RuntimeIoNetwork, r"(?s)Socket(?:Exception|TimeoutException): [^\n]*\n.*(?:SocketTimeoutException|InterruptedIOException): (?P<why>[^\n]+)")
        .means("The server did not answer in time (SocketTimeoutException: {why}).")
        .fix(&[AGAIN]),
    rule(Category::RuntimeIoNetwork, r"(?s)ConnectException: [^\n]*\n.*ConnectException: [Ff]ailed to connect to /?(?:localhost|127\.0\.0\.1)(?:/[0-9a-f.:]+?)?(?::| \(port )(?P<port>[0-9]+)")
        .means(LOCALHOST)
        .fix(&[SERVER, EMULATOR]),
    rule(Category::RuntimeIoNetwork, r"(?s)ConnectException: [^\n]*\n.*ConnectException: [Ff]ailed to connect to (?P<host>[^ (\n]+)(?: \(port (?P<port>[0-9]+)\))?")
        .means("Nothing answers at {host}: the server does not run there, or a firewall refuses the connection.")
        .fix(&["Check address and port of {host}, and that the server runs.", OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"(?s)EOFException[^\n]*\n.*IOException: (?P<why>unexpected end of stream on (?P<url>[^ \n]+))")
        .means("The connection broke off while `{at}` used it: {why}.")
        .fix(&[OFFLINE]),
]);

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Android's own wording: `Unable to resolve host "api.example.com": No address associated with hostname`
    rule(Category::RuntimeIoNetwork, r"UnknownHostException: Unable to resolve host (?P<host>[^:\n]+)")
        .means("The host name {host} cannot be resolved: no network, a wrong name, or the INTERNET permission is missing.")
        .fix(&["Catch the exception around the call (the device may be offline) and check the host {host}.", "Check that the manifest has `<uses-permission android:name=\"android.permission.INTERNET\"/>`."]),
    // The JVM's: `api.example.com: Name or service not known`
    rule(Category::RuntimeIoNetwork, r"UnknownHostException: (?:[^\n(]{3,60} \()?(?P<host>[^:()\n]+)")
        .means("The host name {host} cannot be resolved: no network, a wrong name, or one that is not known where the program runs.")
        .fix(&["Check the name {host} where the program runs (`nslookup`): in a container or another network it may not be known.", "Catch the exception around the call: the network may be gone for a while."]),
    rule(Category::RuntimeIoNetwork, r"UnresolvedAddressException")
        .means("The host name of the request cannot be resolved: no network, or a wrong name.")
        .fix(&[OFFLINE]),
    // `failed to connect to localhost/127.0.0.1 (port 8080) from …: ECONNREFUSED`: the device itself, where a computer is meant
    rule(Category::RuntimeIoNetwork, r"ConnectException: [Ff]ailed to connect to /?(?:localhost|127\.0\.0\.1)(?:/[0-9a-f.:]+?)?(?::| \(port )(?P<port>[0-9]+)")
        .means(LOCALHOST)
        .fix(&[SERVER, EMULATOR]),
    rule(Category::RuntimeIoNetwork, r"ConnectException: [Ff]ailed to connect to (?P<host>[^ (]+)(?: \(port (?P<port>[0-9]+)\))?")
        .means("Nothing answers at {host}: the server does not run there, or a firewall refuses the connection.")
        .fix(&["Check address and port of {host}, and that the server runs.", OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"ConnectException: ?(?P<why>.*)")
        .means("The connection to the server is refused ({why}): nothing listens at that address and port.")
        .fix(&["Check the address and the port, and that the server runs there.", OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"(?:SocketTimeoutException|HttpTimeoutException|HttpConnectTimeoutException|ConnectTimeoutException|HttpRequestTimeoutException): ?(?P<why>.*)")
        .means("The server did not answer in time ({why}; {thrown}).")
        .fix(&[AGAIN]),
    // Certificates: what is wrong with a date says the deepest exception; on Android it names the clock as well
    rule(Category::RuntimeIoNetwork, r"(?P<symbol>CertificateNotYetValidException): Certificate not valid until (?P<from>[^(\n]+) \(compared to (?P<clock>[^)\n]+)\)")
        .means("A certificate of the server is valid only from {from} on, and the clock says {clock}: the clock of this device or machine is behind, or the certificate is too new.")
        .fix(&[CLOCK, TOO_NEW, OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"(?P<symbol>CertificateNotYetValidException): NotBefore: (?P<from>[^\n]+)")
        .means("A certificate of the server is not valid yet, only from {from} on: the clock of this device or machine is behind, or the certificate is too new.")
        .fix(&[CLOCK, TOO_NEW, OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"(?P<symbol>CertificateExpiredException): Certificate expired at (?P<until>[^(\n]+) \(compared to (?P<clock>[^)\n]+)\)")
        .means("A certificate of the server was valid until {until}, and the clock says {clock}: the certificate was not renewed, or the clock of this device or machine is ahead.")
        .fix(&[RENEW, CLOCK, OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"(?P<symbol>CertificateExpiredException): NotAfter: (?P<until>[^\n]+)")
        .means("A certificate of the server was valid only until {until}: it was not renewed, or the clock of this device or machine is ahead.")
        .fix(&[RENEW, CLOCK, OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"CertPathValidatorException: (?P<why>Response is unreliable: its validity interval is out-of-date)")
        .means("The answer about the revocation of the server's certificate (OCSP) is not valid at the time that the clock shows ({why}): the clock of this device or machine is wrong, or the server sends along an old answer (a stale stapled response).")
        .fix(&[CLOCK, "If the clock is right, the server has to get a new OCSP response: `openssl s_client -connect <host>:443 -servername <host> -status </dev/null` shows its `This Update` and `Next Update`.", OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"CertPathValidatorException: (?P<why>(?:timestamp|validity) check failed)")
        .means("A certificate of the server is not valid at the time that the clock shows ({why}): it has expired, or the clock of this device or machine is wrong.")
        .fix(&[CLOCK, RENEW, OFFLINE]),
    // Certificates
    rule(Category::RuntimeIoNetwork, r"(?:SSL[A-Za-z]*Exception|CertPathValidatorException|ValidatorException|SunCertPathBuilderException): .*(?P<why>Trust anchor for certification path not found|PKIX path building failed|unable to find valid certification path|certificate has expired|CertificateExpired)")
        .means("The server's TLS certificate is not trusted ({why}): it is self-signed, expired, or the server does not send its intermediate certificate.")
        .fix(&["Let the server send the whole chain of a known authority; for a development server name its certificate in `res/xml/network_security_config.xml` (on the JVM in a trust store).", "Check the clock of the device, and whether a proxy replaces the certificate."]),
    rule(Category::RuntimeIoNetwork, r"SSLPeerUnverifiedException: (?:Hostname (?P<host>[^ ]+) not verified|(?P<why>Certificate pinning failure))")
        .means("The server's certificate is another one than the app accepts: {message}.")
        .fix(&["Use the host name that the certificate is for, or renew the pins (`CertificatePinner`) before the server's certificate changes."]),
    rule(Category::RuntimeIoNetwork, r"SSL[A-Za-z]*Exception: (?P<symbol>Unsupported or unrecognized SSL message|Unrecognized SSL message, plaintext connection\?|Unable to parse TLS packet header)")
        .means("The client speaks TLS (`https`) to a port that answers with plain text: the server speaks `http` there, or a proxy answers in its place ({symbol}).")
        .fix(&["Use `http://` for that port, or the port on which the server speaks TLS; behind a proxy check that it is set as an HTTP proxy, not as an HTTPS one."]),
    rule(Category::RuntimeIoNetwork, r"SSL[A-Za-z]*Exception: (?:[^\n]*?)(?P<symbol>(?:Received fatal alert: |tlsv1 alert |SSLV3_ALERT_|sslv3 alert )(?:handshake[_ ]failure|protocol[_ ]version|HANDSHAKE_FAILURE))")
        .means("Server and client find no way to speak TLS with each other ({symbol}): they have no common TLS version or cipher (an old client, or an old server), the server wants a client certificate, or it does not know the host name that the client sends.")
        .fix(&["See what the server offers: `openssl s_client -connect <host>:443 -servername <host>`; then bring the older side up to TLS 1.2 or 1.3 (a newer JDK or Android, on Android 4 a TLS provider of Play services).", "If the server asks for a client certificate, give the client its key store."]),
    rule(Category::RuntimeIoNetwork, r"(?:SSLHandshakeException|SSLException|SSLProtocolException): ?(?P<why>.*)")
        .means("The TLS connection to the server fails ({why}).")
        .fix(&["Check that the port speaks https and which TLS versions and ciphers the server offers.", OFFLINE]),
    // Answers: Retrofit `HTTP 404 Not Found`; Ktor `Client request(GET http://…) invalid: 404 Not Found. Text: …`; Spring `404 Not Found: …`
    rule(Category::RuntimeIoNetwork, r"(?:ClientRequestException|ServerResponseException|RedirectResponseException): (?:Client request|Server error|Unhandled redirect: ?)\(?(?:(?P<method>[A-Z]+) (?P<url>[^ )]+))\)?[^:]*: (?P<status>[0-9]{3}[^.]*)")
        .means("The server answered {method} {url} with {status}; Ktor throws {thrown} for it (`expectSuccess`).")
        .fix(&["Catch `ResponseException` around the request, or leave `expectSuccess` off and look at `response.status`.", "Compare the URL, the token and the body of the request with what the server expects: 4xx is the request's fault, 5xx the server's."]),
    rule(Category::RuntimeIoNetwork, r"WebClientResponseException(?:\$[A-Za-z]+)?: (?P<status>[45][0-9]{2}[^:\n]*?) from (?P<method>[A-Z]+) (?P<url>[^\s,]+)")
        .means("The service answered {method} {url} with HTTP {status}, which WebClient throws as an exception.")
        .fix(&["Compare the URL, the token and the body with what the service expects; `getResponseBodyAsString()` of the exception has its answer.", "Handle it where the call is made: `onStatus(…)`, `onErrorResume(WebClientResponseException.class, …)`."]),
    rule(Category::RuntimeIoNetwork, r"(?:HttpException: HTTP |Http(?:Client|Server)ErrorException(?:\$[A-Za-z]+)?: )(?P<status>[0-9]{3}[^:]*)")
        .means("The server answered with HTTP {status}; the client throws {thrown} for it, which is uncaught.")
        .fix(&["Catch {thrown} around the suspend call (or return `Response<T>` and look at `isSuccessful`), and handle the answer.", "Compare the URL, the token and the body of the request with what the server expects: 4xx is the request's fault, 5xx the server's."]),
    // A connection that ends
    rule(Category::RuntimeIoNetwork, r"(?:SocketException|IOException|EOFException|ProtocolException): (?P<why>(?:unexpected end of stream|Connection reset|Broken pipe|Software caused connection abort|Socket (?:is )?closed|closed|Canceled|\\n not found).*)")
        .means("The connection broke off while `{at}` used it: {why}.")
        .fix(&[OFFLINE]),
    rule(Category::RuntimeIoNetwork, r"(?:HttpRetryException|StreamResetException|ConnectionShutdownException|NoRouteToHostException|PortUnreachableException|UnknownServiceException): ?(?P<why>.*)")
        .means("A network call failed with {thrown} ({why}) and the exception is uncaught.")
        .fix(&[OFFLINE]),
    // Files
    rule(Category::RuntimeIoNetwork, r"(?:IOException|ErrnoException|FileNotFoundException|FileSystemException): (?P<path>[^:]*?)[: ]*.*(?:ENOSPC|No space left on device)")
        .means("The disk is full: {message}.")
        .fix(&["Free space, or delete old files of the cache before writing; catch IOException and tell the user."]),
    rule(Category::RuntimeIoNetwork, r"(?:FileNotFoundException: (?P<symbol>(?:/|[A-Za-z]:\\|\.\.?/)?[^ :(]+)(?:: open failed: ENOENT| )?\(?\(No such file or directory\)|NoSuchFileException: (?P<path>[^ ]+)$)")
        .means("The file that `{at}` opens does not exist: {message}.")
        .fix(&["Check the path (relative ones start at the working directory) and whether the file was written before; create its directory with `mkdirs()` before writing.", "Ask `exists()` first, or catch the exception where the file may be missing."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: (?P<symbol>https?://[^ ]+)")
        .means("The server answered the request for {symbol} with an error (404 or another 4xx or 5xx), which `HttpURLConnection` throws as FileNotFoundException when its body is read.")
        .fix(&["Look at `responseCode` before `inputStream`, and read `errorStream` for what the server says."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: (?P<symbol>(?:/|[A-Za-z]:\\)[^:()]*?)(?:: open failed: (?:EACCES|EPERM))? \((?:Permission denied|Operation not permitted|Access is denied)\)")
        .means("The program may not open {symbol}: the permissions of the file or its folder do not allow it.")
        .fix(&["Write to a folder that is the program's own (on Android `filesDir`, `cacheDir` or `getExternalFilesDir`); on a server check the owner and the rights of the file.", "On Android other apps' and the system's files stay closed: let the user choose the file (`ACTION_OPEN_DOCUMENT`)."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: (?P<symbol>/[^:]*): open failed: EROFS")
        .means("The program opens {symbol} for writing, and that is on a file system which is read-only: `/` and `/system` always are, and a relative name means `/` on Android.")
        .fix(&["Write to a folder of the app: `File(context.filesDir, \"…\")`, `cacheDir` or `getExternalFilesDir(null)`.", "If the path is the app's own, the device has mounted its storage read-only after an error: restart it and check the storage."]),
    rule(Category::RuntimeIoNetwork, r"(?:IOException|ErrnoException): (?:(?P<symbol>/[^:]+): )?(?:open|mkdir|rename|stat|access) failed: ENOENT")
        .means("A file cannot be opened or made: it does not exist, or the folder in which it should be does not (ENOENT).")
        .fix(&["Make the folder before the file, `file.parentFile?.mkdirs()` (in Java `file.getParentFile().mkdirs()`), and log the whole path: how it is put together is the usual fault.", "Where it may be missing, check `exists()` before."]),
    rule(Category::RuntimeIoNetwork, r"(?:IOException|ErrnoException): (?:(?P<symbol>/[^:]*): )?[a-z]+ failed: EROFS")
        .means("A file is to be written where the file system is read-only (EROFS): a path such as `/name` or a relative one, which on Android begins at the root and not in the app's directory.")
        .fix(&["Write below the app's own directories: `File(context.filesDir, name)`, `cacheDir` or `getExternalFilesDir(null)`."]),
    rule(Category::RuntimeIoNetwork, r"(?:IOException|ErrnoException|FileNotFoundException): (?:(?P<symbol>/[^:]*): )?[a-z]+ failed: EISDIR")
        .means("A folder is opened as if it were a file (EISDIR): the file's name is missing in the path, or `mkdirs()` was called with the file itself.")
        .fix(&["Log the whole path: append the file's name, and call `mkdirs()` on its parent only."]),
    rule(Category::RuntimeIoNetwork, r"(?:[A-Za-z]*Exception|Error): .*(?:EMFILE|[Tt]oo many open files)")
        .means("The process has used up its file descriptors (too many open files): streams, cursors, sockets or threads are opened and never closed; the place that fails is only the last one.")
        .fix(&["Close what is opened (`use {{ }}`, try-with-resources): streams, cursors, `Response` bodies, clients that are made for each request. `adb shell ls -l /proc/<pid>/fd` shows what is open."]),
    rule(Category::RuntimeIoNetwork, r"(?:IOException|ErrnoException|FileNotFoundException): (?:(?P<symbol>/.*): )?open failed: EINVAL")
        .means("The file's name has a character that this storage does not allow (EINVAL), such as `:`, `?`, `*`, `|`, `\"` or `/` out of a title or a time.")
        .fix(&["Replace such characters in the name before the file is made: `name.replace(Regex(\"[\\\\/:*?\\\"<>|]\"), \"_\")`."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: This file can not be opened as a file descriptor")
        .means("`{at}` wants a file descriptor of an asset that is compressed in the APK.")
        .fix(&["Open it as a stream (`assets.open(name)`), or keep its ending from being compressed: `androidResources {{ noCompress += \"…\" }}`."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: class ?path resource \[(?P<symbol>[^\]]+)\] cannot be (?:opened|resolved)")
        .means("`{symbol}` is read from the class path, and is not there (or, with `getFile()`, lies inside of a jar, where it is no file).")
        .fix(&["Put `{symbol}` into `src/main/resources` with just this path and case, and look whether it is in the jar (`jar tf`); read it as a stream (`getInputStream()`), which works inside of a jar, too.", "A file that lies beside the program is no resource: read it by its path, `file:…`."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: (?P<symbol>[^:]+?)(?:: open failed: .*| \([A-Z][^()]*\))$")
        .means("`{at}` cannot open {symbol}: {message}.")
        .fix(&["Check the path and that its folder exists (`mkdirs()`); write only below the app's own folders (`filesDir`, `cacheDir`, `getExternalFilesDir`), and catch the exception where storage may be missing."]),
    rule(Category::RuntimeIoNetwork, r"FileNotFoundException: ?(?P<symbol>.*)")
        .means("`{at}` opens {symbol}, which does not exist or cannot be opened.")
        .fix(&["Check the name and its case: an asset lies in `src/main/assets`, a file of the app below `filesDir`, and a content URI may have lost its permission."]),
    rule(Category::RuntimeIoNetwork, r"EOFException: ?(?P<why>.*)")
        .means("The data ended before `{at}` had read all of it (EOFException): the file or answer is cut off or empty.")
        .fix(&["Check the length of what was written or sent, and treat a short file or empty body as an error of its own."]),
]);

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn what_is_wrong_with_a_date_is_told_by_the_clock() {
        let told = |deepest: &str| {
            let text = format!(
                "javax.net.ssl.SSLHandshakeException: Chain validation failed\n\tat com.example.shop.Rates.load(Rates.kt:16)\nCaused by: java.security.cert.CertificateException: Chain validation failed\n\tat com.android.org.conscrypt.TrustManagerImpl.verifyChain(TrustManagerImpl.java:720)\nCaused by: {deepest}\n\tat java.security.cert.A.b(A.java:1)\n"
            );
            let answer = analyze(parse(&text), None);
            (answer.root_cause.unwrap_or_default(), answer.fix_guidelines)
        };
        for (deepest, words) in [
            (
                "java.security.cert.CertPathValidatorException: Response is unreliable: its validity interval is out-of-date",
                "(OCSP)",
            ),
            ("java.security.cert.CertPathValidatorException: timestamp check failed", "timestamp check failed"),
            (
                "java.security.cert.CertificateExpiredException: Certificate expired at Thu Sep 30 14:01:15 GMT 2021 (compared to Fri Oct 01 10:00:00 GMT 2021)",
                "valid until Thu Sep 30 14:01:15 GMT 2021, and the clock says Fri Oct 01",
            ),
            (
                "java.security.cert.CertificateExpiredException: NotAfter: Thu Sep 30 14:01:15 UTC 2021",
                "only until Thu Sep 30 14:01:15 UTC 2021",
            ),
            (
                "java.security.cert.CertificateNotYetValidException: NotBefore: Thu Sep 30 14:01:15 UTC 2021",
                "from Thu Sep 30 14:01:15 UTC 2021 on",
            ),
        ] {
            let (cause, fixes) = told(deepest);
            assert!(cause.contains(words), "{cause}");
            assert!(fixes.iter().any(|fix| fix.contains("clock")), "{fixes:?}");
            assert!(!fixes.iter().any(|fix| fix.contains("ciphers")), "{fixes:?}");
        }
        assert!(told("java.io.EOFException: oak").1.iter().all(|fix| !fix.contains("clock")));
    }

    #[test]
    fn only_android_asks_for_the_permission() {
        let asks = |message: &str| {
            let text = format!(
                "java.net.UnknownHostException: {message}\n\tat com.example.shop.Rates.load(Rates.kt:16)\n\tat com.example.shop.Rates.all(Rates.kt:9)\n"
            );
            let answer = analyze(parse(&text), None);
            assert!(answer.root_cause.as_deref().unwrap_or_default().contains("rates.example"), "{answer:?}");
            answer.fix_guidelines.iter().any(|fix| fix.contains("android.permission.INTERNET"))
        };
        assert!(asks("Unable to resolve host \"rates.example\": No address associated with hostname"));
        assert!(!asks("rates.example"));
        assert!(!asks("rates.example: Name or service not known"));
    }
}
