//! Probes a model: asks two short questions to find out what it can do. Stores nothing.

use std::time::Duration;

use rcad_core::agent::model::{Ability, ChatRole, Message, ModelError, Reply, Request, ToolCall};
use rcad_core::agent::tools;
use serde_json::{Value, json};

use crate::agent::ollama::wire::chat_body;
use crate::agent::ollama::{Server, StreamChunk, Timeouts};

/// Raise it when the questions change and earlier results no longer hold.
pub const VERSION: u32 = 1;

/// Time limit for loading the model; not part of the measured speed.
const LOAD_TIMEOUT: Duration = Duration::from_secs(300);
/// Time limit for each question. A slower model is of no use.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(60);
/// Token limit of an answer.
const ANSWER_TOKENS: u32 = 200;
/// Assumed context window if the server does not report one: Ollama's default.
const UNKNOWN_WINDOW: u32 = 4096;

/// Asks for a tool call; the agent's tools are offered.
const TOOL_QUESTION: &str =
    "Call the tool read_file to read the lines 1 to 3 of the file src/Probe.kt. Call it now and say nothing else.";

/// Part of the schema question, long enough for measuring the reading speed.
const SAMPLE_LOG: &str = "\
> Task :app:compileDebugKotlin FAILED
e: file:///home/user/shop/app/src/main/java/shop/Basket.kt:14:22 Unresolved reference 'totl'.
e: file:///home/user/shop/app/src/main/java/shop/Basket.kt:21:9 Argument type mismatch: actual type is 'String', but 'Int' was expected.
w: file:///home/user/shop/app/src/main/java/shop/Till.kt:7:5 Variable 'open' is never used.

    package shop

    class Basket(private val items: MutableList<Item> = mutableListOf()) {
        val total: Long
            get() = items.sumOf { item -> item.price * item.count }

        fun add(item: Item) {
            items.removeAll { other -> other.name == item.name && other.count == 0 }
            items.add(item)
        }

        fun label(): String {
            return \"sum: ${totl / 100} for ${items.size} things\"
        }

        fun limit(): Int {
            val most = System.getProperty(\"shop.limit\") ?: \"100\"
            check(items.size < 1000) { \"too many things in one basket\" }
            return most
        }
    }

FAILURE: Build failed with an exception.
* What went wrong:
Execution failed for task ':app:compileDebugKotlin'.
> A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleCompilerRunnerWithWorkers$GradleKotlinCompilerWorkAction
   > Compilation error. See log for more details
BUILD FAILED in 3s
";

/// Finds out what a model can do. It is loaded with the given window (in tokens), so that the next question finds it in
/// memory. An error says nothing about the model; probe it another time.
pub async fn probe(server: &Server, model: &str, window: u32, now_ms: u64) -> Result<Ability, ModelError> {
    let description = server.show(model).await?;
    if !generates_text(&description.capabilities, model) {
        return Ok(unusable(now_ms));
    }
    let thinks = description.capabilities.iter().any(|capability| capability == "thinking");
    let context_length = description.context_length.unwrap_or(UNKNOWN_WINDOW);
    let mut ability = Ability { context_length, thinks, probed_ms: now_ms, probe: VERSION, ..Ability::default() };
    let window = window.min(context_length);
    let slow = |_| ModelError::TimedOut { seconds: LOAD_TIMEOUT.as_secs() };
    tokio::time::timeout(LOAD_TIMEOUT, server.load(model, window)).await.map_err(slow)??;

    let mut speed = MeasuredSpeed::default();
    let request = schema_question(window, now_ms);
    let text_chars = request.messages.iter().map(|message| message.content.chars().count()).sum::<usize>();
    let reply = ask(server, chat_body(model, thinks, &request)).await?;
    match &reply {
        Ok(reply) => {
            ability.keeps_schema = !reply.cut && keeps_schema(&reply.content);
            let counted = f64::from(reply.prompt_tokens);
            ability.characters_per_token = (counted > 0.0).then(|| text_chars as f64 / counted);
            speed.add(reply);
        }
        Err(ModelError::TimedOut { .. }) => {
            // A timeout still bounds the speed.
            ability.prompt_tokens_per_second = Some(text_chars as f64 / 3.0 / QUESTION_TIMEOUT.as_secs_f64());
            return Ok(ability);
        }
        Err(_) => {}
    }
    if description.capabilities.iter().any(|capability| capability == "tools") {
        let reply = ask(server, chat_body(model, thinks, &tool_question(window))).await?;
        if let Ok(reply) = &reply {
            ability.calls_tools = reply.calls.first().is_some_and(is_expected_call);
            speed.add(reply);
        }
    }
    ability.prompt_tokens_per_second = speed.reads();
    ability.tokens_per_second = speed.writes();
    Ok(ability)
}

/// The ability of a model that can't be used: for embeddings only, or too large for the machine.
pub fn unusable(now_ms: u64) -> Ability {
    Ability { probed_ms: now_ms, probe: VERSION, ..Ability::default() }
}

/// Whether it generates text. Ollama before 0.7 reports no capabilities; then the name decides.
fn generates_text(capabilities: &[String], model: &str) -> bool {
    if capabilities.is_empty() {
        return !model.to_lowercase().contains("embed") && !model.to_lowercase().contains("minilm");
    }
    capabilities.iter().any(|capability| capability == "completion")
}

/// The reply, or the error that this model caused: too slow, or output that its server can't read. Errors that say
/// nothing about the model are in the outer result.
async fn ask(server: &Server, body: Vec<u8>) -> Result<Result<Reply, ModelError>, ModelError> {
    let timeouts = Timeouts { first: QUESTION_TIMEOUT, next: QUESTION_TIMEOUT };
    let mut ignore_chunks = |_: StreamChunk<'_>| {};
    match tokio::time::timeout(QUESTION_TIMEOUT, server.chat(body, timeouts, &mut ignore_chunks)).await {
        Ok(Ok(reply)) => Ok(Ok(reply)),
        Ok(Err(
            own @ (ModelError::TimedOut { .. } | ModelError::MalformedReply { .. } | ModelError::Unsupported { .. }),
        )) => Ok(Err(own)),
        Ok(Err(error)) => Err(error),
        Err(_) => Ok(Err(ModelError::TimedOut { seconds: QUESTION_TIMEOUT.as_secs() })),
    }
}

fn schema_question(window: u32, now_ms: u64) -> Request {
    let schema = json!({
        "type": "object",
        "properties": {
            "file": { "type": "string", "maxLength": 40 },
            "line": { "type": "integer", "minimum": 1, "maximum": 99 },
            "tool": { "type": "string", "enum": ["kotlinc", "javac", "aapt"] },
            "symbols": { "type": "array", "items": { "type": "string", "maxLength": 20 }, "minItems": 1, "maxItems": 3 },
        },
        "required": ["file", "line", "tool", "symbols"],
        "additionalProperties": false,
    });
    // A different beginning each time, else the server has the prompt in its cache and the speed can't be measured.
    let text = format!(
        "Build {now_ms} has failed:\n\n{SAMPLE_LOG}\nWhich file and line does the first error name, which tool found it, and which \
         symbols (one to three) are in it? Answer with JSON by this schema:\n{schema}\n"
    );
    Request {
        messages: vec![Message::text(ChatRole::User, text)],
        tools: false,
        schema: Some(schema),
        context_tokens: window,
        answer_tokens: ANSWER_TOKENS,
        think: false,
        seed: 0,
    }
}

fn tool_question(window: u32) -> Request {
    Request {
        messages: vec![Message::text(ChatRole::User, TOOL_QUESTION)],
        tools: true,
        schema: None,
        context_tokens: window,
        answer_tokens: ANSWER_TOKENS,
        think: false,
        seed: 0,
    }
}

/// Whether it has the requested shape; its correctness does not matter.
fn keeps_schema(text: &str) -> bool {
    let Ok(Value::Object(answer)) = serde_json::from_str(text) else { return false };
    let text_of = |value: &Value, most: usize| value.as_str().is_some_and(|text| text.chars().count() <= most);
    let symbols = answer.get("symbols").and_then(Value::as_array);
    answer.len() == 4
        && answer.get("file").is_some_and(|file| text_of(file, 40))
        && answer.get("line").and_then(Value::as_u64).is_some_and(|line| (1..=99).contains(&line))
        && matches!(answer.get("tool").and_then(Value::as_str), Some("kotlinc" | "javac" | "aapt"))
        && symbols.is_some_and(|all| (1..=3).contains(&all.len()) && all.iter().all(|symbol| text_of(symbol, 20)))
}

/// Whether it is the requested call.
fn is_expected_call(call: &ToolCall) -> bool {
    let Some(tool) = tools::find(&call.name).filter(|tool| tool.name == "read_file") else { return false };
    let Ok(arguments) = tools::validate(tool, &call.arguments) else { return false };
    let lines = (arguments["lineStart"].as_u64(), arguments["lineEnd"].as_u64());
    arguments["filePath"] == "src/Probe.kt" && lines == (Some(1), Some(3))
}

/// Sums up the speeds that replies report.
#[derive(Default)]
struct MeasuredSpeed {
    read: (u64, u64),
    written: (u64, u64),
}

impl MeasuredSpeed {
    fn add(&mut self, reply: &Reply) {
        self.read.0 += u64::from(reply.prompt_tokens.saturating_sub(reply.cached_tokens));
        self.read.1 += reply.read_us;
        self.written.0 += u64::from(reply.answer_tokens);
        self.written.1 += reply.write_us;
    }

    fn reads(&self) -> Option<f64> {
        per_second(self.read)
    }

    fn writes(&self) -> Option<f64> {
        per_second(self.written)
    }
}

fn per_second((tokens, micros): (u64, u64)) -> Option<f64> {
    (tokens > 0 && micros > 0).then(|| tokens as f64 * 1e6 / micros as f64)
}

#[cfg(test)]
mod tests;
