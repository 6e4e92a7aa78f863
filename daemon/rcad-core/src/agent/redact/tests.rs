//! What must be hidden beside what must not, and what is true of every text: it comes back, its lines stay, and hiding
//! twice is hiding once.

use super::{ALL, PLACEHOLDER, Redaction};

const HOME: &str = "/home/ann";

fn hidden(text: &str) -> String {
    Redaction::new(Some(HOME)).hide(text)
}

#[test]
fn the_expressions_are_sound() {
    assert!(ALL.is_some() && PLACEHOLDER.is_some());
    for rule in super::RULES {
        assert_eq!(regex::Regex::new(rule.pattern).unwrap().captures_len(), 2, "{}", rule.pattern);
    }
}

/// Built from halves, so that no scanner takes this file's texts for real keys.
fn joined(halves: &[&str]) -> String {
    halves.concat()
}

#[test]
fn tokens_of_known_shapes_are_hidden() {
    for (token, least) in [
        (joined(&["AKIA", "IOSFODNN7EXAMPLE"]), "<SECRET_1>"),
        (joined(&["ghp_", "0123456789abcdefABCDEF0123456789abcd"]), "<SECRET_1>"),
        (joined(&["github_pat_", "11ABCDEFG0aBcDeFgHiJkL_0123456789"]), "<SECRET_1>"),
        (joined(&["glpat-", "a1B2c3D4e5F6g7H8i9J0"]), "<SECRET_1>"),
        (joined(&["xoxb-", "123456789012-abcdef"]), "<SECRET_1>"),
        (joined(&["AIza", "SyA0b1C2d3E4f5G6h7I8j9K0l1M2n3O4p5Q"]), "<SECRET_1>"),
        (joined(&["sk-", "proj-a1B2c3D4e5F6g7H8"]), "<SECRET_1>"),
        (joined(&["sk_live_", "a1B2c3D4e5F6g7H8"]), "<SECRET_1>"),
        (joined(&["eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"]), "<SECRET_1>"),
    ] {
        for (before, after) in
            [("", ""), ("key is ", "."), ("\"", "\","), ("<string name=\"google_maps_key\">", "</string>")]
        {
            assert_eq!(hidden(&format!("{before}{token}{after}")), format!("{before}{least}{after}"));
        }
    }
}

#[test]
fn secrets_are_hidden() {
    for (text, want) in [
        ("storePassword=hunter", "storePassword=<SECRET_1>"),
        ("storePassword = hunter", "storePassword = <SECRET_1>"),
        ("signing.password=hunter2\nsigning.keyId=0A1B2C3D", "signing.password=<SECRET_1>\nsigning.keyId=<SECRET_2>"),
        ("export GITHUB_TOKEN=abcdef", "export GITHUB_TOKEN=<SECRET_1>"),
        ("ORG_GRADLE_PROJECT_mavenPassword=p@ss", "ORG_GRADLE_PROJECT_mavenPassword=<SECRET_1>"),
        ("./gradlew -PkeyPassword=hunter2 -x lint", "./gradlew -PkeyPassword=<SECRET_1> -x lint"),
        ("-Pandroid.injected.signing.store.password=a(b", "-Pandroid.injected.signing.store.password=<SECRET_1>"),
        ("-Dhttps.proxyPassword=geheim", "-Dhttps.proxyPassword=<SECRET_1>"),
        ("curl --token a1b2c3d4 x", "curl --token <SECRET_1> x"),
        ("keytool -storepass hunter -keypass 'hunter'", "keytool -storepass <SECRET_1> -keypass '<SECRET_1>'"),
        ("        storePassword \"hunter\"", "        storePassword \"<SECRET_1>\""),
        ("    storePassword = 'hunter'", "    storePassword = '<SECRET_1>'"),
        (
            "    username = \"ann\"\n    password = \"hunter\"",
            "    username = \"<USER_1>\"\n    password = \"<SECRET_1>\"",
        ),
        (
            "credentials { username 'ann'; password 'x1y2' }",
            "credentials { username '<USER_1>'; password '<SECRET_1>' }",
        ),
        ("mavenUser=ann\nmavenPassword=geheim", "mavenUser=<USER_1>\nmavenPassword=<SECRET_1>"),
        ("const val API_KEY = \"geheim\"", "const val API_KEY = \"<SECRET_1>\""),
        ("val token: String = \"geheim\"", "val token: String = \"<SECRET_1>\""),
        ("{\"password\": \"geheim\"}", "{\"password\": \"<SECRET_1>\"}"),
        (r#"{"content": "a=b\nstorePassword=geheim"}"#, r#"{"content": "a=b\nstorePassword=<SECRET_1>"}"#),
        (r#"{"content": "val password = \"geheim\"\n"}"#, r#"{"content": "val password = \"<SECRET_1>\"\n"}"#),
        (r#"{"content": "{\"token\": \"geheim\"}"}"#, r#"{"content": "{\"token\": \"<SECRET_1>\"}"}"#),
        ("  password: geheim", "  password: <SECRET_1>"),
        ("client.setPassword(\"geheim\")", "client.setPassword(\"<SECRET_1>\")"),
        (
            "buildConfigField(\"String\", \"API_KEY\", \"\\\"a1b2c3\\\"\")",
            "buildConfigField(\"String\", \"API_KEY\", \"\\\"<SECRET_1>\\\"\")",
        ),
        ("<string name=\"client_token\">a1b2c3d4</string>", "<string name=\"client_token\"><SECRET_1></string>"),
        ("User(name=x, token=a1b2c3d4)", "User(name=x, token=<SECRET_1>)"),
        ("GET /v1?token=geheim&page=2", "GET /v1?token=<SECRET_1>&page=2"),
        ("Authorization: Bearer a1b2c3d4e5", "Authorization: Bearer <SECRET_1>"),
        ("Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic <SECRET_1>"),
        ("https://ann:hunter2@repo.example.com/x", "https://<SECRET_1>@repo.example.com/x"),
        ("url = 'https://a1b2@git.example.com/x'", "url = 'https://<SECRET_1>@git.example.com/x'"),
        ("KEYSTORE_BASE64: MIIKzAIBAzCCCoYGCSqGSIb3DQEHAaCCCncEggpz", "KEYSTORE_BASE64: <SECRET_1>"),
        ("mail ann.o@mail.example.com now", "mail <EMAIL_1> now"),
        ("author ann@example.com, bob@example.org, ann@example.com", "author <EMAIL_1>, <EMAIL_2>, <EMAIL_1>"),
        ("e: file:///home/ann/app/A.kt:1:2 x", "e: file://<HOME>/app/A.kt:1:2 x"),
        ("in /home/ann: /home/annabel/x /home/ann", "in <HOME>: /home/<USER_1>/x <HOME>"),
        ("at /Users/bob/app and file:///Users/bob/x", "at /Users/<USER_1>/app and file:///Users/<USER_1>/x"),
        (r"C:\Users\Bob Smith\AppData and C:/Users/bob/x", r"C:\Users\<USER_1>\AppData and C:/Users/<USER_2>/x"),
        (r#""C:\\Users\\bob\\x" /mnt/c/Users/bob/y"#, r#""C:\\Users\\<USER_1>\\x" /mnt/c/Users/<USER_1>/y"#),
    ] {
        assert_eq!(hidden(text), want);
    }
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        "val password = getPassword()",
        "    password = savedPassword",
        "val token = BuildConfig.TOKEN",
        "storePassword = keystoreProperties[\"storePassword\"] as String",
        "storePassword = keystoreProperties['storePassword']",
        "storePassword System.getenv(\"STORE_PASSWORD\")",
        "password = \"${System.getenv(\"P\")}\"",
        "storePassword=$STORE_PASSWORD",
        "password = project.findProperty(\"p\") as String",
        "passwordField.text = input",
        "R.string.token_label",
        "android:text=\"@string/password\"",
        "fun login(user: String, password: String): Token",
        "        password: String,",
        "        token: Token? = null,",
        "if (token == null) return",
        "if (password != other) x",
        "error: unexpected token: ';'",
        "e: A.kt:3:1 Unexpected token: 'foo'",
        "Unexpected tokens (use ';' to separate expressions on the same line)",
        "maxTokens=100, tokenizer=bpe4096abc",
        "const val KEY_TOKEN = \"token\"",
        "<string name=\"password_label\">Password</string>",
        "password=****",
        "remove non-existing token: android.os.Binder@4f2a10c",
        "token=null",
        "keyAlias=upload",
        "@Composable fun A() {}",
        "this@MainActivity.finish()",
        "return@forEach.x",
        "icon@2x.png",
        "git@github.com:ann/app.git",
        "com.example.Main@3f2a1b",
        "androidx.compose:compose-bom:2024.10.00@aar",
        "https://example.com/a@b",
        "https://$user:$password@example.com",
        "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "signature: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "keyStoreManagerFactoryImplementation2Test",
        "TokenAuthenticationInterceptorFactory12(",
        "npm_config_registry and sk-SK and hf_hub_download and values-sk-rSK",
        "Basic authentication, Bearer tokens",
        "navigate(\"/home/feed\")",
        "src/home/feed/x https://example.com/home/bob/x",
        "/Users/Shared/x",
        "org.gradle.jvmargs=-Xmx2g",
        "com.android.tools.build:gradle:8.5.0",
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----",
    ] {
        assert_eq!(hidden(text), text);
    }
}

#[test]
fn a_private_key_goes_and_its_lines_stay() {
    let begin = joined(&["-----BEGIN RSA ", "PRIVATE KEY-----"]);
    let end = joined(&["-----END RSA ", "PRIVATE KEY-----"]);
    let body = "MIIEpAIBAAKCAQEAx1b2c3d4e5f6\nabcdefghijklmnopqrstuvwxyz0123\nQ2w=";
    for text in [
        format!("{begin}\n{body}\n{end}\nBUILD FAILED"),
        format!("{begin}\r\n{}\r\n{end}\nBUILD FAILED", body.replace('\n', "\r\n")),
        format!("    {begin}\n    {}\n    {end}", body.replace('\n', "\n    ")),
        format!("\"private_key\": \"{begin}\\n{}\\n{end}\\n\"", body.replace('\n', "\\n")),
        format!("{begin}\n{body}"),
    ] {
        let hidden = hidden(&text);
        assert!(!hidden.contains("MIIE") && !hidden.contains("uvwxyz"), "{hidden}");
        assert_eq!(hidden.lines().count(), text.lines().count(), "{hidden}");
        assert!(!text.contains("FAILED") || hidden.ends_with("\nBUILD FAILED"), "{hidden}");
    }
    let open = format!("{begin}\nMIIEpAIBAAKCAQEAx1b2c3d4e5f6\nBUILD FAILED in 3s\n");
    assert_eq!(hidden(&open), format!("{begin}\n<SECRET_1>\nBUILD FAILED in 3s\n"));
}

#[test]
fn what_looks_like_a_placeholder_is_not_taken_for_one() {
    let mut redaction = Redaction::new(Some(HOME));
    let text = "see <SECRET_1> and <HOME>\npassword=geheim\n/home/ann/x";
    let hidden = redaction.hide(text);
    assert_eq!(hidden, "see <SECRET_1> and <HOME>\npassword=<SECRET_2>\n<HOME_1>/x");
    assert_eq!(redaction.reveal(&hidden), text);
    assert_eq!(
        redaction.reveal("<SECRET_2>: <SECRET_7> <secret_2> <SECRET_22>"),
        "geheim: <SECRET_7> <secret_2> <SECRET_22>"
    );
}

#[test]
fn a_secret_keeps_its_placeholder_through_texts_and_a_restart() {
    let mut redaction = Redaction::new(Some(HOME));
    redaction.hide("password=one\ntoken=two");
    let stored = serde_json::to_string(&redaction).unwrap();
    let mut again: Redaction = serde_json::from_str(&stored).unwrap();
    assert_eq!(again, redaction);
    assert_eq!(again.hide("secret=two\npassword=three\n/home/ann/"), "secret=<SECRET_2>\npassword=<SECRET_3>\n<HOME>/");
    assert_eq!(serde_json::from_str::<Redaction>("{}").unwrap(), Redaction::default());
}

#[test]
fn a_secret_is_hidden_where_it_stands_alone_too() {
    let mut redaction = Redaction::new(Some(HOME));
    assert_eq!(
        redaction.hide("wrong: tr0ub4dor\nstorePassword=tr0ub4dor"),
        "wrong: <SECRET_1>\nstorePassword=<SECRET_1>"
    );
    assert_eq!(redaction.hide("is 'tr0ub4dor' or tr0ub4dors"), "is '<SECRET_1>' or tr0ub4dors");
    // One that is a word is not looked for: it would be found everywhere.
    assert_eq!(
        redaction.hide("storePassword=android\ncom.android.application"),
        "storePassword=<SECRET_2>\ncom.android.application"
    );
    assert_eq!(redaction.hide("token=ECRET_12 <SECRET_12> ECRET_12"), "token=<SECRET_3> <SECRET_12> ECRET_12");
}

/// Pieces whose mixtures are the texts of the property: secrets, what looks like them, placeholders, odd characters.
const PIECES: &[&str] = &[
    "password",
    "=",
    ": ",
    "\"",
    "'",
    "hunter2",
    "geheim",
    " ",
    "\n",
    "\t",
    "token",
    "<SECRET_1>",
    "<SECRET_2>",
    "<HOME>",
    "<",
    ">",
    "<EMAIL_1>",
    "<USER_1>",
    "/home/ann",
    "/home/bob/",
    "/",
    "C:\\Users\\Ann Smith\\",
    "\\",
    "ann@example.com",
    "@",
    ".com",
    "https://",
    "ann:pw1@",
    "host",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "MIIEpAIBAAKCAQEAx1b2c3d4e5f6",
    "é",
    "\u{202e}",
    "🙂",
    "\r\n",
    "(",
    ")",
    "-P",
    "API_KEY",
    "-storepass ",
    "Bearer ",
    "a1b2c3d4e5",
    "username ",
    "signature=",
    "MIIKzAIBAzCCCoYGCSqGSIb3DQEHAaCCCncEggpz",
    "$",
    "{",
    "}",
    ",",
    "&",
    "?",
    "xoxb-123456789012-abcdef",
    "SECRET_1",
    "val ",
    "export ",
];

#[test]
fn every_text_comes_back_keeps_its_lines_and_is_hidden_once() {
    let mut seed = 7u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut changed = 0;
    for _ in 0..4_000 {
        let text: String = (0..1 + next(24)).map(|_| PIECES[next(PIECES.len())]).collect();
        let mut redaction = Redaction::new(Some(HOME));
        let hidden = redaction.hide(&text);
        assert_eq!(redaction.reveal(&hidden), text, "{hidden:?}");
        assert_eq!(hidden.split('\n').count(), text.split('\n').count(), "{text:?}\n{hidden:?}");
        assert_eq!(redaction.hide(&hidden), hidden, "{text:?}");
        assert_eq!(Redaction::new(Some(HOME)).hide(&text), hidden, "the same text, the same placeholders");
        changed += usize::from(hidden != text);
    }
    assert!(changed > 2_000, "only {changed} texts held a secret");
}
