//! A reply's calls, one after the other: which are run, and what is said instead of those that are not.

use serde_json::Value;

use super::spent::Called;
use super::{Effect, Job, State, Turn};
use crate::agent::fence;
use crate::agent::model::{Answered, Call, Message, Role};
use crate::agent::prompt::{self, turns};
use crate::agent::tools::{self, Code, Observed};
use crate::model::answer::StepKind;

/// Calls of one reply that are run; the rest is dropped.
pub(super) const MOST_CALLS: usize = 4;

/// What is said in place of a result, and why nothing more is called if that is so.
struct Refusal {
    words: String,
    told: String,
    enough: Option<&'static str>,
}

impl Job {
    /// Runs the first of these that is to be run; when none is left, goes on with the model.
    pub(super) fn run(&mut self, calls: Vec<Call>, turn: &mut Turn<'_>) {
        let mut calls = calls.into_iter();
        while let Some(call) = calls.next() {
            let Some(refusal) = self.refusal(&call, turn.now_ms) else {
                self.tell(turn, StepKind::Action, format!("{} {}", call.name, call.arguments));
                self.state = State::Calling { call: call.clone(), rest: calls.collect() };
                turn.effects.push(Effect::Call(call));
                return;
            };
            self.tell(turn, StepKind::ToolError, &refusal.told);
            self.put_result(&call, refusal.words);
            if let Some(why) = refusal.enough {
                for call in calls {
                    self.put_result(&call, turns::not_run());
                }
                self.told_too_many();
                return self.conclude(turn, why);
            }
        }
        self.told_too_many();
        self.go_on(turn);
    }

    /// Why a call is not run, if so. Counts it.
    fn refusal(&mut self, call: &Call, now_ms: u64) -> Option<Refusal> {
        if tools::find(&call.name).is_none() {
            let before = *self.tries.unknown_tool.get_or_insert(self.spent.iterations) < self.spent.iterations;
            let told = format!("there is no tool `{}`", call.name);
            let enough = before.then_some("it calls tools that there are not");
            return Some(Refusal { words: turns::no_such_tool(&call.name), told, enough });
        }
        let times = self.count(call);
        if times > 1 {
            let told = format!("`{}` was called with the same arguments before: not run again", call.name);
            let enough = (times > 2).then_some("it calls the same again and again");
            return Some(Refusal { words: turns::answered_already(&call.name), told, enough });
        }
        (self.time_left_ms(now_ms) <= self.limits.time_ms / 5).then(|| Refusal {
            words: turns::not_run(),
            told: format!("`{}` is not run any more", call.name),
            enough: Some("the time is nearly up"),
        })
    }

    /// How often this very call was made, now included.
    fn count(&mut self, call: &Call) -> u32 {
        let same = |called: &&mut Called| called.call.name == call.name && called.call.arguments == call.arguments;
        if let Some(called) = self.called.iter_mut().find(same) {
            called.times += 1;
            return called.times;
        }
        self.called.push(Called { call: call.clone(), times: 1 });
        1
    }

    /// Takes what a tool answered, and runs the next call.
    pub(super) fn observed(&mut self, observed: &Observed, turn: &mut Turn<'_>) {
        let State::Calling { call, rest } = std::mem::replace(&mut self.state, State::Asking) else { return };
        *self.tools_used.entry(call.name.clone()).or_default() += 1;
        match observed {
            Ok(data) => {
                self.tell(turn, StepKind::Observation, format!("{}: {data}", call.name));
                for order in texts(data).into_iter().flat_map(fence::commands) {
                    self.warn(format!("in the result of `{}`: {order}", call.name));
                }
            }
            Err(error) => {
                let code = serde_json::to_value(error.code).unwrap_or_default();
                let code = code.as_str().unwrap_or_default();
                self.tell(turn, StepKind::ToolError, format!("{}: {code}: {}", call.name, error.message));
            }
        }
        if let Err(error) = observed
            && error.code == Code::PermissionDenied
        {
            self.warn(format!("the model asked for `{}` {}; refused: {}", call.name, call.arguments, error.message));
        }
        let (result, cut) = self.fitted(tools::envelope(observed));
        if let Some((kept, of)) = cut {
            self.tell(
                turn,
                StepKind::Error,
                format!("{}: {kept} of {of} characters of the result fit the window", call.name),
            );
        }
        self.put_result(&call, prompt::tool_result(&call.name, &result));
        self.run(rest, turn);
    }

    fn put_result(&mut self, call: &Call, content: String) {
        let answers = Answered { id: call.id.clone(), name: call.name.clone() };
        self.messages.push(Message { answers: Some(answers), ..Message::text(Role::Tool, content) });
    }

    /// Says after the last result that there were too many calls.
    fn told_too_many(&mut self) {
        let dropped = std::mem::take(&mut self.too_many);
        if let (true, Some(last)) = (dropped > 0, self.messages.last_mut()) {
            last.content.push_str(&turns::too_many_calls(dropped));
        }
    }
}

/// Every text in a result, as it is and not as JSON writes it: an order may stand on a line of its own.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(entries) => entries.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}
