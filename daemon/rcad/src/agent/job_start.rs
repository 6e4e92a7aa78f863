//! What a job is begun with: the settings, as far as a model's window has room, and its first messages. Gathers nothing and
//! asks nothing.

use std::time::Duration;

use rcad_core::agent::budget::{Budget, TokenCounter};
use rcad_core::agent::confidence::FactorWeights;
use rcad_core::agent::machine::{JobLimits, JobStart};
use rcad_core::agent::model::Model;
use rcad_core::agent::prompt;
use rcad_core::agent::question::Question;

use crate::platform::config::Config;

/// How long reading the project for evidence may take.
pub const GATHER_TIMEOUT: Duration = Duration::from_millis(500);

/// What the job of this question is begun with, for this model; `counter` counts its tokens.
pub fn job_start(config: &Config, question: &Question, model: &Model, counter: &dyn TokenCounter) -> JobStart {
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

/// What the confidence is made of, by the settings.
pub fn weights(config: &Config) -> FactorWeights {
    FactorWeights {
        model: config.agent.weights.model,
        verified: config.agent.weights.verified,
        known: config.agent.weights.known,
        simple: config.agent.weights.simple,
        contained: config.agent.weights.contained,
    }
}
