//! The table of all tools: names, parameters with their defaults and ranges, codes. Data; others check and word it.

use super::descriptor::{Parameter, ParameterType, ToolDescriptor, ToolErrorCode};

/// A whole number that counts lines.
const LINE: ParameterType = ParameterType::Whole { min: 1, max: 10_000_000 };
/// A path; what it may lead to is judged when it is opened.
const PATH: ParameterType = ParameterType::Text { min: 1, max: 4_096 };
/// A name in Kotlin or Java, also with its package.
const NAME: ParameterType = ParameterType::Text { min: 1, max: 200 };

const fn must(name: &'static str, takes: ParameterType, about: &'static str) -> Parameter {
    Parameter { name, takes, default: None, about }
}

/// Left out, it is `null`.
const fn may(name: &'static str, takes: ParameterType, about: &'static str) -> Parameter {
    Parameter { name, takes, default: Some("null"), about }
}

const fn or(name: &'static str, takes: ParameterType, default: &'static str, about: &'static str) -> Parameter {
    Parameter { name, takes, default: Some(default), about }
}

/// All tools.
pub const TOOLS: &[ToolDescriptor] = &[
    ToolDescriptor {
        name: "read_file",
        about: "Reads a text file of the project, whole or some lines of it.",
        parameters: &[
            must("filePath", PATH, "path relative to the project"),
            may("lineStart", LINE, "first line, 1-based"),
            may("lineEnd", LINE, "last line, inclusive"),
            or("encoding", ParameterType::OneOf(&["utf-8", "utf-16", "ascii"]), "\"utf-8\"", "how the file is encoded"),
        ],
        data: "`filePath`, `content`, `lineCount` of the whole file, `encoding`, `fileSize` in bytes; `lineStart` and `lineEnd` where not all of it was asked for or fits",
        codes: &[
            ToolErrorCode::FileNotFound,
            ToolErrorCode::PermissionDenied,
            ToolErrorCode::BinaryFile,
            ToolErrorCode::TooLarge,
        ],
        uses_network: false,
    },
    ToolDescriptor {
        name: "get_code_context",
        about: "Shows the code around a line: the function it is in, the imports it uses.",
        parameters: &[
            must("filePath", PATH, "path relative to the project"),
            must("line", LINE, "1-based"),
            or("contextLines", ParameterType::Whole { min: 5, max: 100 }, "50", "lines before and after"),
            or("includeFunctionDef", ParameterType::Flag, "true", "also the function around the line"),
        ],
        data: "`filePath`, `errorLine`, `context` {`before`, `errorLine`, `after`}, `functionDefinition` {`name`, `startLine`, `endLine`, `signature`}, `relevantImports` [{`module`, `imported`, `line`}]",
        codes: &[ToolErrorCode::FileNotFound, ToolErrorCode::PermissionDenied, ToolErrorCode::LineOutOfRange],
        uses_network: false,
    },
    ToolDescriptor {
        name: "find_callers_of_function",
        about: "Finds what calls a function of the project, and what calls that.",
        parameters: &[
            must("functionName", NAME, "its simple name"),
            must("filePath", PATH, "the file that declares it, relative to the project"),
            or("maxDepth", ParameterType::Whole { min: 1, max: 5 }, "2", "how many callers up"),
        ],
        data: "`functionName`, `filePath`, `callers` [{`callerName`, `filePath`, `line`, `callChain`, `depth`}], `totalCallers`",
        codes: &[
            ToolErrorCode::FunctionNotFound,
            ToolErrorCode::FileNotFound,
            ToolErrorCode::PermissionDenied,
            ToolErrorCode::LspUnavailable,
            ToolErrorCode::Timeout,
        ],
        uses_network: false,
    },
    ToolDescriptor {
        name: "find_symbol",
        about: "Finds where the project declares or uses a class, function or property.",
        parameters: &[
            must("name", NAME, "its simple name"),
            or("kind", ParameterType::OneOf(&["definition", "references"]), "\"definition\"", "what to find of it"),
            or("limit", ParameterType::Whole { min: 1, max: 50 }, "10", "most matches"),
        ],
        data: "`matches` [{`name`, `kind`, `filePath`, `line`, `signature`, `container`}]",
        codes: &[ToolErrorCode::FunctionNotFound, ToolErrorCode::Timeout],
        uses_network: false,
    },
    ToolDescriptor {
        name: "vector_search_db",
        about: "Searches earlier failures on this computer, with what caused and mended them.",
        parameters: &[
            must("query", ParameterType::Text { min: 1, max: 2_000 }, "the error in words"),
            may(
                "language",
                ParameterType::OneOf(&["kotlin", "java", "gradle", "xml", "native", "unknown"]),
                "only failures of this",
            ),
            may("errorType", ParameterType::Category, "only failures of this category"),
            or(
                "minConfidence",
                ParameterType::Number { min: 0.0, max: 1.0 },
                "0.7",
                "least confidence of their answers",
            ),
            or("limit", ParameterType::Whole { min: 1, max: 10 }, "5", "most results"),
        ],
        data: "`query`, `results` [{`id`, `errorDescription`, `rootCause`, `solution`, `language`, `errorType`, `confidence`, `userValidated`, `similarity` (the cosine; `null` for what was found by words alone), `metadata` {`createdAt`, `fixedIn`}}], `totalFound`; `warning` {`code`: `EMBEDDING_FAILED`, `message`} where only words were compared",
        codes: &[ToolErrorCode::DbConnectionFailed, ToolErrorCode::EmbeddingFailed, ToolErrorCode::NoResults],
        uses_network: false,
    },
    ToolDescriptor {
        name: "web_search_wiki",
        about: "Searches documentation of build errors.",
        parameters: &[
            must("query", ParameterType::Text { min: 3, max: 200 }, "what to look for"),
            may("sources", ParameterType::AnyOf(&["stackoverflow", "github", "docs"]), "where to look"),
            or("maxResults", ParameterType::Whole { min: 1, max: 10 }, "5", "most results"),
        ],
        data: "`query`, `results` [{`title`, `url` (`null` for a note without an official page), `snippet` of at most 200 characters, `source`, `relevanceScore` 0–1}], `totalFound`; `note` where a source could not be asked",
        codes: &[ToolErrorCode::RateLimitExceeded, ToolErrorCode::ApiError, ToolErrorCode::NoResults],
        uses_network: true,
    },
    ToolDescriptor {
        name: "get_user_error_context",
        about: "Tells what the build said: the failing file and place, all diagnostics, the console's end.",
        parameters: &[
            or("captureSelection", ParameterType::Flag, "true", "also the failing line's text"),
            or("captureDiagnostics", ParameterType::Flag, "true", "also all errors and warnings"),
            or("captureTerminal", ParameterType::Flag, "false", "also the last 50 lines of the console"),
        ],
        data: "`activeFile`, `cursorPosition` {`line`, `column`}, `selectedText`, `diagnostics` [{`severity`, `message`, `filePath`, `line`, `column`, `source`}], `terminalOutput`; what was not asked for is `null`",
        codes: &[ToolErrorCode::NoActiveEditor, ToolErrorCode::NoDiagnostics],
        uses_network: false,
    },
    ToolDescriptor {
        name: "android_build",
        about: "Tells what the Gradle files declare: versions and whether they fit each other, a dependency's known versions, plugins, build files.",
        parameters: &[
            must(
                "question",
                ParameterType::OneOf(&["versions", "dependency", "plugins", "build_files"]),
                "what to tell",
            ),
            may("coordinate", ParameterType::Text { min: 3, max: 300 }, "group:name, for question dependency"),
        ],
        data: "`question`, and for `versions`: `versions` [{`name`, `version`, `place`}], `incompatible` [{`what`, `needs`}]; for `dependency`: `coordinate`, `declared` [{`text`, `place`}], `known` [{`version`, `source`}]; for `plugins`: `plugins` [{`id`, `version`, `place`}]; for `build_files`: `files` [{`filePath`, `module`, `lineCount`}]. A place is `file:line`",
        codes: &[ToolErrorCode::NoResults],
        uses_network: false,
    },
    ToolDescriptor {
        name: "analyze_manifest",
        about: "Reads the Android manifests: permissions, components, what merging did, problems with their lines.",
        parameters: &[
            or("module", ParameterType::Text { min: 1, max: 200 }, "\"all\"", "a module like :app, or all"),
            may("variant", ParameterType::Text { min: 1, max: 100 }, "a build variant like debug"),
        ],
        data: "`manifests` [{`filePath`, `module`, `package`, `namespace`, `permissions` [{`name`, `line`}], `components` [{`kind`, `name`, `exported`, `intentFilters` [{`actions`, `categories`}], `line`}]}], `blame` [{`line`, `from`, `filePath`}], `mergerReport`, `problems` [{`rule`, `message`, `filePath`, `line`}]",
        codes: &[ToolErrorCode::FileNotFound],
        uses_network: false,
    },
];
