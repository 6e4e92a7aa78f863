//! Which server is asked how often, with fake servers that answer, break off, or stay silent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rcad_core::agent::model::{Ability, ChatModel, ModelError, Reply};

use super::{Candidate, Circuits, Route};
use crate::agent::ollama::tests::request;
use crate::agent::ollama::{Server, wire};
use rcad_testkit::ollama::fake::{Act, Fake, recorded};

fn candidate(address: &str, name: &str) -> Candidate {
    let model = ChatModel { name: name.into(), digest: name.into(), ability: Ability::default() };
    Candidate { server: Server::new(address).unwrap(), model }
}

fn body() -> Vec<u8> {
    wire::chat_body("scripted", false, &request())
}

fn ask(route: &Route, time: Duration) -> Result<Reply, ModelError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(route.ask(&body(), 10, Instant::now() + time, &mut |_| {}))
}

const MINUTE: Duration = Duration::from_secs(60);

fn circuits() -> Arc<Circuits> {
    Arc::new(Circuits::default())
}

fn breaks_off() -> Act {
    Act::Cut(recorded("text"), 40)
}

#[test]
fn what_may_pass_is_tried_again_with_the_same_words() {
    let fake = Fake::start(vec![breaks_off(), breaks_off(), Act::Replay(recorded("text"))]);
    let route = Route::new(vec![candidate(&fake.address, "m")], circuits());
    let began = Instant::now();
    assert_eq!(ask(&route, MINUTE).unwrap().content, "The build fails: `größe` is unknown.");
    assert!(began.elapsed() >= Duration::from_millis(300), "100 and 200 ms lie between");
    let asked = fake.asked();
    assert!(asked.len() == 3 && asked.iter().all(|asked| asked.body.as_bytes() == body()), "{asked:?}");
}

#[test]
fn it_is_tried_four_times_and_rests_after_three_such_failures() {
    let (fake, other) = (Fake::start(vec![breaks_off()]), Fake::start(vec![Act::Replay(recorded("text"))]));
    let circuits = circuits();
    let both = || vec![candidate(&fake.address, "m"), candidate(&other.address, "m")];
    let mut route = Route::new(both(), circuits.clone());
    for times in 1..=3 {
        assert_eq!(ask(&route, MINUTE), Err(ModelError::Crashed));
        assert_eq!(fake.asked().len(), times * 4);
    }
    let cooldown_left = ask(&route, MINUTE);
    assert!(matches!(cooldown_left, Err(ModelError::CircuitOpen { seconds: 59..=60 })), "{cooldown_left:?}");
    assert_eq!(fake.asked().len(), 12, "it is left alone");
    assert_eq!(route.current().unwrap().server.address(), fake.address, "and stays this job's until it is given up");
    assert_eq!(route.give_up().unwrap().server.address(), other.address);
    assert!(ask(&route, MINUTE).is_ok());
    assert!(route.give_up().is_none() && ask(&route, MINUTE).is_err(), "none is left");
    let next_job = Route::new(both(), circuits);
    assert_eq!(next_job.current().unwrap().server.address(), other.address, "the next job passes it over");
}

#[test]
fn what_will_not_pass_is_not_tried_again_and_says_nothing_against_the_model() {
    for (name, says) in [("unknown-model", "missing"), ("too-long", "too_long"), ("no-tools", "unable")] {
        let fake = Fake::start(vec![Act::Replay(recorded(name))]);
        let route = Route::new(vec![candidate(&fake.address, "m")], circuits());
        for times in 1..=4 {
            let error = serde_json::to_value(ask(&route, MINUTE).unwrap_err()).unwrap();
            assert_eq!((&error["trouble"], fake.asked().len()), (&says.into(), times), "{error}");
        }
    }
}

#[test]
fn a_silent_one_is_waited_for_no_longer_than_the_job_has_and_once_and_unloaded() {
    let fake = Fake::start(vec![Act::Silence]);
    let route = Route::new(vec![candidate(&fake.address, "m")], circuits());
    let began = Instant::now();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let error = route.ask(&body(), 10, began + Duration::from_millis(300), &mut |_| {}).await;
        assert!(matches!(error, Err(ModelError::TimedOut { .. })), "{error:?}");
        assert!(began.elapsed() >= Duration::from_millis(300));
        while fake.asked().len() < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    let unload = &fake.asked()[1].body;
    assert!(unload.contains(r#""keep_alive":0"#), "the model is unloaded then: {unload}");
    fake.left();
}

#[test]
fn a_server_that_is_not_there_is_looked_for_again_within_the_jobs_time() {
    let nobody = candidate("http://127.0.0.1:9", "m");
    let route = Route::new(vec![nobody], circuits());
    let began = Instant::now();
    assert!(matches!(ask(&route, MINUTE), Err(ModelError::ServerUnreachable { .. })));
    assert!(began.elapsed() >= Duration::from_millis(700), "100, 200 and 400 ms");
    let began = Instant::now();
    assert!(ask(&route, Duration::ZERO).is_err());
    assert!(began.elapsed() < Duration::from_millis(700), "there is no time for that");
}
