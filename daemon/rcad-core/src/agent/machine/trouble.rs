//! Why a model did not answer, in words for people: what happened and what can be done.

use crate::agent::model::Trouble;

/// `model` is the name of the one that was asked.
pub fn told(trouble: &Trouble, model: &str) -> String {
    match trouble {
        Trouble::Absent { server } => {
            format!("no model server answers at {server}: start it (`ollama serve`), or set `agent_models`")
        }
        Trouble::Foreign { server } => {
            format!("what answers at {server} is no Ollama server: set `ollama_url` to where yours listens")
        }
        Trouble::Missing { model } => format!("the server does not have {model}: `rcad model pull {model}` gets it"),
        Trouble::TooLong { tokens } => {
            let tokens = tokens.map_or(String::new(), |tokens| format!(" ({tokens} tokens)"));
            format!(
                "the evidence{tokens} does not fit the window of {model}: lower `agent_prompt_tokens`, or ask a model with \
                 a longer window (`rcad model list`)"
            )
        }
        Trouble::Busy => "the model server has too much to do: ask again later (`rcad explain ID`)".to_owned(),
        Trouble::OutOfMemory => {
            format!("there is not enough memory for {model}: close something, or ask a smaller one (`rcad model list`)")
        }
        Trouble::Died => format!("{model} or its server ended in the middle of the answer: see the server's log"),
        Trouble::Slow { seconds } => {
            format!("nothing came from {model} for {seconds} seconds: raise `agent_seconds`, or ask a smaller model")
        }
        Trouble::Garbled { what } => {
            format!("{model} wrote what its server could not read ({what}): try another model")
        }
        Trouble::Unable { what } => format!("{model} can't do what it was asked for ({what}): try another model"),
        Trouble::Refused { what } => format!("the model server refused to ask {model}: {what}"),
        Trouble::Resting { seconds } => {
            format!("{model} failed too often lately and is asked again in {seconds} seconds")
        }
    }
}
