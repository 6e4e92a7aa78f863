//! One model for all threads; odd texts; memory that comes back.

use rcad_store::{DIMENSIONS, Embedder};
use rcad_testkit::StockEmbedder;

use crate::{cosine, model};

#[test]
fn loaded_by_the_first_text_and_unloaded_when_told() {
    let Some(dir) = model() else { return };
    let embedder = Embedder::new(&dir);
    assert!(embedder.is_present() && !embedder.is_loaded());
    embedder.embed(&[]).unwrap();
    assert!(!embedder.is_loaded());
    let first = embedder.embed(&["cannot find symbol"]).unwrap();
    assert!(embedder.is_loaded());
    embedder.unload();
    assert!(!embedder.is_loaded());
    assert_eq!(embedder.embed(&["cannot find symbol"]).unwrap(), first);
}

#[test]
fn any_text_has_a_vector() {
    let Some(dir) = model() else { return };
    let embedder = Embedder::new(&dir);
    let long = "Unresolved reference: basket\n".repeat(3500);
    let unbroken = "x".repeat(100_000);
    let damaged = String::from_utf16_lossy(&[0xd83d, 0x61, 0xde00]);
    let odd = ["", "\0", "\0\0 a \0", "🙂🙂", &damaged, &long, &unbroken, "\u{10ffff}", "\u{202e}cba", "[SEP]"];
    let vectors = embedder.embed(&odd).unwrap();
    for (text, vector) in odd.iter().zip(&vectors) {
        assert_eq!(vector.len(), DIMENSIONS);
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-5, "{length}: {:.20}", text);
    }
    // What is behind the limit does not count, what is before it does.
    let longer = format!("{long} and more");
    let other = format!("and more {long}");
    let again = embedder.embed(&[&longer, &other]).unwrap();
    assert!(1.0 - cosine(&again[0], &vectors[5]) < 1e-6);
    assert!(1.0 - cosine(&again[1], &vectors[5]) > 1e-5);
}

#[test]
fn threads_share_it_while_it_is_unloaded() {
    let Some(dir) = model() else { return };
    let embedder = Embedder::new(&dir);
    let texts = ["cannot find symbol", "Unresolved reference: basket", "Could not resolve com.example:cart:1.0", ""];
    let expected = embedder.embed(&texts).unwrap();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                let (embedder, expected) = (&embedder, &expected);
                scope.spawn(move || {
                    for round in 0..6 {
                        let at = (worker + round) % texts.len();
                        let vector = embedder.embed(&[texts[at]]).unwrap().remove(0);
                        assert!(1.0 - cosine(&vector, &expected[at]) < 1e-6);
                        if round == 3 {
                            embedder.unload();
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
}

#[test]
fn the_stock_model_gives_the_same() {
    let Some(dir) = model() else { return };
    let stock = StockEmbedder::load(&dir).unwrap();
    let texts = ["cannot find symbol", "Unresolved reference: basket", "", &"several lines ".repeat(300)];
    let ours = Embedder::new(&dir).embed(&texts).unwrap();
    for (ours, theirs) in ours.iter().zip(stock.embed(&texts).unwrap()) {
        assert!(1.0 - cosine(ours, &theirs) < 1e-5);
    }
}
