//! The table of all tools: names, parameters with their defaults and ranges, codes. Data; others check and word it.

use super::descriptor::{Code, Parameter, Takes, Tool};

/// A whole number that counts lines.
const LINE: Takes = Takes::Whole { min: 1, max: 10_000_000 };
/// A path; what it may lead to is judged when it is opened.
const PATH: Takes = Takes::Text { min: 1, max: 4_096 };
/// A name in Kotlin or Java, also with its package.
const NAME: Takes = Takes::Text { min: 1, max: 200 };

const fn must(name: &'static str, takes: Takes, about: &'static str) -> Parameter {
    Parameter { name, takes, default: None, about }
}

/// Left out, it is `null`.
const fn may(name: &'static str, takes: Takes, about: &'static str) -> Parameter {
    Parameter { name, takes, default: Some("null"), about }
}

const fn or(name: &'static str, takes: Takes, default: &'static str, about: &'static str) -> Parameter {
    Parameter { name, takes, default: Some(default), about }
}

/// All tools.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "read_file",
        about: "Reads a text file of the project, whole or some lines of it.",
        parameters: &[
            must("filePath", PATH, "path relative to the project"),
            may("lineStart", LINE, "first line, 1-based"),
            may("lineEnd", LINE, "last line, inclusive"),
            or("encoding", Takes::OneOf(&["utf-8", "utf-16", "ascii"]), "\"utf-8\"", "how the file is encoded"),
        ],
        data: "`filePath`, `content`, `lineCount` of the whole file, `encoding`, `fileSize` in bytes; `lineStart` and `lineEnd` where not all of it was asked for or fits",
        codes: &[Code::FileNotFound, Code::PermissionDenied, Code::BinaryFile, Code::TooLarge],
        uses_network: false,
    },
    Tool {
        name: "get_code_context",
        about: "Shows the code around a line: the function it is in, the imports it uses.",
        parameters: &[
            must("filePath", PATH, "path relative to the project"),
            must("line", LINE, "1-based"),
            or("contextLines", Takes::Whole { min: 5, max: 100 }, "50", "lines before and after"),
            or("includeFunctionDef", Takes::Flag, "true", "also the function around the line"),
        ],
        data: "`filePath`, `errorLine`, `context` {`before`, `errorLine`, `after`}, `functionDefinition` {`name`, `startLine`, `endLine`, `signature`}, `relevantImports` [{`module`, `imported`, `line`}]",
        codes: &[Code::FileNotFound, Code::PermissionDenied, Code::LineOutOfRange],
        uses_network: false,
    },
    Tool {
        name: "find_callers_of_function",
        about: "Finds what calls a function of the project, and what calls that.",
        parameters: &[
            must("functionName", NAME, "its simple name"),
            must("filePath", PATH, "the file that declares it, relative to the project"),
            or("maxDepth", Takes::Whole { min: 1, max: 5 }, "2", "how many callers up"),
        ],
        data: "`functionName`, `filePath`, `callers` [{`callerName`, `filePath`, `line`, `callChain`, `depth`}], `totalCallers`",
        codes: &[
            Code::FunctionNotFound,
            Code::FileNotFound,
            Code::PermissionDenied,
            Code::LspUnavailable,
            Code::Timeout,
        ],
        uses_network: false,
    },
    Tool {
        name: "find_symbol",
        about: "Finds where the project declares or uses a class, function or property.",
        parameters: &[
            must("name", NAME, "its simple name"),
            or("kind", Takes::OneOf(&["definition", "references"]), "\"definition\"", "what to find of it"),
            or("limit", Takes::Whole { min: 1, max: 50 }, "10", "most matches"),
        ],
        data: "`matches` [{`name`, `kind`, `filePath`, `line`, `signature`, `container`}]",
        codes: &[Code::FunctionNotFound, Code::Timeout],
        uses_network: false,
    },
    Tool {
        name: "vector_search_db",
        about: "Searches earlier failures on this computer, with what caused and mended them.",
        parameters: &[
            must("query", Takes::Text { min: 1, max: 2_000 }, "the error in words"),
            may(
                "language",
                Takes::OneOf(&["kotlin", "java", "gradle", "xml", "native", "unknown"]),
                "only failures of this",
            ),
            may("errorType", Takes::Category, "only failures of this category"),
            or("minConfidence", Takes::Number { min: 0.0, max: 1.0 }, "0.7", "least confidence of their answers"),
            or("limit", Takes::Whole { min: 1, max: 10 }, "5", "most results"),
        ],
        data: "`query`, `results` [{`id`, `errorDescription`, `rootCause`, `solution`, `language`, `errorType`, `confidence`, `userValidated`, `similarity` (the cosine; `null` for what was found by words alone), `metadata` {`createdAt`, `fixedIn`}}], `totalFound`; `warning` {`code`: `EMBEDDING_FAILED`, `message`} where only words were compared",
        codes: &[Code::DbConnectionFailed, Code::EmbeddingFailed, Code::NoResults],
        uses_network: false,
    },
    Tool {
        name: "web_search_wiki",
        about: "Searches documentation of build errors.",
        parameters: &[
            must("query", Takes::Text { min: 3, max: 200 }, "what to look for"),
            may("sources", Takes::AnyOf(&["stackoverflow", "github", "docs"]), "where to look"),
            or("maxResults", Takes::Whole { min: 1, max: 10 }, "5", "most results"),
        ],
        data: "`query`, `results` [{`title`, `url` (`null` for a note without an official page), `snippet` of at most 200 characters, `source`, `relevanceScore` 0–1}], `totalFound`; `note` where a source could not be asked",
        codes: &[Code::RateLimitExceeded, Code::ApiError, Code::NoResults],
        uses_network: true,
    },
    Tool {
        name: "get_user_error_context",
        about: "Tells what the build said: the failing file and place, all diagnostics, the console's end.",
        parameters: &[
            or("captureSelection", Takes::Flag, "true", "also the failing line's text"),
            or("captureDiagnostics", Takes::Flag, "true", "also all errors and warnings"),
            or("captureTerminal", Takes::Flag, "false", "also the last 50 lines of the console"),
        ],
        data: "`activeFile`, `cursorPosition` {`line`, `column`}, `selectedText`, `diagnostics` [{`severity`, `message`, `filePath`, `line`, `column`, `source`}], `terminalOutput`; what was not asked for is `null`",
        codes: &[Code::NoActiveEditor, Code::NoDiagnostics],
        uses_network: false,
    },
    Tool {
        name: "android_build",
        about: "Tells what the Gradle files declare: versions and whether they fit each other, a dependency's known versions, plugins, build files.",
        parameters: &[
            must("question", Takes::OneOf(&["versions", "dependency", "plugins", "build_files"]), "what to tell"),
            may("coordinate", Takes::Text { min: 3, max: 300 }, "group:name, for question dependency"),
        ],
        data: "`question`, and for `versions`: `versions` [{`name`, `version`, `place`}], `incompatible` [{`what`, `needs`}]; for `dependency`: `coordinate`, `declared` [{`text`, `place`}], `known` [{`version`, `source`}]; for `plugins`: `plugins` [{`id`, `version`, `place`}]; for `build_files`: `files` [{`filePath`, `module`, `lineCount`}]. A place is `file:line`",
        codes: &[Code::NoResults],
        uses_network: false,
    },
    Tool {
        name: "analyze_manifest",
        about: "Reads the Android manifests: permissions, components, what merging did, problems with their lines.",
        parameters: &[
            or("module", Takes::Text { min: 1, max: 200 }, "\"all\"", "a module like :app, or all"),
            may("variant", Takes::Text { min: 1, max: 100 }, "a build variant like debug"),
        ],
        data: "`manifests` [{`filePath`, `module`, `package`, `namespace`, `permissions` [{`name`, `line`}], `components` [{`kind`, `name`, `exported`, `intentFilters` [{`actions`, `categories`}], `line`}]}], `blame` [{`line`, `from`, `filePath`}], `mergerReport`, `problems` [{`rule`, `message`, `filePath`, `line`}]",
        codes: &[Code::FileNotFound],
        uses_network: false,
    },
];
