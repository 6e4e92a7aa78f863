//! Descriptions of a [`ModelError`] for people: what happened and what can be done.

use crate::agent::model::ModelError;

/// Describes an error of this model.
pub fn describe(error: &ModelError, model: &str) -> String {
    match error {
        ModelError::ServerUnreachable { server } => {
            format!("no model server answers at {server}: start it (`ollama serve`), or set `agent.models`")
        }
        ModelError::NotOllama { server } => {
            format!("what answers at {server} is no Ollama server: set `ollama.url` to where yours listens")
        }
        ModelError::ModelNotFound { model } => {
            format!("the server does not have {model}: `rcad model pull {model}` gets it")
        }
        ModelError::PromptTooLong { tokens } => {
            let tokens = tokens.map_or(String::new(), |tokens| format!(" ({tokens} tokens)"));
            format!(
                "the evidence{tokens} does not fit the window of {model}: lower `agent.prompt_tokens`, or ask a model with \
                 a longer window (`rcad model list`)"
            )
        }
        ModelError::Busy => "the model server has too much to do: ask again later (`rcad explain ID`)".to_owned(),
        ModelError::OutOfMemory => {
            format!("there is not enough memory for {model}: close something, or ask a smaller one (`rcad model list`)")
        }
        ModelError::Crashed => format!("{model} or its server ended in the middle of the answer: see the server's log"),
        ModelError::TimedOut { seconds } => {
            format!("nothing came from {model} for {seconds} seconds: raise `agent.seconds`, or ask a smaller model")
        }
        ModelError::MalformedReply { what } => {
            format!("{model} wrote what its server could not read ({what}): try another model")
        }
        ModelError::Unsupported { what } => {
            format!("{model} can't do what it was asked for ({what}): try another model")
        }
        ModelError::Rejected { what } => format!("the model server refused to ask {model}: {what}"),
        ModelError::CircuitOpen { seconds } => {
            format!("{model} failed too often lately and is asked again in {seconds} seconds")
        }
    }
}
