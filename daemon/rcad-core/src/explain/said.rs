//! Steps for a message that nobody knows by name, but whose own words say what is wrong: something is there twice, a
//! variable is not set, a file is named.

use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;
use crate::template;

/// What a message's words say, and what to do then: the first wording all of whose placeholders are known.
struct SaidKind {
    pattern: Pattern,
    steps: &'static [&'static str],
}

const fn kind(pattern: &'static str, steps: &'static [&'static str]) -> SaidKind {
    SaidKind { pattern: Pattern::new(pattern), steps }
}

/// A file's path, known by its ending
macro_rules! path {
    () => {
        r"(?:[A-Za-z]:[\\/]|\.{0,2}/)?[A-Za-z0-9_.@/\\-]*[A-Za-z0-9_-]\.(?i:bin|dat|db|sqlite|mmdb|zip|gz|tar|png|jpe?g|webp|svg|pdf|ttf|otf|onnx|tflite|gguf|model|csv|tsv|json5?|xml|ya?ml|toml|properties|conf|cfg|ini|env|txt|sql|html?|pem|crt|key|p12|pfx|jks|keystore|exe|dll|dylib|sh|bat|cmd|py)"
    };
}

/// What a server has under a name
macro_rules! sorts {
    () => {
        "queue|topic|exchange|bucket|database|schema|keyspace|collection|index|channel|stream|role|user|container|image|network|volume"
    };
}

/// The kinds; the first that matches counts.
static KINDS: [SaidKind; 15] = [
    // `Missing environment variable SHELF_URL`, `Environment variable 'SHELF_URL' is not set`, `SHELF_URL must be set`
    kind(
        r#"(?i:environment|env)[ -](?i:variables?|var)[: ]+['"`$]{0,2}(?P<variable>[A-Z][A-Z0-9_]{2,})|['"`$]{0,2}\b(?P<set>[A-Z][A-Z0-9]*_[A-Z0-9_]+)['"`]? (?:environment variable |env var )?(?:is |are |was )?(?:not (?:set|defined|found|provided)|missing|required|undefined|unset|must be (?:set|defined|provided))"#,
        &[
            "Set the environment variable `{variable}` where the program starts: the shell, the IDE's run configuration, the container or the CI job. A process that runs already (a Gradle daemon, an IDE) does not see a later change.",
            "Set `{set}` where the program starts: as an environment variable of the shell, the IDE's run configuration, the container or the CI job, or in the file from which it reads its settings.",
        ],
    ),
    // `No configuration setting found for key 'shelf.height'`, `Required property 'shelf.height' not found`
    kind(
        r#"(?i:no (?:configuration (?:setting|value|property)|value|property|setting|config) (?:was )?(?:found|set|given|configured|specified|provided|present)? ?for (?:required )?(?:(?:configuration |config )?(?:key|property|setting|option) )?|missing (?:required )?(?:configuration|config|property|setting|option)(?: key| property| value)?:? |(?:required )?(?:configuration|config|property|setting|option)(?: key| property| value)? )['"`]?(?P<key>[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)+)['"`]?"#,
        &[
            "Set `{key}` in the configuration that the program really reads (which file, profile or environment?), with just this name; a file that is packaged must be in the jar, too.",
        ],
    ),
    // `Duplicate item id found 'oak' at data/shelves.toml.`, `shelf 'oak' already exists in shelves.toml`
    kind(
        r#"(?i:\b(?:duplicated?|already (?:exists|registered|defined|declared|present)|defined (?:twice|more than once)|more than one)\b)[^\n]*?(?P<data>[A-Za-z0-9_.:/\\-]*[A-Za-z0-9_-]\.(?:csv|tsv|json5?|toml|ya?ml|xml|properties|conf|cfg|ini|sql|txt))(?:$|[^A-Za-z0-9_])"#,
        &[
            "Look for {twice} in `{data}` and in the other files of its kind: it is there twice. Remove one of them, or give it another name.",
            "Look into `{data}` and the other files of its kind for what is there twice; remove one of them, or give it another name.",
        ],
    ),
    // `class path resource [rates.csv] cannot be opened because it does not exist`
    kind(
        r"class ?path resource \[(?P<resource>[^\]]+)\] cannot be (?:opened|resolved)|[Rr]esource (?:not found|missing)[^\n]{0,20}?: ?(?:classpath:)?(?P<classpath>[A-Za-z0-9_./-]+\.[A-Za-z0-9]+)",
        &[
            "Put `{resource}` into `src/main/resources` (for a test `src/test/resources`) with just this path and case, and look whether it is in the jar; a file that lies elsewhere is read by `file:…`, not from the class path.",
            "Put `{classpath}` into `src/main/resources` (for a test `src/test/resources`) with just this path and case, and look whether it is in the jar.",
        ],
    ),
    // `File data/OAK.BIN not exist!!!`, `shelves.json does not exist`, `No such file: /srv/oak.pem`
    kind(
        concat!(
            r#"(?:^|[\s'"`(\[:=])(?P<absent>"#,
            path!(),
            r#")['"`]? (?i:(?:is |was |does |do |could |can)?not (?:be )?(?:exist|found|present|available|there)|doesn't exist|(?:is )?missing)"#,
            r#"|(?i:no such file(?: or directory)?|file (?:was )?not found|(?:cannot|can't|could not|unable to|failed to) (?:find|locate)(?: the)?(?: file)?|missing(?: required)? file)[:,]? ?['"`]?(?P<named>"#,
            path!(),
            ")",
        ),
        &[
            "Put `{absent}` where the program looks for it, or correct the path in its settings: a relative path counts from the directory in which the program is started. Where the message says how to get it, do that.",
            "Put `{named}` where the program looks for it, or correct the path in its settings: a relative path counts from the directory in which the program is started. Where the message says how to get it, do that.",
        ],
    ),
    // `NOT_FOUND - no queue 'oak.out' in vhost '/'`, `database "oak" does not exist`, `Topic 'oak' not found`
    kind(
        concat!(
            r#"(?i:\bno (?P<sort>"#,
            sorts!(),
            r#")) ['"`](?P<thing>[^'"`\n]{1,80})['"`]|(?i:\b(?P<sort2>"#,
            sorts!(),
            r#")) ['"`]?(?P<thing2>[A-Za-z0-9_./:-]{1,80})['"`]? (?i:does not exist|doesn't exist|(?:was |is )?(?:not found|missing))"#,
        ),
        &[
            "Create the {sort} `{thing}` before this starts, or let the program declare it itself; else correct the name that is asked for, or the host, account or namespace in which it is looked for.",
            "Create the {sort2} `{thing2}` before this starts, or let the program declare it itself; else correct the name that is asked for, or the host, account or namespace in which it is looked for.",
        ],
    ),
    // `Unknown column 'prise' in prices.csv:14`, `shelves.json, line 3: no height`
    kind(
        r#"(?:^|[\s'"`(\[@])(?P<data>[A-Za-z0-9_.:/\\-]*[A-Za-z0-9_-]\.(?:csv|tsv|json5?|toml|ya?ml|xml|properties|conf|cfg|ini|sql|txt))['"`]?(?::|,? (?:at |on )?\(?(?:line|row):? ?)(?P<row>[1-9][0-9]*)"#,
        &["Open `{data}` at line {row}: what the message says is wrong is there, the code only refuses it."],
    ),
    // `This is not supported, use ShelfCompat.top() instead`
    kind(
        r"(?i:(?:^|[,.;:] )(?:please |consider |try )?us(?:e|ing)) [`']?(?P<instead>[A-Z][A-Za-z0-9_]*[.#][A-Za-z_][A-Za-z0-9_.#]*(?:\([^()\s]*\))?|[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*\([^()\s]*\))",
        &[
            "Do as the message says at {name}:{line}: use `{instead}` there.",
            "Do as the message says: use `{instead}` there.",
        ],
    ),
    // `Unknown shard 'eu-9' in cluster.yaml`, `Unsupported protocol version: 9`
    kind(
        r#"(?i:^|[:;.] )(?i:unknown|unsupported|unrecogni[sz]ed|invalid|illegal|unexpected) (?P<what>[a-z][A-Za-z -]{1,30}?)(?: ['"`](?P<value>[^'"`]{1,60})['"`]|: ['"`]?(?P<plain>[A-Za-z0-9_./+-]{1,40})['"`]?$)(?:[^\n]*? in (?P<data>[A-Za-z0-9_./\\-]*[A-Za-z0-9_-]\.(?:csv|json5?|toml|ya?ml|xml|properties|conf|ini|txt)))?"#,
        &[
            "Look into `{data}` for `{value}`: it is misspelt there, or of another version than the code; else let the code at {name}:{line} know it.",
            "Find where `{value}` comes from (a setting, an argument, a file, data of another version): correct it there, or let the code at {name}:{line} know it.",
            "Find where `{plain}` comes from (a setting, an argument, a file, data of another version): correct it there, or let the code at {name}:{line} know it.",
            "Find where `{value}` comes from (a setting, an argument, a file, data of another version), and correct it there.",
            "Find where `{plain}` comes from (a setting, an argument, a file, data of another version), and correct it there.",
            "Find where the value comes from that the message names, and correct it there.",
        ],
    ),
    // `Expected 3 columns but got 2 in line 18`
    kind(
        r"(?i:expected) (?P<wanted>[^\n,;:]{1,60}?),? (?i:but) (?i:got|was|found|had|received|there (?:was|were)|is|has) (?P<got>[^\n]{1,60}?)(?: (?:in|at|on) (?:line|row) (?P<row>[1-9][0-9]*))?\.?$",
        &[
            "Look at line {row} of the data that {name}:{line} reads: it has {got}, and the code wants {wanted} there.",
            "Look at the data that {name}:{line} is given: it has {got}, and the code wants {wanted}.",
            "Look at the data that is read: it has {got}, and the code wants {wanted}.",
        ],
    ),
    // `must call init() first`, `Did you forget to call Shelf.init()?`, `Call setUp() before`
    kind(
        r"(?i:did you (?:forget|mean) to call|(?:must|have to|need to|should|please) (?:first )?call|^call|not called:?|make sure (?:to|you) call) [`']?(?P<call>[A-Za-z_][A-Za-z0-9_.#$]*[A-Za-z0-9_](?:\([^()\s]*\))?)",
        &[
            "Call `{call}`, as the message asks, before {name}:{line} runs: once, where the app or the object is set up.",
            "Call `{call}`, as the message asks, before this is used: once, where the app or the object is set up.",
        ],
    ),
    // `Failed to load model from /models/oak.bin: unexpected magic number`
    kind(
        r#"(?i:\b(?:load|read|open|parse|decode|import|process)(?:ing|ed)?\b[^\n:]{0,40}? ['"`]?)(?P<data>(?:[A-Za-z]:\\|/|\./|\.\\)?[A-Za-z0-9_./\\-]*[A-Za-z0-9_-]\.(?:bin|dat|db|sqlite|zip|gz|tar|png|jpe?g|gif|webp|svg|pdf|wav|mp3|ogg|ttf|otf|onnx|tflite|pt|gguf|model|csv|json|xml|ya?ml|toml|properties|txt))(?:['"`]?:|['"`]?$|['"`]? \()"#,
        &[
            "Look at `{data}`, which the message names: is it there, whole (its size), of the kind and version that the code reads, and readable for this process? The code at {name}:{line} only reports it.",
            "Look at `{data}`, which the message names: is it there, whole (its size), of the kind and version that the code reads, and readable for this process?",
        ],
    ),
    // `not initialized`, `has not been initialized`, `before it was started`
    kind(
        r"(?i:\b(?P<state>(?:is |was |been )?not (?:been )?(?:yet )?(?:initiali[sz]ed|configured|started|opened|connected|set up))\b)",
        &[
            "Find what sets it up (an `init`, `start`, `open` or `connect`), and let it run before {name}:{line}: earlier in the start of the program, or wait for it where it runs in the background. If it did run, look for its own error above.",
            "Find what sets it up (an `init`, `start`, `open` or `connect`), and let it run before this. If it did run, look for its own error above.",
        ],
    ),
    // `Stream closed`, `connection was already closed`, `client has been closed`
    kind(
        r"(?i:\b(?P<state>(?:is |was |been |already |has )(?:been |already )?(?:closed|disposed|released|shut ?down|terminated|cancell?ed|destroyed|recycled))\b)",
        &[
            "Look for who closes it before {name}:{line} runs: an earlier `close()`/`use {{ }}`, an owner that ended, or work that goes on in the background after it. Keep it open until that work is done, or make a new one.",
            "Look for who closes it first: an earlier `close()`/`use {{ }}`, an owner that ended, or work that goes on in the background after it. Keep it open until that work is done, or make a new one.",
        ],
    ),
    // `Server already started`, `Reply already submitted`, `shelf 'oak' already exists`
    kind(
        r"(?i:\b(?P<state>already (?:been )?(?:started|running|submitted|initiali[sz]ed|added|attached|registered|set|exists|executed|consumed|resumed|subscribed|scheduled|bound|in use|defined))\b)",
        &[
            "It happens a second time at {name}:{line}: look for the first one (an earlier call, a second listener, a callback that comes twice, state that is kept over a restart), and do it only once.",
            "It happens a second time: look for the first one (an earlier call, a second listener, a callback that comes twice, state that is kept over a restart), and do it only once.",
        ],
    ),
];

/// `smtp.host must not be empty`, `Property shelf.height is required`: of an application that does not start, a setting
static SETTING: SaidKind = kind(
    r#"(?:^|[\s'"`(])(?P<key>[a-z][A-Za-z0-9_-]*(?:\.[a-z][A-Za-z0-9_-]*)+)['"`]? (?:must|cannot|can't|should|has to|needs|is (?:not|missing|empty|blank|null|required|invalid))"#,
    &[
        "Set `{key}` in the configuration of the active profile (application.yml or application.properties, an environment variable), and check that the value reaches the application where it runs.",
    ],
);

/// What is there twice, by its name in quotes.
static TWICE: Pattern = Pattern::new(r#"['"`‘“](?P<twice>[^'"`’”\n]{1,80})['"`’”]"#);

/// Kinds that are about settings and files: true of whoever says it.
const SETTINGS: usize = 7;

/// `Failed to query the value of task ':compile' property 'options.shelf'.`: Gradle's own object, set in no file.
const PROVIDER: &str = "the value of task '";

/// The step that the message's own words ask for; where no code of the program says it, only one about settings and files.
pub fn step(failure: &Failure) -> Option<String> {
    let said = failure.details.get("reason").unwrap_or(&failure.message);
    let said = said.lines().next().filter(|said| !said.contains(PROVIDER))?;
    let starting = Some(&SETTING).filter(|_| failure.category == Category::SpringStartup);
    let most = if failure.exception.is_some() { KINDS.len() } else { SETTINGS };
    KINDS[..most].iter().chain(starting).find_map(|kind| {
        let found = kind.pattern.captures(said)?;
        let mut told = failure.clone();
        for (name, value) in found.named() {
            told.details.insert(name.to_owned(), value.as_str().trim_end_matches(['.', ',', ':']).to_owned());
        }
        if let Some(twice) = TWICE.captures(said).filter(|found| !found["twice"].contains(['/', '\\'])) {
            told.details.insert("twice".to_owned(), format!("`{}`", &twice["twice"]));
        }
        template::first(kind.steps, &told)
    })
}

#[cfg(test)]
mod tests {
    use super::{KINDS, step};
    use crate::Category;
    use crate::model::failure::{Failure, Language};
    use crate::template;

    fn said(message: &str) -> Option<String> {
        let mut failure = Failure::new(Category::RuntimeIllegalState, Language::Kotlin, message);
        failure.exception = Some("java.lang.IllegalStateException".to_owned());
        step(&failure)
    }

    #[test]
    fn each_kind_has_words_without_a_place() {
        for kind in &KINDS {
            let last = kind.steps.last().expect("a kind has steps");
            let names = template::placeholders(last).expect("it is a template");
            assert!(!names.contains(&"line"), "{last}");
        }
    }

    #[test]
    fn the_words_of_a_message_say_what_to_do() {
        for (message, begins) in [
            ("Missing environment variable SHELF_URL", "Set the environment variable `SHELF_URL`"),
            ("Environment variable 'SHELF_URL' is not set", "Set the environment variable `SHELF_URL`"),
            ("SHELF_URL must be set", "Set `SHELF_URL` where"),
            ("No configuration setting found for key 'shelf.height'", "Set `shelf.height` in"),
            ("Duplicate id 'oak' in data/shelves.toml.", "Look for `oak` in `data/shelves.toml`"),
            ("class path resource [oak.csv] cannot be opened because it does not exist", "Put `oak.csv` into"),
            ("Unknown column 'hight' in /srv/oak.csv:14", "Open `/srv/oak.csv` at line 14"),
            ("Unknown shelf 'oak-9' in the room", "Find where `oak-9` comes from"),
            ("Expected 3 boards but got 2 in line 18", "Look at the data that is read: it has 2, and the code wants 3"),
            ("This is not supported, use ShelfCompat.top() instead", "Do as the message says: use `ShelfCompat.top()`"),
            ("Failed to load model from /srv/oak.bin: no magic number", "Look at `/srv/oak.bin`"),
            ("Did you forget to call Shelf.init()?", "Call `Shelf.init()`, as the message asks"),
            ("The shelf has not been initialized", "Find what sets it up"),
            ("The shelf was closed", "Look for who closes it"),
            ("File data/OAK.BIN not exist!!!", "Put `data/OAK.BIN` where"),
            ("Could not find file '/srv/oak.pem'", "Put `/srv/oak.pem` where"),
            ("NOT_FOUND - no queue 'oak.out' in vhost '/'", "Create the queue `oak.out` before"),
            ("FATAL: database \"oak\" does not exist", "Create the database `oak` before"),
            ("The shelf is already attached", "It happens a second time"),
        ] {
            assert!(said(message).is_some_and(|step| step.starts_with(begins)), "{message}: {:?}", said(message));
        }
    }

    #[test]
    fn other_words_say_nothing() {
        for message in
            ["no shelf 7", "height must be positive", "use of oak is odd", "The SHELF is full", "see shelves.toml"]
        {
            assert_eq!(said(message), None, "{message}");
        }
    }

    #[test]
    fn a_property_of_a_task_is_set_in_no_file() {
        let said = said("Failed to query the value of task ':compileShelf' property 'options.shelf'.");
        assert!(!said.unwrap_or_default().contains("configuration that the program"));
    }
}
