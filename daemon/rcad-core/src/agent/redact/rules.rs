//! The patterns of secrets: known formats of keys, values next to a word like `password`, addresses, names in paths. Each
//! has one group, the candidate, which [`super::values`] checks further, also for case and length where a pattern would
//! be slow.

use super::values::{self, Spans};

/// Kind of a secret; it names the placeholder, so that a model knows what was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SecretKind {
    /// A key, token or password: `<SECRET_1>`.
    Secret,
    /// An e-mail address: `<EMAIL_1>`.
    Email,
    /// A person's name on this machine or on a server: `<USER_1>`.
    User,
    /// The user's home directory: `<HOME>`.
    Home,
}

/// A pattern of secrets.
pub(super) struct RedactionRule {
    pub(super) kind: SecretKind,
    /// With exactly one group.
    pub(super) pattern: &'static str,
    /// Which parts of the match are hidden.
    pub(super) spans: Spans,
}

/// In this order where several match at the same place.
#[rustfmt::skip] // A rule is a row.
pub(super) const RULES: &[RedactionRule] = &[
    // <SECRET_1> is what was hidden already
    RedactionRule { kind: SecretKind::Secret, pattern: r"(<(?:(?:SECRET|EMAIL|USER|HOME)_[0-9]+|HOME)>)", spans: values::past },
    // -----BEGIN RSA PRIVATE KEY-----
    RedactionRule { kind: SecretKind::Secret, pattern: r"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)", spans: values::pem },
    // https://ann:hunter2@repo.example.com/
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?-u:\b)[A-Za-z][A-Za-z0-9+.-]*://([^\s/@?#'\x22<>]+)@[A-Za-z0-9\[$]", spans: values::url_user },
    // https://hooks.slack.com/services/T0/B0/x1
    RedactionRule { kind: SecretKind::Secret, pattern: r"hooks\.slack\.com/services/([A-Za-z0-9/]+)", spans: values::whole },
    // AKIAIOSFODNN7EXAMPLE
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?-u:\b)((?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{16})(?-u:\b)", spans: values::whole },
    // ghp_…, github_pat_…, glpat-…, xoxb-…, AIza…, ya29.…, sk-…, hf_…, npm_…, sk_live_…, SG.…
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?-u:\b)((?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|oas|agent|cbt|soat|ft|imt)-|xox[abeoprs]-|xapp-|AIza|ya29\.|GOCSPX-|sk-|hf_|npm_|dckr_pat_|[prs]k_(?:live|test)_|SG\.|pypi-|jp_)[A-Za-z0-9_.-]+)", spans: values::shaped },
    // eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?-u:\b)(eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?)", spans: values::jwt },
    // Authorization: Bearer 0a1B2c3D4e5F
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?i)(?-u:\b)(?:bearer|basic)\s+([A-Za-z0-9_.~+/=-]+)", spans: values::bearer },
    // keytool -storepass hunter2 -keypass hunter2
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?:^|\s)-(?:storepass|keypass|srcstorepass|deststorepass)\s+(\S+)", spans: values::option },
    // --token 0a1B2c3D
    RedactionRule { kind: SecretKind::Secret, pattern: r"(?i)(?:^|\s)--[a-z-]*(?:password|token|secret|api-?key)\s+([^\s\x22'<>]+)", spans: values::mixed },
    // storePassword "hunter2" in Groovy
    RedactionRule { kind: SecretKind::Secret, pattern: r#"(?i)(?:(?m:^)|[{;])[ \t]*(?:store|key)?pass(?:word|phrase)[ \t]+(?-u:\b)?("[^"\n]+"|'[^'\n]+')"#, spans: values::literal },
    // .password("hunter2"), setPassword("hunter2")
    RedactionRule { kind: SecretKind::Secret, pattern: r#"(?i)(?:set|\.|(?-u:\b))(?:store|key)?password\(\s*("[^"\n]+"|'[^'\n]+')\s*\)"#, spans: values::literal },
    // username = "ann" and username "ann"; mavenUser=ann
    RedactionRule { kind: SecretKind::User, pattern: r#"(?i)(?:(?m:^)|[{;])[ \t]*(?:[\w.-]*[._-])?user(?:[._-]?name)?[ \t]*(?:[ \t]|=)[ \t]*("[^"\n]+"|'[^'\n]+')"#, spans: values::literal },
    RedactionRule { kind: SecretKind::User, pattern: r"(?m:^)[\w.-]*[uU]ser(?:[._-]?[nN]ame)?=([^\s\x22'<>]+)", spans: values::property },
    // buildConfigField("String", "API_KEY", "\"0a1B2c3D\"")
    RedactionRule { kind: SecretKind::Secret, pattern: r#"(?i)"[\w.-]*(?:password|passwd|secret|token|api[._-]?key|secret[._-]?key|access[._-]?key|private[._-]?key)"\s*,\s*["'\\]*([^"'\\\n<>]+)"#, spans: values::mixed },
    // <string name="facebook_client_token">0a1B2c3D…</string>
    RedactionRule { kind: SecretKind::Secret, pattern: r#"(?i)"[\w.-]*(?:secret|token|api[._-]?key|password)"\s*(?:translatable="false"\s*)?>\s*([^\s"'<>]+)\s*<"#, spans: values::mixed },
    // The same in a text that is JSON already: password = \"hunter2\"
    // storePassword=hunter2, "password": "hunter2", val API_KEY: String = "hunter2", -PkeyPassword=hunter2
    RedactionRule { kind: SecretKind::Secret, pattern: r#"(?i)[\w.-]*(?:password|passwd|passphrase|pwd|secret|token|api[._-]?key|secret[._-]?key|access[._-]?key(?:[._-]?id)?|private[._-]?key(?:[._-]?id)?|encryption[._-]?key|auth[._-]?key|account[._-]?key|signing[._-]key[._-]?id|storepass|keypass)[0-9]{0,2}(?:\\?["'])?\s*(?::\s*(?:[A-Z]\w*\??)\s*=|[=:])[ \t]*(\\"[^"\\\n]*\\"|"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'|[^\s"'<>]+)"#, spans: values::assigned },
    // signature: mJ8s… of 32 characters or more
    RedactionRule { kind: SecretKind::Secret, pattern: r#"(?i)(?:key|secret|token|auth|credential|signature|cookie|session|licen[cs]e|keystore|base64)[\w.-]*["']?\s*[=:(,]?\s*["']?([A-Za-z0-9+/_-]{32}[A-Za-z0-9+/_-]*={0,2})"#, spans: values::random },
    // ann@example.com
    RedactionRule { kind: SecretKind::Email, pattern: r"([A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9](?:[A-Za-z0-9-]*\.)+[A-Za-z]{2,24})(?-u:\b)", spans: values::email },
    // C:\Users\Ann Smith\AppData, /c/Users/ann/
    RedactionRule { kind: SecretKind::User, pattern: r#"(?i)(?:(?-u:\b)[a-z]:|/(?:mnt/)?[a-z])(?:\\{1,2}|/)(?:users|documents and settings)(?:\\{1,2}|/)([^\\/:*?"'<>|\s$%{]+(?: [^\\/:*?"'<>|\s$%{]+){0,2})(?:[\\/]|$)"#, spans: values::person },
    // /home/ann/app, file:///Users/ann/app
    RedactionRule { kind: SecretKind::User, pattern: r#"(?m)(?:file://|^|[^\w./-])/(?:home|Users|export/home|var/home)/([A-Za-z0-9_][\w.@-]*)(?:/|$|[ \t:,;)])"#, spans: values::person },
];
