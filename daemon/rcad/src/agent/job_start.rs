//! Builds the start of a job: its limits, as far as the model's context window allows, and its first messages. Gathers
//! no evidence, asks no model.

use std::time::Duration;

use rcad_core::agent::budget::{Budget, TokenCounter};
use rcad_core::agent::confidence::FactorWeights;
use rcad_core::agent::machine::{JobLimits, JobStart};
use rcad_core::agent::model::ChatModel;
use rcad_core::agent::prompt;
use rcad_core::agent::question::Question;

use crate::platform::config::Config;

/// Time limit for reading the project.
pub const GATHER_TIMEOUT: Duration = Duration::from_millis(500);

/// The start of a job for this question and model; `counter` counts its tokens.
pub fn job_start(config: &Config, question: &Question, model: &ChatModel, counter: &dyn TokenCounter) -> JobStart {
    let wanted = Budget {
        context_tokens: config.agent.context_tokens,
        prompt_tokens: config.agent.prompt_tokens,
        answer_tokens: config.agent.answer_tokens,
    };
    let budget = Budget::of(&model.ability, &wanted);
    let mode = model.ability.mode();
    let opening = prompt::opening(question, mode, &budget, counter);
    JobStart {
        model: model.clone(),
        mode,
        opening,
        context_tokens: budget.context_tokens,
        answer_tokens: budget.answer_tokens,
        style: question.style,
        environment: question.environment.clone(),
        known: question.known(),
        simple: question.simple(),
        limits: JobLimits {
            steps: config.agent.steps,
            time_ms: config.agent.seconds.saturating_mul(1000),
            ..JobLimits::default()
        },
    }
}

/// The weights of the confidence's factors, from the settings.
pub fn weights(config: &Config) -> FactorWeights {
    FactorWeights {
        model: config.agent.weights.model,
        verified: config.agent.weights.verified,
        known: config.agent.weights.known,
        simple: config.agent.weights.simple,
        contained: config.agent.weights.contained,
    }
}
