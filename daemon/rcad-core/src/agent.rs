//! The agent: a local model reads the evidence and answers, or says that it does not know. Pure: a state machine is told
//! what happened and says what is to be done; prompts, tools, checks and redaction are data and functions. Never asks a
//! model, reads a file or a clock.
//!
//! | part | what it is |
//! |---|---|
//! | [`model`] | what a model can do, what is said to it and what it says |
//! | [`question`] | the evidence that is put before it |
//! | [`prompt`] | every word that we say to a model, versioned |
//! | [`budget`] | how many tokens there are and who gets them |
//! | [`machine`] | the job: states, events, effects |
//! | [`fence`] | data is told from orders |
//! | [`tools`] | what a model may call: the table of descriptors |
//! | [`answer`] | what it may answer, and what became of it |
//! | [`beside`] | how that stands beside the stored answer |
//! | [`grounding`] | whether the evidence shows what it says |
//! | [`confidence`] | how sure we are of it |
//! | [`redact`] | what never leaves |
//! | [`lesson`] | mistakes of models, remembered |
//! | [`trace`] | what can be seen while it works |

pub mod answer;
pub mod beside;
pub mod budget;
pub mod confidence;
pub mod fence;
pub mod grounding;
pub mod lesson;
pub mod machine;
pub mod model;
pub mod prompt;
pub mod question;
pub mod redact;
pub mod tools;
pub mod trace;
