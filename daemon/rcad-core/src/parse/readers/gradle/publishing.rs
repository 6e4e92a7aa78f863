//! Messages of publishing and signing artifacts. Data only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    rule(Category::GradlePublish, r"Cannot perform signing task '(?P<task>[^']+)' because it has no configured (?P<symbol>signatory)")
        .means("The artifacts cannot be signed for publication: the signing plugin has no {symbol} (key).")
        .fix(&["Set `signing.keyId`, `signing.password` and `signing.secretKeyRingFile` in `~/.gradle/gradle.properties`, or `useInMemoryPgpKeys(key, password)` from the CI's secrets.", "Where nothing is published: `signing {{ isRequired = false }}`."]),
    rule(
        Category::GradlePublish,
        r"No value has been specified for property '(?P<symbol>signatory\.[A-Za-z]+)'|[Pp]roperty '(?P<symbol2>signatory\.[A-Za-z]+)' (?:doesn't have a configured value|has no value)",
    )
    .means("The artifacts cannot be signed for publication: the signing plugin has no value for `{symbol}`.")
    .fix(&[
        "Set `signing.keyId`, `signing.password` and `signing.secretKeyRingFile` in `~/.gradle/gradle.properties`, or `useInMemoryPgpKeys(key, password)` from the CI's secrets.",
        "Where nothing is published: `signing {{ isRequired = false }}`.",
    ]),
    rule(
        Category::GradlePublish,
        r"Unable to retrieve secret key from key ring file '(?P<symbol>[^']+)'|Could not read PGP secret key|checksum mismatch at (?P<at>[0-9]+) of (?P<of>[0-9]+)|(?P<symbol2>gpg2?): signing failed: (?P<why>[^\n]+)|Unable to read secret key from file: (?P<symbol3>[^\n(]+)",
    )
    .means("The key for signing the artifacts cannot be read or used: {message}.")
    .fix(&["Check the key (whole and armoured, line ends kept, as `gpg --export-secret-keys` prints it), its id and its password where they are set: `~/.gradle/gradle.properties`, or the CI's secrets."]),
    // `Could not PUT 'https://…'. Received status code 401 from server: Unauthorized`
    rule(
        Category::GradlePublish,
        r"Could not (?:PUT|write to resource) '(?P<url>https?://(?P<symbol>(?P<host>[A-Za-z0-9.-]+))[^']*)'(?s:[^>]{0,40}?>?[^>]{0,120}?)[Rr]eceived status code (?P<status>40[13]) from server:? ?(?P<why>[^\n]*)",
    )
    .means("The server {host} refused the upload of {url} with status {status} ({why}): its credentials are missing or wrong, or may not publish there.")
    .fix(&[
        "Give the publishing repository working credentials: `credentials {{ username = …; password = … }}`, from `~/.gradle/gradle.properties` or the CI's secrets; most servers want a user token with write access, not the account's password.",
        "Check the address: the group must be yours on {host}, and snapshots and releases go to different repositories.",
    ]),
    rule(
        Category::GradlePublish,
        r"Could not (?:PUT|write to resource) '(?P<url>https?://(?P<symbol>(?P<host>[A-Za-z0-9.-]+))[^']*)'(?s:[^>]{0,40}?>?[^>]{0,120}?)[Rr]eceived status code (?P<status>400|405|409|422) from server:? ?(?P<why>[^\n]*)",
    )
    .means("The server {host} does not accept the upload of {url} (status {status}, {why}): as a rule this version is published already and may not be replaced, or a snapshot goes to a repository of releases or the other way round.")
    .fix(&["Raise the version, or publish to the repository that is meant for it; look what {host} says of the upload."]),
    rule(
        Category::GradlePublish,
        r"Could not (?:PUT|write to resource) '(?P<url>https?://(?P<symbol>(?P<host>[A-Za-z0-9.-]+))[^']*)'(?s:[^>]{0,40}?>?[^>]{0,120}?)[Rr]eceived status code (?P<status>[0-9]{3}) from server:? ?(?P<why>[^\n]*)",
    )
    .means("The server {host} answered the upload of {url} with status {status} ({why}).")
    .fix(&["Check the address of the publishing repository; at a status of 500 and above run again later."]),
    rule(Category::GradlePublish, r"Could not (?:PUT|write to resource) '(?P<url>https?://(?P<symbol>(?P<host>[A-Za-z0-9.-]+))[^']*)'[^\n]*(?:\n\s*> (?P<why>[^\n]+))?")
        .means("The upload of {url} failed: {why}.")
        .fix(&["See whether {host} can be reached from this machine (network, proxy, certificates), and run again."]),
    rule(
        Category::GradlePublish,
        r"Invalid publication '(?P<symbol>[^']+)': (?P<why>[^\n]+)|Cannot publish artifact '(?P<symbol2>[^']+)'[^\n]*? as it (?P<why2>[^\n]+)|Artifact (?P<symbol3>[^\s]+) wasn't produced by this build",
    )
    .means("The publication `{symbol}` is not valid: {message}.")
    .fix(&["Correct the publication in the `publishing` block: its coordinates and each of its artifacts once, made by tasks that run before."]),
    rule(
        Category::GradlePublish,
        r"No staging (?:profile|repository) (?:with packageGroup:? |with name |found for )?(?P<symbol>[A-Za-z0-9_.-]+)?[^\n]*|Deployment (?P<symbol2>[0-9a-f-]{20,})?[^\n]*(?:FAILED|failed)",
    )
    .means("The repository's staging area does not take the publication: {message}.")
    .fix(&["Check that the account may publish this group, and what the server's page says of the deployment."]),
    rule(Category::GradlePublish, r"Failed to publish publication '(?P<publication>[^']+)' to repository '(?P<symbol>(?P<repository>[^']+))'(?:\n\s*> (?P<why>[^\n]+))?")
        .means("The publication `{publication}` could not be uploaded to the repository `{repository}`: {why}.")
        .fix(&["Check the address and credentials of the repository `{repository}`."]),
]);
