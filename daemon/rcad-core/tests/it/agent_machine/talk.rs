//! Plays events to a job and writes down what it does. Checks with each event that the job is the same after it was stored
//! and read.

use rcad_core::agent::confidence::FactorWeights;
use rcad_core::agent::grounding::CheckedDraft;
use rcad_core::agent::machine::{Effect, Job, JobLimits, JobStart, MachineEvent};
use rcad_core::agent::model::{Ability, ChatModel, ChatRole, JobMode, Message, Reply, Request, ToolCall};
use rcad_core::agent::prompt::Opening;
use rcad_core::model::answer::{Answer, Cite, Claim, DroppedClaim, Ending, Fix, Style};
use rcad_core::model::environment::Environment;
use serde_json::{Value, json};

/// A job and all that it has done.
pub struct Talk {
    pub job: Job,
    pub now_ms: u64,
    /// Milliseconds that pass before each event.
    pub pace_ms: u64,
    /// Effects in short, with blanks between: `iteration ask:tools action call:find_symbol …`.
    pub log: String,
    pub asked: Vec<Request>,
    pub answer: Option<Answer>,
}

impl Talk {
    pub fn new(begin: JobStart) -> Talk {
        let job = Job::new(begin);
        Talk { job, now_ms: 1_000_000, pace_ms: 100, log: String::new(), asked: Vec::new(), answer: None }
    }

    pub fn play(mut self, events: impl IntoIterator<Item = MachineEvent>) -> Talk {
        for event in events {
            self.happens(event);
        }
        self
    }

    pub fn happens(&mut self, event: MachineEvent) -> Vec<Effect> {
        self.now_ms += self.pace_ms;
        let effects = self.job.handle(event, self.now_ms, &FactorWeights::default());
        let stored = serde_json::to_string(&self.job).expect("a job is JSON");
        let read: Job = serde_json::from_str(&stored).expect("a stored job");
        assert_eq!(read, self.job, "the job is another one after it was stored and read");
        for effect in &effects {
            if !self.log.is_empty() {
                self.log.push(' ');
            }
            self.log.push_str(&short(effect));
            match effect {
                Effect::Ask(request) => self.asked.push((**request).clone()),
                Effect::End(answer) => self.answer = Some((**answer).clone()),
                _ => {}
            }
        }
        effects
    }

    /// Every text that was shown.
    pub fn told(&self) -> String {
        self.job.steps.iter().map(|step| format!("{}\n", step.text)).collect()
    }

    /// Every message of the last request.
    pub fn said(&self) -> String {
        let messages = self.asked.last().map(|request| request.messages.clone()).unwrap_or_default();
        messages.iter().map(|message| format!("{:?}: {}\n", message.role, message.content)).collect()
    }
}

fn short(effect: &Effect) -> String {
    match effect {
        Effect::Ask(request) => {
            let what = match (request.tools, request.schema.is_some()) {
                (true, false) => "tools",
                (true, true) => "tools+schema",
                (false, true) => "schema",
                (false, false) => "text",
            };
            let seed = if request.seed > 0 { format!("/{}", request.seed) } else { String::new() };
            format!("ask:{what}{seed}")
        }
        Effect::Call(call) => format!("call:{}", call.name),
        Effect::Check(_) => "check".to_owned(),
        Effect::Emit(step) => {
            serde_json::to_value(step.kind).expect("a kind is a word").as_str().unwrap_or_default().to_owned()
        }
        Effect::End(answer) => format!("end:{}", ending(answer)),
    }
}

pub fn ending(answer: &Answer) -> &'static str {
    match answer.ending {
        Ending::Answered => "answered",
        Ending::Unsure { .. } => "unsure",
        Ending::GaveUp { .. } => "gave_up",
        Ending::Cancelled => "cancelled",
    }
}

/// Why a job ended as it did; nothing for one that was answered.
pub fn why(answer: &Answer) -> &str {
    match &answer.ending {
        Ending::Unsure { why } | Ending::GaveUp { why } => why,
        Ending::Answered | Ending::Cancelled => "",
    }
}

pub fn begin(mode: JobMode) -> JobStart {
    let ability = Ability {
        context_length: 8192,
        calls_tools: mode == JobMode::ToolLoop,
        characters_per_token: Some(4.0),
        ..Ability::default()
    };
    JobStart {
        model: ChatModel { name: "small:1b".into(), digest: "ab12".into(), ability },
        mode,
        opening: Opening {
            messages: vec![
                Message::text(ChatRole::System, "You explain."),
                Message::text(ChatRole::User, "Why did it fail?"),
            ],
            cut: Vec::new(),
            warnings: Vec::new(),
        },
        context_tokens: 8192,
        answer_tokens: 1000,
        style: Style::Brief,
        environment: Environment::default(),
        known: 0.8,
        simple: 1.0,
        limits: JobLimits::default(),
    }
}

pub fn says(content: &str) -> MachineEvent {
    MachineEvent::Replied(Box::new(Reply { content: content.into(), ..Reply::default() }))
}

pub fn calls(calls: &[(&str, Value)]) -> MachineEvent {
    let calls = calls.iter().enumerate().map(|(at, (name, arguments))| ToolCall {
        id: format!("c{at}"),
        name: (*name).into(),
        arguments: arguments.clone(),
    });
    MachineEvent::Replied(Box::new(Reply { calls: calls.collect(), ..Reply::default() }))
}

pub fn find(name: &str) -> (&'static str, Value) {
    ("find_symbol", json!({ "name": name }))
}

/// An answer in the schema, as sure as is said.
pub fn answer(confidence: u8) -> MachineEvent {
    says(&answer_text(confidence))
}

pub fn answer_text(confidence: u8) -> String {
    json!({
        "cause": [{"text": "`usr` is not declared.", "cites": [{"file": "log", "line": 3, "quote": "usr"}]}],
        "fixes": [{"text": "Write `user`.", "file": "src/A.kt"}],
        "confidence": confidence,
    })
    .to_string()
}

pub fn stands() -> MachineEvent {
    let cite = Cite { file: "log".into(), line: 3, quote: "usr".into() };
    MachineEvent::Checked(CheckedDraft {
        cause: vec![Claim { text: "`usr` is not declared.".into(), cites: vec![cite] }],
        fixes: vec![Fix { text: "Write `user`.".into(), file: Some("src/A.kt".into()), unverified: false }],
        dropped: Vec::new(),
    })
}

/// The cause stands; a second sentence of it does not.
pub fn half_stands() -> MachineEvent {
    let MachineEvent::Checked(mut checked) = stands() else { unreachable!() };
    checked.dropped = vec![dropped()];
    MachineEvent::Checked(checked)
}

pub fn nothing_stands() -> MachineEvent {
    MachineEvent::Checked(CheckedDraft { dropped: vec![dropped()], ..CheckedDraft::default() })
}

fn dropped() -> DroppedClaim {
    DroppedClaim { text: "Kotlin 9 is needed.".into(), why: "line 3 of log does not contain `Kotlin 9`".into() }
}
