//! Chance that can be repeated.

/// A generator of pseudo-random numbers (SplitMix64).
pub struct Chance(u64);

impl Chance {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to 1.
    pub fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let upper = u32::try_from((mixed ^ (mixed >> 31)) >> 32).expect("32 bits are left");
        f64::from(upper) / f64::from(u32::MAX)
    }

    /// A whole number from 1 to this.
    pub fn up_to(&mut self, most: u32) -> usize {
        let place = self.fraction() * f64::from(most);
        (1..most).filter(|step| f64::from(*step) <= place).count() + 1
    }
}
