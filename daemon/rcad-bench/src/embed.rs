//! How fast texts are embedded and what memory that takes, compared with candle's own BERT on the same weights in the
//! same run. The texts are those embedded for RCAs; `--write-texts` exports them for other programs.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::embedding_files::{self, EMBEDDING};
use rcad::{Config, Home, Samples};
use rcad_store::{EmbedError, Embedder, analysis_passage};
use rcad_testkit::{FailedBuilds, StockEmbedder};
use serde_json::json;

use crate::figures::FigureFormat;

/// `rcad-bench embed`
#[derive(clap::Args)]
pub struct EmbedBench {
    /// Directory of model.safetensors and tokenizer.json [default: where `rcad model fetch` puts them]
    #[arg(long)]
    model: Option<PathBuf>,
    /// Texts to measure with, one a line [default: made up]
    #[arg(long)]
    texts: Option<PathBuf>,
    /// Only write the made-up texts to this file, one a line
    #[arg(long)]
    write_texts: Option<PathBuf>,
    /// Times that ours and candle's take their turns
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Few texts, one round: to see that it runs
    #[arg(long)]
    quick: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = FigureFormat::Text)]
    format: FigureFormat,
}

/// Texts in a batch.
const MANY: usize = 512;

/// Texts that are embedded one by one in a round.
const ONE_BY_ONE: usize = 100;

/// Number of either with `--quick`.
const QUICK: usize = 16;

/// `rcad-bench embed`
pub fn bench(args: &EmbedBench) -> Result<()> {
    if let Some(path) = &args.write_texts {
        fs::write(path, made_up().join("\n") + "\n").with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(());
    }
    let mut texts = args.texts.as_deref().map_or_else(|| Ok(made_up()), read)?;
    if args.quick {
        texts.truncate(QUICK);
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let dir = directory(args.model.as_deref())?;
    let embedder = Embedder::new(&dir);
    let memory = ResidentMemory::measure(&embedder, &texts)?;
    let (load, _) = time(|| Ok(embedder.embed(&texts[..1])?))?;
    let pieces = texts.iter().map(|text| embedder.pieces(text)).collect::<Result<Vec<_>, _>>()?;
    let stock = StockEmbedder::load(&dir)?;
    let (mut ours, mut theirs) = (EmbedSpeed::default(), EmbedSpeed::default());
    for _ in 0..if args.quick { 1 } else { args.rounds.max(1) } {
        ours.measure(&texts, |texts| Ok(embedder.embed(texts)?))?;
        theirs.measure(&texts, |texts| stock.embed(texts))?;
    }
    let far = far(&embedder, &stock, &texts)?;
    let found = EmbedFigures { pieces, load, memory, ours, theirs, far };
    match args.format {
        FigureFormat::Json => println!("{}", found.json()),
        FigureFormat::Text => found.print(),
    }
    Ok(())
}

/// Passages of made-up RCAs; the same in every run.
fn made_up() -> Vec<String> {
    FailedBuilds::new(5)
        .map(|(_, analysis)| analysis_passage(&analysis))
        .filter(|text| !text.is_empty())
        .take(MANY)
        .collect()
}

fn read(path: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let texts: Vec<String> = text.lines().map(str::to_owned).collect();
    if texts.is_empty() {
        bail!(
            "{} holds no texts\nhint: one a line; `rcad-bench embed --write-texts FILE` makes such a file",
            path.display()
        );
    }
    Ok(texts)
}

/// The model's directory.
fn directory(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(dir) = given {
        return Ok(dir.to_owned());
    }
    let home = Home::find()?;
    let config = Config::load(&home)?;
    Ok(embedding_files::named(EMBEDDING)?.dir(&home, &config))
}

fn time<T>(f: impl FnOnce() -> Result<T>) -> Result<(Duration, T)> {
    let start = Instant::now();
    let result = f()?;
    Ok((start.elapsed(), result))
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Embedding times.
#[derive(Default)]
struct EmbedSpeed {
    /// Each text alone, in milliseconds.
    one: Samples,
    /// In a batch, in milliseconds a text.
    many: Samples,
}

impl EmbedSpeed {
    /// One round.
    fn measure(&mut self, texts: &[&str], embed: impl Fn(&[&str]) -> Result<Vec<Vec<f32>>>) -> Result<()> {
        // Not measured: warms the caches.
        black_box(embed(&texts[..1])?);
        for text in texts.iter().take(ONE_BY_ONE) {
            self.one.push(ms(time(|| embed(&[text]).map(black_box))?.0));
        }
        self.many.push(ms(time(|| embed(texts).map(black_box))?.0) / texts.len() as f64);
        Ok(())
    }

    /// Texts a second in batches, median of the rounds.
    fn per_second(&self) -> f64 {
        1000.0 / self.many.median()
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "one_ms": { "p50": self.one.median(), "p95": self.one.quantile(0.95) },
            "many_per_s": self.per_second(),
        })
    }
}

/// The largest 1 - cosine between our vectors and candle's.
fn far(embedder: &Embedder, stock: &StockEmbedder, texts: &[&str]) -> Result<f64> {
    let (ours, theirs) = (embedder.embed(texts)?, stock.embed(texts)?);
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>();
    let far = ours.iter().zip(&theirs).map(|(a, b)| 1.0 - dot(a, b) / (dot(a, a) * dot(b, b)).sqrt());
    Ok(far.fold(0.0, f64::max))
}

/// Megabytes resident; nothing on other systems than Linux.
struct ResidentMemory {
    before: Option<f64>,
    peak: Option<f64>,
    loaded: Option<f64>,
    unloaded: Option<f64>,
}

impl ResidentMemory {
    /// Loads the model, embeds all texts, unloads it. Measures only memory that this process did not have before.
    fn measure(embedder: &Embedder, texts: &[&str]) -> Result<ResidentMemory, EmbedError> {
        let before = resident("VmRSS:");
        black_box(embedder.embed(texts)?);
        let (peak, loaded) = (resident("VmHWM:"), resident("VmRSS:"));
        embedder.unload();
        Ok(ResidentMemory { before, peak, loaded, unloaded: resident("VmRSS:") })
    }
}

/// A row of `/proc/self/status` in megabytes.
fn resident(row: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib: f64 =
        status.lines().find_map(|line| line.strip_prefix(row))?.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024.0 / 1e6)
}

/// All figures.
struct EmbedFigures {
    pieces: Vec<usize>,
    load: Duration,
    memory: ResidentMemory,
    ours: EmbedSpeed,
    theirs: EmbedSpeed,
    far: f64,
}

impl EmbedFigures {
    /// Word pieces of a text: 10th percentile, median, 90th percentile, maximum.
    fn lengths(&self) -> [f64; 4] {
        let mut samples = Samples::default();
        self.pieces.iter().for_each(|&pieces| samples.push(pieces as f64));
        [0.1, 0.5, 0.9, 1.0].map(|share| samples.quantile(share))
    }

    /// Speed relative to candle: one text, a batch.
    fn ratios(&self) -> (f64, f64) {
        let one = self.theirs.one.median() / self.ours.one.median();
        (one, self.ours.per_second() / self.theirs.per_second())
    }

    fn json(&self) -> serde_json::Value {
        let [p10, p50, p90, max] = self.lengths();
        let (one, many) = self.ratios();
        let mut all = self.ours.json();
        all["load_ms"] = json!(ms(self.load));
        all["stock"] = self.theirs.json();
        all["times_stock"] = json!({ "one": one, "many": many });
        all["far_from_stock"] = json!(self.far);
        all["texts"] =
            json!({ "count": self.pieces.len(), "pieces": { "p10": p10, "p50": p50, "p90": p90, "max": max } });
        let memory = &self.memory;
        all["resident_mb"] = json!({
            "before": memory.before, "peak": memory.peak, "loaded": memory.loaded, "unloaded": memory.unloaded,
        });
        all
    }

    fn print(&self) {
        let [p10, p50, p90, max] = self.lengths();
        println!("{} texts of {p50} word pieces (p10 {p10}, p90 {p90}, longest {max})\n", self.pieces.len());
        println!("{:<28}{:>10}{:>10}{:>12}", "", "one, p50", "p95", "many, 1/s");
        for (name, speed) in [("rcad", &self.ours), ("candle-transformers", &self.theirs)] {
            let (p50, p95) = (speed.one.median(), speed.one.quantile(0.95));
            println!("{name:<28}{p50:>7.2} ms{p95:>7.2} ms{:>12.0}", speed.per_second());
        }
        let (one, many) = self.ratios();
        println!("{:<28}{:>9.1}×{:>21.1}×\n", "times faster", one, many);
        println!(
            "loading and the first text: {:.0} ms; 1 - cosine to candle's vectors ≤ {:.1e}",
            ms(self.load),
            self.far
        );
        let memory = &self.memory;
        match (memory.before, memory.peak, memory.loaded, memory.unloaded) {
            (Some(before), Some(peak), Some(loaded), Some(unloaded)) => println!(
                "resident: {before:.0} MB before, {peak:.0} MB at most, {loaded:.0} MB after all texts, {unloaded:.0} MB unloaded"
            ),
            _ => println!("resident: not measured on this system (needs /proc)"),
        }
    }
}
