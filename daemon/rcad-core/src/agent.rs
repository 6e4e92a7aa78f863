//! The agent: a local model reads the evidence and answers, or says that it does not know. Pure: a state machine takes
//! events and returns effects; prompts, tools, checks and redaction are data and functions. Never asks a model, reads a
//! file or a clock.
//!
//! | part | what it is |
//! |---|---|
//! | [`model`] | a model's abilities, requests, replies and errors |
//! | [`question`] | the evidence of a failure |
//! | [`prompt`] | all texts that are sent to a model, versioned |
//! | [`budget`] | tokens, and what of the evidence gets them |
//! | [`machine`] | the job: states, events, effects |
//! | [`delimiter`] | encloses data, finds injected instructions |
//! | [`tools`] | what a model may call: the table of descriptors |
//! | [`answer`] | parses an answer |
//! | [`overlay`] | the agent's answer over the stored one |
//! | [`grounding`] | checks a draft against the evidence |
//! | [`confidence`] | the confidence of an answer |
//! | [`redact`] | hides secrets |
//! | [`lesson`] | mistakes that models made |
//! | [`trace`] | the text of a step |

pub mod answer;
pub mod budget;
pub mod confidence;
pub mod delimiter;
pub mod grounding;
pub mod lesson;
pub mod machine;
pub mod model;
pub mod overlay;
pub mod prompt;
pub mod question;
pub mod redact;
pub mod tools;
pub mod trace;
