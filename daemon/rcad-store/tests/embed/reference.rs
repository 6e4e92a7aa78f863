//! 200 texts whose vectors the original Python library made (`testdata/embed/record`).

use rcad_store::{DIMENSIONS, Embedder};

use crate::{cosine, model};

/// Most that 1 - cosine may be.
const TOLERANCE: f64 = 1e-4;

fn texts() -> Vec<String> {
    serde_json::from_str(include_str!("../../../../testdata/embed/texts.json")).unwrap()
}

fn vectors() -> Vec<Vec<f32>> {
    let bytes = include_bytes!("../../../../testdata/embed/reference.i16");
    let numbers: Vec<f32> =
        bytes.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / 32767.0).collect();
    numbers.chunks_exact(DIMENSIONS).map(<[f32]>::to_vec).collect()
}

/// The largest 1 - cosine, and the text's place.
fn worst(ours: &[Vec<f32>], theirs: &[Vec<f32>]) -> (f64, usize) {
    assert_eq!(ours.len(), theirs.len());
    let far = ours.iter().zip(theirs).enumerate().map(|(at, (a, b))| (1.0 - cosine(a, b), at));
    far.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

#[test]
fn every_vector_is_that_of_the_original_library() {
    let Some(dir) = model() else { return };
    let (texts, theirs) = (texts(), vectors());
    assert_eq!(texts.len(), 200);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let embedder = Embedder::new(&dir);
    let together = embedder.embed(&texts).unwrap();
    let (far, at) = worst(&together, &theirs);
    println!("together: 1 - cosine is at most {far:.1e}, of text {at}");
    assert!(far <= TOLERANCE, "{far:e} at text {at}: {}", texts[at]);
    let alone: Vec<Vec<f32>> = texts.iter().map(|text| embedder.embed(&[text]).unwrap().remove(0)).collect();
    let (far, at) = worst(&alone, &theirs);
    println!("alone: 1 - cosine is at most {far:.1e}, of text {at}");
    assert!(far <= TOLERANCE, "{far:e} at text {at}: {}", texts[at]);
    for vector in together.iter().chain(&alone) {
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-5, "{length}");
    }
}

/// The comparison would notice vectors of other texts.
#[test]
fn another_texts_vector_is_far_away() {
    let theirs = vectors();
    let mut shifted = theirs.clone();
    shifted.rotate_left(1);
    assert!(theirs.iter().zip(&shifted).filter(|(a, b)| 1.0 - cosine(a, b) > TOLERANCE).count() > 190);
}
