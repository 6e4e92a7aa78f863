//! Thousands of random conversations, and models that do nothing but harm: all end in time, without a panic.

use rcad_core::agent::grounding::CheckedDraft;
use rcad_core::agent::machine::{Effect, JobLimits, JobStart, JobState, MachineEvent};
use rcad_core::agent::model::{JobMode, ModelError, Reply, ToolCall};
use rcad_core::agent::tools::{ToolError, ToolErrorCode};
use rcad_core::model::answer::{Claim, DroppedClaim, Fix};
use serde_json::{Value, json};

use crate::agent_machine::talk::{Talk, answer_text, begin, calls, find, says};

const SEQUENCES: u64 = 2000;

/// Xorshift: the same numbers on each machine.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }

    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len() as u64) as usize]
    }

    fn text(&mut self) -> String {
        match self.below(40) {
            0 => "wörter \n\u{1f600}\u{0}".repeat(400),
            1..=9 => String::new(),
            10..=14 => " ".into(),
            15..=19 => "prose".into(),
            20..=24 => answer_text(50).chars().take(self.below(200) as usize).collect(),
            25..=34 => answer_text(99),
            35..=37 => "{}".into(),
            _ => "[[[".into(),
        }
    }

    fn value(&mut self) -> Value {
        match self.below(6) {
            0 => json!(null),
            1 => json!({"name": "a"}),
            2 => json!({"name": "b"}),
            3 => (0..self.below(40)).fold(json!(1), |inner, _| json!([inner])),
            4 => json!(self.text()),
            _ => json!(-1e300),
        }
    }

    fn calls(&mut self) -> Vec<ToolCall> {
        let most = *self.of(&[0, 0, 1, 1, 1, 2, 3, 9]);
        let call = |dice: &mut Dice| ToolCall {
            id: dice.of(&["", "c1"]).to_string(),
            name: dice.of(&["find_symbol", "read_file", "read_file ", "", "\u{0}", "sh"]).to_string(),
            arguments: dice.value(),
        };
        (0..most).map(|_| call(self)).collect()
    }

    fn count(&mut self) -> u32 {
        *self.of(&[0, 1, 500, 9000, u32::MAX])
    }

    fn reply(&mut self) -> Reply {
        Reply {
            content: self.text(),
            thinking: self.text(),
            calls: self.calls(),
            cut: self.below(5) == 0,
            prompt_tokens: self.count(),
            answer_tokens: self.count(),
            load_ms: self.below(100_000),
            took_ms: *self.of(&[0, 10, 30_000, u64::MAX]),
            ..Reply::default()
        }
    }

    fn trouble(&mut self) -> ModelError {
        let what = self.text();
        match self.below(11) {
            0 => ModelError::ServerUnreachable { server: what },
            1 => ModelError::ModelNotFound { model: what },
            2 | 3 => ModelError::PromptTooLong { tokens: Some(self.count()) },
            4 => ModelError::Busy,
            5 => ModelError::OutOfMemory,
            6 => ModelError::Crashed,
            7 => ModelError::TimedOut { seconds: self.below(100) },
            8 => ModelError::Unsupported { what },
            9 => ModelError::Rejected { what },
            _ => ModelError::MalformedReply { what },
        }
    }

    fn checked(&mut self) -> CheckedDraft {
        let text = self.text();
        let cause = (0..self.below(3)).map(|_| Claim { text: text.clone(), cites: Vec::new() }).collect();
        let fix = |at| Fix { text: text.clone(), file: Some(format!("{at}.kt")), unverified: at == 1 };
        let fixes = (0..self.below(4)).map(fix).collect();
        let dropped = (0..self.below(3)).map(|_| DroppedClaim { text: text.clone(), why: text.clone() }).collect();
        CheckedDraft { cause, fixes, dropped }
    }

    fn begin(&mut self) -> JobStart {
        let mode = *self.of(&[JobMode::ToolLoop, JobMode::ToolLoop, JobMode::SingleShot]);
        let limits = JobLimits {
            steps: self.below(12) as u32,
            time_ms: *self.of(&[0, 500, 90_000, u64::MAX]),
            attempts: 1 + self.below(3) as u32,
        };
        let context_tokens = *self.of(&[0, 1500, 8192, u32::MAX]);
        let mut begin = JobStart { limits, context_tokens, answer_tokens: self.count(), ..begin(mode) };
        begin.model.ability.characters_per_token = *self.of(&[None, Some(0.5), Some(4.0)]);
        begin.model.ability.thinks = self.below(2) == 0;
        begin
    }

    /// Anything that may happen, whether it fits or not.
    fn event(&mut self) -> MachineEvent {
        match self.below(40) {
            0 => MachineEvent::Started,
            1 => MachineEvent::ModelChanged(Box::new(self.begin())),
            2 if self.below(4) == 0 => MachineEvent::Cancelled,
            3..=6 => MachineEvent::Failed(self.trouble()),
            7..=20 => MachineEvent::Replied(Box::new(self.reply())),
            21..=26 => MachineEvent::Observed(Ok(self.value())),
            27..=30 => {
                let code = *self.of(&[
                    ToolErrorCode::PermissionDenied,
                    ToolErrorCode::InvalidParameters,
                    ToolErrorCode::ToolTimeout,
                ]);
                MachineEvent::Observed(Err(ToolError::new(code, self.text())))
            }
            _ => MachineEvent::Checked(self.checked()),
        }
    }

    /// What may come of the last thing that the job asked for.
    fn outcome(&mut self, waits_for: &JobState) -> MachineEvent {
        loop {
            let event = self.event();
            let fits = match waits_for {
                JobState::Ready => matches!(event, MachineEvent::Started),
                JobState::Asking => matches!(event, MachineEvent::Replied(_) | MachineEvent::Failed(_)),
                JobState::Calling { .. } => matches!(event, MachineEvent::Observed(_)),
                JobState::Checking { .. } => matches!(event, MachineEvent::Checked(_)),
                JobState::Ended => true,
            };
            if fits {
                return event;
            }
        }
    }
}

/// What must hold of a job whatever happened.
fn hold(talk: &Talk, limits: JobLimits, again: usize) {
    let most = limits.steps as usize + again;
    assert!(talk.asked.len() <= most, "{} requests of {most}", talk.asked.len());
    for pair in talk.job.steps.windows(2) {
        assert!(pair[1].progress >= pair[0].progress, "progress fell: {pair:?}");
    }
    for step in &talk.job.steps {
        assert!((0.0..=1.0).contains(&step.progress) && step.text.chars().count() <= 300, "{step:?}");
        assert!(!step.text.trim().is_empty(), "{step:?}");
    }
    if talk.job.state == JobState::Ended {
        let answer = talk.answer.as_ref().expect("a job that has ended has an answer");
        assert!((0.0..=1.0).contains(&answer.confidence));
        assert_eq!(talk.job.steps.last().map(|step| step.progress), Some(1.0));
    }
}

#[test]
fn random_conversations_hold_and_end() {
    let mut ended = [0; 4];
    for seed in 0..SEQUENCES {
        let mut dice = Dice::new(seed + 1);
        let begin = dice.begin();
        let limits = begin.limits;
        let mut talk = Talk::new(begin);
        let mut again = 0;
        for turn in 0.. {
            assert!(turn < 2000, "sequence {seed} does not end");
            talk.pace_ms = *dice.of(&[0, 1, 700, 20_000]);
            // Every second event is one that the job waits for: else few conversations would get anywhere.
            let event = if turn % 2 == 0 { dice.outcome(&talk.job.state) } else { dice.event() };
            let before = talk.job.clone();
            let begun = event == MachineEvent::Started && before.state != JobState::Ready;
            let waited_for = matches!(before.state, JobState::Asking);
            let effects = talk.happens(event);
            again += usize::from(begun && waited_for && matches!(effects.last(), Some(Effect::Ask(_))));
            hold(&talk, limits, again);
            if before.state == JobState::Ended {
                assert_eq!(talk.job, before, "sequence {seed}: an ended job stays as it is");
                break;
            }
        }
        let ending = crate::agent_machine::talk::ending(talk.answer.as_ref().unwrap());
        let at = ["answered", "unsure", "gave_up", "cancelled"].iter().position(|name| *name == ending).unwrap();
        ended[at] += 1;
        assert!(again < limits.attempts.max(1) as usize, "it is begun again no more often than it may be");
    }
    assert!(ended.iter().all(|times| *times > 10), "the sequences come to every ending: {ended:?}");
}

/// The same reply for ever: whatever it is, the job ends within its requests and a bounded number of events.
#[test]
fn no_model_can_keep_a_job_going() {
    let many: Vec<_> = (0..50).map(|at| find(&at.to_string())).collect();
    let replies: Vec<(&str, MachineEvent)> = vec![
        ("nothing", says("")),
        ("prose", says("I would look at the file.")),
        ("broken", says("{\"cause\": [")),
        ("the same call", calls(&[find("a")])),
        ("many calls", calls(&many)),
        ("an unknown tool", calls(&[("sh", json!({}))])),
        ("an answer", says(&answer_text(100))),
        ("garbled", MachineEvent::Failed(ModelError::MalformedReply { what: "xml".into() })),
        ("too long", MachineEvent::Failed(ModelError::PromptTooLong { tokens: None })),
        ("unable", MachineEvent::Failed(ModelError::Unsupported { what: "tools".into() })),
    ];
    let refuted =
        CheckedDraft { dropped: vec![DroppedClaim { text: "x".into(), why: "y".into() }], ..CheckedDraft::default() };
    for mode in [JobMode::ToolLoop, JobMode::SingleShot] {
        for (name, reply) in &replies {
            let mut talk = Talk::new(begin(mode)).play([MachineEvent::Started]);
            for turn in 0.. {
                assert!(turn < 100, "{name}: {}", talk.log);
                let event = match &talk.job.state {
                    JobState::Asking => reply.clone(),
                    JobState::Calling { .. } => MachineEvent::Observed(Ok(json!({"content": "x".repeat(100_000)}))),
                    JobState::Checking { .. } => MachineEvent::Checked(refuted.clone()),
                    JobState::Ready | JobState::Ended => break,
                };
                talk.happens(event);
            }
            hold(&talk, JobLimits::default(), 0);
            assert_ne!(crate::agent_machine::talk::ending(talk.answer.as_ref().unwrap()), "answered", "{name}");
        }
    }
}

/// The worst that keeps to the rules: another call each time, as many as are allowed.
#[test]
fn ever_new_calls_end_with_the_last_request() {
    let mut talk = Talk::new(begin(JobMode::ToolLoop)).play([MachineEvent::Started]);
    let mut asked = 0;
    while talk.job.state != JobState::Ended {
        asked += 1;
        assert!(asked < 200, "{}", talk.log);
        let event = match &talk.job.state {
            JobState::Asking => calls(&[find(&format!("{asked}")), find(&format!("{asked}b"))]),
            _ => MachineEvent::Observed(Ok(json!({}))),
        };
        talk.happens(event);
    }
    hold(&talk, JobLimits::default(), 0);
    assert!(talk.log.ends_with("end:unsure"), "{}", talk.log);
    assert_eq!(talk.asked.len(), 10, "all that it may");
}
