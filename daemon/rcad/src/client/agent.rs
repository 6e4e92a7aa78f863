//! Requests about the agent: events of a job, starting and stopping one, and what was sent to models.

use anyhow::{Result, bail};
use reqwest::{Method, StatusCode};

use super::{ANSWER_TIMEOUT, Client, refusal};
use crate::platform::url::percent_encode;
use crate::protocol::agent::{AuditReply, ExplainReply, ExplainRequest, JobEvent, StopReply};

impl Client {
    /// Calls `on_event` with each event of the job on this RCA, from its start; returns at its end, or when the daemon
    /// ends. The inner error says why there are no events.
    pub fn steps(&self, id: &str, mut on_event: impl FnMut(&JobEvent)) -> Result<Result<(), String>> {
        self.runtime.block_on(async {
            let path = format!("{}/rcas/{}/steps", self.base, percent_encode(id));
            let mut response = self.http.get(path).bearer_auth(&self.token).send().await?;
            if matches!(response.status(), StatusCode::NOT_FOUND | StatusCode::CONFLICT) {
                return Ok(Err(refusal(response).await?));
            }
            if !response.status().is_success() {
                bail!("the daemon answers {}\nhint: rcad restart", response.status());
            }
            // Bytes, since a chunk may end inside a character.
            let mut bytes: Vec<u8> = Vec::new();
            // A killed daemon ends the stream, too.
            while let Ok(Some(chunk)) = response.chunk().await {
                bytes.extend_from_slice(&chunk);
                while let Some(end) = bytes.windows(2).position(|pair| pair == b"\n\n") {
                    let event: Vec<u8> = bytes.drain(..end + 2).collect();
                    let event = String::from_utf8_lossy(&event);
                    let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                    if let Some(event) = data.and_then(|data| serde_json::from_str(data).ok()) {
                        on_event(&event);
                    }
                }
            }
            Ok(Ok(()))
        })
    }

    /// Asks for an explanation of an RCA.
    pub fn explain(&self, id: &str, how: &ExplainRequest) -> Result<Result<ExplainReply, String>> {
        let path = format!("rcas/{}/explain", percent_encode(id));
        self.answer(self.send(Method::POST, &path, ANSWER_TIMEOUT, Some(how))?)
    }

    /// Stops the job on an RCA.
    pub fn stop_explaining(&self, id: &str) -> Result<Result<StopReply, String>> {
        self.ask(Method::DELETE, &format!("rcas/{}/explain", percent_encode(id)))
    }

    /// The requests sent to models about an RCA.
    pub fn audit(&self, id: &str) -> Result<Result<AuditReply, String>> {
        self.ask(Method::GET, &format!("rcas/{}/audit", percent_encode(id)))
    }
}
