//! The script of a model: turns, and the token table and templates made of them. Starts no server.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::gguf::{self, GgufModel, MERGE, Token};

/// A model with fixed answers. See [`super`] for an example.
#[derive(Clone, Debug, Default)]
pub struct Script {
    turns: Vec<ScriptTurn>,
    answer: Option<String>,
    without_system: Option<ScriptTurn>,
    no_tools: bool,
    native: bool,
    context_tokens: Option<u32>,
    split: Option<String>,
    merges: Vec<[Vec<u8>; 2]>,
}

/// The answer to the first, second, … request of a conversation.
#[derive(Clone, Debug, Default)]
pub struct ScriptTurn {
    thinks: Option<String>,
    says: Vec<String>,
    /// Repeated forever, in order.
    endless: &'static [&'static str],
    answer: Option<String>,
}

/// Calls this tool; [`ScriptTurn::calls`] adds another call.
pub fn calls(tool: &str, arguments: Value) -> ScriptTurn {
    ScriptTurn::default().calls(tool, arguments)
}

/// Says this text.
pub fn says(text: &str) -> ScriptTurn {
    ScriptTurn { says: vec![text.to_owned()], ..ScriptTurn::default() }
}

/// Says nothing.
pub fn silent() -> ScriptTurn {
    ScriptTurn::default()
}

/// Says `tick tock` until the context window or the answer's limit is full.
pub fn endless() -> ScriptTurn {
    ScriptTurn { endless: &["tick ", "tock "], ..ScriptTurn::default() }
}

/// Repeats one word. The server stops such a model without marking the answer as done.
pub fn repeating() -> ScriptTurn {
    ScriptTurn { endless: &["tick "], ..ScriptTurn::default() }
}

impl ScriptTurn {
    /// Calls this tool after the turn's text. The request must offer the tool.
    pub fn calls(mut self, tool: &str, arguments: Value) -> ScriptTurn {
        // In the templates' order: the server's grammar for calls expects the name first.
        self.says.push(format!("<tool_call>\n{{\"name\": \"{tool}\", \"arguments\": {arguments}}}\n</tool_call>"));
        self
    }

    /// Thinks this first, if thinking is enabled. Makes the model one that can think.
    pub fn thinking(mut self, text: &str) -> ScriptTurn {
        self.thinks = Some(text.to_owned());
        self
    }

    /// The answer in this turn if there is a schema.
    pub fn answers(mut self, json: &str) -> ScriptTurn {
        self.answer = Some(json.to_owned());
        self
    }
}

impl Script {
    /// A script without turns: it says nothing.
    pub fn new() -> Script {
        Script::default()
    }

    /// Adds a turn; the last one is repeated.
    pub fn turn(mut self, turn: ScriptTurn) -> Script {
        self.turns.push(turn);
        self
    }

    /// The answer in each turn with a schema. It must follow the schema, with the properties in its order; otherwise
    /// the server's grammar yields the shortest valid JSON.
    pub fn answers(mut self, json: &str) -> Script {
        self.answer = Some(json.to_owned());
        self
    }

    /// The answer to a request with tools but without a system message.
    pub fn without_system(mut self, turn: ScriptTurn) -> Script {
        self.without_system = Some(turn);
        self
    }

    /// Makes the expected call of rcad's probe, whatever its turns are, so that it gets tools.
    pub fn passing_the_probe(self) -> Script {
        self.without_system(calls("read_file", json!({ "filePath": "src/Probe.kt", "lineStart": 1, "lineEnd": 3 })))
    }

    /// The server reports that the model can't call tools.
    pub fn without_tools(mut self) -> Script {
        self.no_tools = true;
        self
    }

    /// Puts the chat template into the model file, which the server handles differently from its own templates.
    pub fn native(mut self) -> Script {
        self.native = true;
        self
    }

    /// The model's context window; 32,768 tokens by default.
    pub fn context_tokens(mut self, tokens: u32) -> Script {
        self.context_tokens = Some(tokens);
        self
    }

    /// Splits prompts into words in this way, `gpt-2` or `qwen2`, and merges the pairs `a|b` in them, preferred first,
    /// instead of making each byte a token.
    pub fn merging(mut self, split: &str, pairs: &[&str]) -> Script {
        let sides = |pair: &&str| pair.split_once('|').map(|(a, b)| [a.into(), b.into()]).unwrap();
        (self.split, self.merges) = (Some(split.to_owned()), pairs.iter().map(sides).collect());
        self
    }

    /// The model file's bytes.
    pub fn file(&self) -> Vec<u8> {
        let mut words = Vocabulary::new();
        for pair in &self.merges {
            words.plain(&pair.concat());
        }
        let turns = self.turns();
        for (n, turn) in turns.iter().chain(&self.without_system).enumerate() {
            let end = words.end;
            let free = if turn.endless.is_empty() {
                turn.says.iter().rev().fold(end, |next, text| words.chain(text, next))
            } else {
                let ids: Vec<u32> = turn.endless.iter().map(|word| words.plain(word.as_bytes())).collect();
                ids.iter().zip(ids.iter().cycle().skip(1)).for_each(|(now, next)| words.follows(*now, *next, SCRIPTED));
                ids[0]
            };
            let plain = words.mark(&format!("<|turn_{n}|>"));
            words.follows(plain, free, SCRIPTED);
            if let Some(answer) = turn.answer.as_ref().or(self.answer.as_ref()) {
                let answer = words.chain(answer, end);
                words.follows(plain, answer, if free == end { SCRIPTED + 1.0 } else { SECOND });
            }
            if let Some(thought) = &turn.thinks {
                let thought = words.chain(&format!("<think>\n{thought}\n</think>\n"), free);
                let mark = words.mark(&format!("<|think_{n}|>"));
                words.follows(mark, thought, SCRIPTED);
            }
        }
        let scores = words.scores();
        let mut merges = vec![MERGE.map(|byte| vec![byte])];
        merges.extend_from_slice(&self.merges);
        gguf::write(&GgufModel {
            split: self.split.as_deref().unwrap_or("gpt-2"),
            merges: &merges,
            tokens: &words.tokens,
            scores: &scores,
            end: words.end,
            context_tokens: self.context_tokens.unwrap_or(32_768),
            chat_template: self.native.then(|| self.jinja()).as_deref(),
        })
    }

    /// The template in the server's language; nothing if the model file has one.
    pub fn template(&self) -> Option<String> {
        (!self.native).then(|| self.go())
    }

    fn turns(&self) -> Vec<ScriptTurn> {
        if self.turns.is_empty() { vec![ScriptTurn::default()] } else { self.turns.clone() }
    }

    fn thinks(&self) -> bool {
        self.turns.iter().any(|turn| turn.thinks.is_some())
    }

    /// Tools by their names only, so that a prompt of bytes stays short. `.Tools` and `.Thinking` in it are what the server knows the abilities by; the text before a call's name is the tag
    /// by which it knows a call.
    fn go(&self) -> String {
        let mut template = String::from("{{- if .System }}<|system|>{{ .System }}\n{{ end }}");
        if !self.no_tools {
            template += "{{- if .Tools }}<|system|>{{ range .Tools }}{{ .Function.Name }}\n{{ end }}{{ end }}";
        }
        template +=
            "{{- $n := \"\" }}{{- range $i, $_ := .Messages }}{{- $last := eq (len (slice $.Messages $i)) 1 -}}\n";
        template += "{{- if eq .Role \"user\" }}<|user|>{{ .Content }}\n";
        template += "{{ else if eq .Role \"assistant\" }}{{- $n = printf \"%s.\" $n }}<|assistant|>";
        if self.thinks() {
            template += "{{- if .Thinking }}<think>\n{{ .Thinking }}\n</think>\n{{ end }}";
        }
        template += "{{- if .Content }}{{ .Content }}{{ end }}";
        if !self.no_tools {
            template += "{{- if .ToolCalls }}{{- range .ToolCalls }}<tool_call>\n{\"name\": \"{{ .Function.Name }}\", \
                         \"arguments\": {{ .Function.Arguments }}}\n</tool_call>{{ end }}{{ end }}";
        }
        template += "<|eot|>\n{{ else if eq .Role \"tool\" }}<|tool|>{{ .Content }}\n{{ end }}";
        template += "{{- if $last }}<|assistant|>";
        let turns = self.turns();
        if self.without_system.is_some() {
            template += &format!("{{{{- if and $.Tools (not $.System) }}}}<|turn_{}|>{{{{- else }}}}", turns.len());
        }
        for (n, turn) in turns.iter().enumerate() {
            if n + 1 < turns.len() {
                template += &format!("{{{{- {}if eq (len $n) {n} }}}}", if n == 0 { "" } else { "else " });
            } else if n > 0 {
                template += "{{- else }}";
            }
            template += &match turn.thinks {
                Some(_) => format!(
                    "{{{{- if and $.IsThinkSet $.Think }}}}<|think_{n}|>{{{{- else }}}}<|turn_{n}|>{{{{- end }}}}"
                ),
                None => format!("<|turn_{n}|>"),
            };
        }
        let open = usize::from(turns.len() > 1) + usize::from(self.without_system.is_some());
        template += &"{{- end }}".repeat(open);
        template + "{{- end }}{{- end }}"
    }

    fn jinja(&self) -> String {
        let last = self.turns().len() - 1;
        let turn = format!("[said.n, {last}] | min");
        let turn = match self.without_system {
            Some(_) => format!("{} if tools and messages[0].role != \"system\" else {turn}", last + 1),
            None => turn,
        };
        let mut template = String::new();
        if !self.no_tools {
            template +=
                "{%- if tools %}<|system|>{%- for tool in tools %}{{ tool.function.name }}\n{% endfor %}{% endif %}\n";
        }
        template += "{%- set said = namespace(n=0) %}\n{%- for m in messages %}\n";
        template += "{%- if m.role == \"system\" or m.role == \"user\" %}<|{{ m.role }}|>{{ m.content }}\n";
        template +=
            "{% elif m.role == \"assistant\" %}{%- set said.n = said.n + 1 %}<|assistant|>{{ m.content or \"\" }}\n";
        if !self.no_tools {
            template += "{%- for c in m.tool_calls or [] %}<tool_call>\n{\"name\": \"{{ c.function.name }}\", \
                         \"arguments\": {{ c.function.arguments | tojson }}}\n</tool_call>{%- endfor %}";
        }
        template += "<|eot|>\n{% elif m.role == \"tool\" %}<|tool|>{{ m.content }}\n{% endif %}\n{%- endfor %}\n";
        template += "{%- if add_generation_prompt %}<|assistant|>";
        template + &format!("<|turn_{{{{ {turn} }}}}|>{{%- endif %}}")
    }
}

/// Scores: of the script's tokens, of the fallback under a grammar, and of impossible tokens.
const SCRIPTED: f32 = 20.0;
const SECOND: f32 = 18.0;
const NEVER: f32 = -30.0;

/// The growing vocabulary, with the successors of each token.
struct Vocabulary {
    tokens: Vec<Token>,
    known: HashMap<Vec<u8>, u32>,
    /// First tokens of texts, by text and successor.
    chains: HashMap<(String, u32), u32>,
    follows: Vec<(u32, u32, f32)>,
    end: u32,
}

impl Vocabulary {
    fn new() -> Vocabulary {
        let (known, chains, follows) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut words = Vocabulary { tokens: Vec::new(), known, chains, follows, end: 0 };
        for byte in 0..=255 {
            words.plain(&[byte]);
        }
        words.plain(&MERGE);
        words.end = words.mark("<|eot|>");
        for role in ["system", "user", "assistant", "tool"] {
            words.mark(&format!("<|{role}|>"));
        }
        words
    }

    fn mark(&mut self, text: &str) -> u32 {
        self.add(text.as_bytes(), true)
    }

    fn plain(&mut self, bytes: &[u8]) -> u32 {
        self.add(bytes, false)
    }

    fn add(&mut self, bytes: &[u8], mark: bool) -> u32 {
        let tokens = &mut self.tokens;
        *self.known.entry(bytes.to_vec()).or_insert_with(|| {
            tokens.push(Token { bytes: bytes.to_vec(), mark });
            tokens.len() as u32 - 1
        })
    }

    fn follows(&mut self, now: u32, next: u32, score: f32) {
        self.follows.push((now, next, score));
    }

    /// Adds a text as new tokens, so that each has only one successor: words, or longer pieces if a word is in use.
    /// Returns the first.
    fn chain(&mut self, text: &str, next: u32) -> u32 {
        if let Some(first) = self.chains.get(&(text.to_owned(), next)) {
            return *first;
        }
        let mut parts: Vec<String> = Vec::new();
        let mut part = String::new();
        for word in text.split_inclusive([' ', '\n', ',', ':']) {
            part += word;
            if part.len() > 1 && !self.known.contains_key(part.as_bytes()) && !parts.contains(&part) {
                parts.push(std::mem::take(&mut part));
            }
        }
        while !part.is_empty() {
            let before = parts.pop().unwrap_or_else(|| panic!("`{text}` was said before: say it in other words"));
            part = before + &part;
            if !self.known.contains_key(part.as_bytes()) && !parts.contains(&part) {
                parts.push(std::mem::take(&mut part));
            }
        }
        let ids: Vec<u32> = parts.iter().map(|part| self.plain(part.as_bytes())).collect();
        ids.windows(2).for_each(|pair| self.follows(pair[0], pair[1], SCRIPTED));
        self.follows(*ids.last().unwrap(), next, SCRIPTED);
        self.chains.insert((text.to_owned(), next), ids[0]);
        ids[0]
    }

    /// The scores: the script's successors, and below them short JSON for any grammar.
    fn scores(&self) -> Vec<Vec<f32>> {
        let words = self.tokens.len();
        let mut scores: Vec<Vec<f32>> =
            (0..words).map(|now| (0..words).map(|next| self.unscripted(now, next)).collect()).collect();
        for (now, next, score) in &self.follows {
            scores[*now as usize][*next as usize] = *score;
        }
        scores
    }

    fn unscripted(&self, now: usize, next: usize) -> f32 {
        if next as u32 == self.end && matches!(u8::try_from(now), Ok(b'}' | b']' | b'"' | b'>' | b'\n')) {
            return 12.0; // The grammar decides when this is allowed.
        }
        let Ok(byte) = u8::try_from(next) else { return NEVER };
        match (u8::try_from(now).unwrap_or_default(), byte) {
            (b'"', b'o') => 8.0,
            (b'"', b'"') => 1.0,
            (b'o', b'k') | (b'k', b'"') => 9.0,
            (b'0'..=b'9', b'0'..=b'9' | b'.' | b'e' | b'E') => -6.0, // Prefer one digit.
            (_, b']') => 7.0,
            (_, b'"') => 6.0,
            (_, b'}') => 5.5,
            (_, b':') => 5.0,
            (_, b',') => 4.5,
            (_, b'e' | b'{') => 4.0,
            (_, b'1') => 3.5,
            (_, b'0') => 3.0,
            (_, b' ' | b'\n' | b'\t') => -8.0, // Otherwise white space would go on forever.
            (_, b'\\') => -12.0,
            (_, 0..32) => -8.0,
            (_, 127..) => -12.0,
            (now, next) => noise(now, next),
        }
    }
}

/// Between -0.5 and 0.5, deterministic: avoids ties, so that answers are the same on each machine.
fn noise(now: u8, next: u8) -> f32 {
    let mixed = (u32::from(now) << 8 | u32::from(next)).wrapping_mul(0x9E37_79B1);
    (mixed >> 16) as f32 / 65_536.0 - 0.5
}
