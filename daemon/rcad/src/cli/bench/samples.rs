//! Samples of one figure.

/// Measured values in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Adds a value.
    pub fn push(&mut self, ms: f64) {
        self.0.push(ms);
    }

    /// The value at this quantile (0–1), by nearest rank. 0 without samples.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or(0.0)
    }

    /// The median.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The differences of corresponding samples.
    pub fn minus(&self, other: &Samples) -> Samples {
        Samples(self.0.iter().zip(&other.0).map(|(a, b)| a - b).collect())
    }

    /// The number of samples.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Samples;

    #[test]
    fn quantiles_are_nearest_rank() {
        let samples = Samples((1..=20).map(f64::from).collect());
        assert_eq!((samples.median(), samples.quantile(0.95), samples.quantile(1.0)), (10.0, 19.0, 20.0));
        assert_eq!(Samples::default().median(), 0.0);
    }
}
