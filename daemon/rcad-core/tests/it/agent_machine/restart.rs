//! A daemon that is killed in the middle: the stored job goes on from each state, three times at most.

use rcad_core::agent::machine::{Job, JobState, MachineEvent};
use rcad_core::agent::model::JobMode;
use serde_json::json;

use crate::agent_machine::talk::{Talk, answer, begin, calls, find, half_stands, says, stands, why};

/// The job as another process reads it, a day later.
fn killed(mut talk: Talk) -> Talk {
    let stored = serde_json::to_vec(&talk.job).expect("a job is JSON");
    talk.job = serde_json::from_slice::<Job>(&stored).expect("a stored job");
    talk.now_ms += 86_400_000;
    talk.log.clear();
    talk
}

#[test]
fn every_state_asks_again_for_what_it_waits_for() {
    let ok = MachineEvent::Observed(Ok(json!({})));
    let cases: Vec<(Vec<MachineEvent>, &str, Vec<MachineEvent>)> = vec![
        (vec![], "started iteration ask:tools", vec![answer(90), stands()]),
        (vec![MachineEvent::Started], "started ask:tools", vec![answer(90), stands()]),
        (
            vec![MachineEvent::Started, calls(&[find("a"), find("b")])],
            "started call:find_symbol",
            vec![ok.clone(), ok.clone(), answer(90), stands()],
        ),
        (vec![MachineEvent::Started, says("A typo.")], "started ask:tools+schema", vec![answer(90), stands()]),
        (vec![MachineEvent::Started, answer(90)], "started check", vec![stands()]),
        (
            vec![MachineEvent::Started, answer(90), half_stands()],
            "started ask:tools+schema",
            vec![answer(90), stands()],
        ),
    ];
    for (before, again, after) in cases {
        let whole = Talk::new(begin(JobMode::ToolLoop)).play(before.clone()).play(after.clone());
        let talk = killed(Talk::new(begin(JobMode::ToolLoop)).play(before)).play([MachineEvent::Started]);
        assert_eq!(talk.log, again);
        let last = whole.asked.len();
        let talk = talk.play(after);
        assert!(talk.log.ends_with("end:answered"), "{}", talk.log);
        if last > 0 {
            assert_eq!(talk.asked.last(), whole.asked.last(), "the restart changes no request");
            assert_eq!(talk.answer.as_ref().unwrap().iterations, whole.answer.unwrap().iterations);
        }
        assert!(talk.answer.unwrap().took_ms < 5_000, "a day without a daemon does not count");
    }
}

#[test]
fn the_fourth_attempt_is_one_too_many() {
    let mut talk = Talk::new(begin(JobMode::SingleShot));
    for attempt in 1..=3 {
        talk = killed(talk).play([MachineEvent::Started]);
        assert_eq!((talk.job.attempts, talk.log.contains("ask:schema")), (attempt, true));
    }
    assert!(talk.told().contains("attempt 3 of 3"), "{}", talk.told());
    let talk = killed(talk).play([MachineEvent::Started]);
    assert!(talk.log.ends_with("end:gave_up"), "{}", talk.log);
    assert!(why(&talk.answer.unwrap()).contains("begun 3 times"));
}

#[test]
fn an_end_that_was_not_stored_yet_is_given_again_and_stays_the_same() {
    let talk = Talk::new(begin(JobMode::SingleShot)).play([MachineEvent::Started, answer(90), stands()]);
    let first = talk.answer.clone();
    let mut talk = killed(talk).play([MachineEvent::Started]);
    assert_eq!(talk.log, "end:answered");
    assert_eq!(talk.answer, first);
    let job = talk.job.clone();
    for event in
        [MachineEvent::Cancelled, answer(1), stands(), MachineEvent::ModelChanged(Box::new(begin(JobMode::ToolLoop)))]
    {
        assert!(talk.happens(event).is_empty());
        assert_eq!(talk.job, job);
    }
    assert_eq!(talk.job.state, JobState::Ended);
}

#[test]
fn time_before_a_kill_counts() {
    let mut talk = Talk::new(begin(JobMode::ToolLoop)).play([MachineEvent::Started]);
    talk.pace_ms = 80_000;
    let mut talk = talk.play([calls(&[find("a")])]);
    assert_eq!(talk.job.time_left_ms(talk.now_ms), 10_000);
    talk.pace_ms = 0;
    let talk = killed(talk).play([MachineEvent::Started]);
    assert_eq!(talk.job.time_left_ms(talk.now_ms), 10_000);
    assert_eq!(talk.job.time_left_ms(talk.now_ms + 4_000), 6_000, "and then it goes on");
    assert_eq!(talk.job.time_left_ms(0), 10_000, "a clock that was put back takes nothing and gives nothing");
}
