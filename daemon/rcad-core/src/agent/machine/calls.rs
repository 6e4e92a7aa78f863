//! A reply's tool calls, one after the other: which are run, and what is answered to the others.

use serde_json::Value;

use super::spent::CallCount;
use super::{Effect, EventContext, Job, JobState};
use crate::agent::delimiter;
use crate::agent::model::{AnsweredCall, ChatRole, Message, ToolCall};
use crate::agent::prompt::{self, turns};
use crate::agent::tools::{self, ToolErrorCode, ToolResult};
use crate::model::answer::StepKind;

/// Most calls of one reply that are run; the rest is dropped.
pub(super) const MOST_CALLS: usize = 4;

/// Answer to a call that is not run.
struct RejectedCall {
    /// For the model.
    reply: String,
    /// For the trace.
    text: String,
    /// Why the model must conclude now, if so.
    conclude: Option<&'static str>,
}

impl Job {
    /// Runs the next call; when none is left, proceeds with the model.
    pub(super) fn run(&mut self, calls: Vec<ToolCall>, context: &mut EventContext<'_>) {
        let mut calls = calls.into_iter();
        while let Some(call) = calls.next() {
            let Some(rejection) = self.rejection(&call, context.now_ms) else {
                self.emit(context, StepKind::Action, format!("{} {}", call.name, call.arguments));
                self.state = JobState::Calling { call: call.clone(), rest: calls.collect() };
                context.effects.push(Effect::Call(call));
                return;
            };
            self.emit(context, StepKind::ToolError, &rejection.text);
            self.put_result(&call, rejection.reply);
            if let Some(why) = rejection.conclude {
                for call in calls {
                    self.put_result(&call, turns::not_run());
                }
                self.note_dropped_calls();
                return self.conclude(context, why);
            }
        }
        self.note_dropped_calls();
        self.proceed(context);
    }

    /// Counts a call; why it is not run, if so.
    fn rejection(&mut self, call: &ToolCall, now_ms: u64) -> Option<RejectedCall> {
        if tools::find(&call.name).is_none() {
            let before = *self.retries.unknown_tool.get_or_insert(self.usage.iterations) < self.usage.iterations;
            let text = format!("there is no tool `{}`", call.name);
            let conclude = before.then_some("it calls tools that there are not");
            return Some(RejectedCall { reply: turns::no_such_tool(&call.name), text, conclude });
        }
        let times = self.count(call);
        if times > 1 {
            let text = format!("`{}` was called with the same arguments before: not run again", call.name);
            let conclude = (times > 2).then_some("it calls the same again and again");
            return Some(RejectedCall { reply: turns::answered_already(&call.name), text, conclude });
        }
        (self.time_left_ms(now_ms) <= self.limits.time_ms / 5).then(|| RejectedCall {
            reply: turns::not_run(),
            text: format!("`{}` is not run any more", call.name),
            conclude: Some("the time is nearly up"),
        })
    }

    /// How often this call was made with these arguments, now included.
    fn count(&mut self, call: &ToolCall) -> u32 {
        let same = |calls_made: &&mut CallCount| {
            calls_made.call.name == call.name && calls_made.call.arguments == call.arguments
        };
        if let Some(calls_made) = self.calls_made.iter_mut().find(same) {
            calls_made.times += 1;
            return calls_made.times;
        }
        self.calls_made.push(CallCount { call: call.clone(), times: 1 });
        1
    }

    /// Handles a tool's result, and runs the next call.
    pub(super) fn observed(&mut self, observed: &ToolResult, context: &mut EventContext<'_>) {
        let JobState::Calling { call, rest } = std::mem::replace(&mut self.state, JobState::Asking) else { return };
        *self.tools_used.entry(call.name.clone()).or_default() += 1;
        match observed {
            Ok(data) => {
                self.emit(context, StepKind::Observation, format!("{}: {data}", call.name));
                for instruction in texts(data).into_iter().flat_map(delimiter::injected_instructions) {
                    self.warn(format!("in the result of `{}`: {instruction}", call.name));
                }
            }
            Err(error) => {
                let code = serde_json::to_value(error.code).unwrap_or_default();
                let code = code.as_str().unwrap_or_default();
                self.emit(context, StepKind::ToolError, format!("{}: {code}: {}", call.name, error.message));
            }
        }
        if let Err(error) = observed
            && error.code == ToolErrorCode::PermissionDenied
        {
            self.warn(format!("the model asked for `{}` {}; refused: {}", call.name, call.arguments, error.message));
        }
        let (result, cut) = self.fitted(tools::envelope(observed));
        if let Some((kept, of)) = cut {
            self.emit(
                context,
                StepKind::Error,
                format!("{}: {kept} of {of} characters of the result fit the window", call.name),
            );
        }
        self.put_result(&call, prompt::tool_result(&call.name, &result));
        self.run(rest, context);
    }

    fn put_result(&mut self, call: &ToolCall, content: String) {
        let answers = AnsweredCall { id: call.id.clone(), name: call.name.clone() };
        self.messages.push(Message { answers: Some(answers), ..Message::text(ChatRole::Tool, content) });
    }

    /// Notes after the last result that calls were dropped.
    fn note_dropped_calls(&mut self) {
        let dropped = std::mem::take(&mut self.dropped_calls);
        if let (true, Some(last)) = (dropped > 0, self.messages.last_mut()) {
            last.content.push_str(&turns::too_many_calls(dropped));
        }
    }
}

/// Every text in a result, unescaped, since an injected instruction may be a line of its own.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(entries) => entries.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}
