//! What an edge of the tree costs: the four penalties of Rivest 1987.
//!
//! Penalties are whole numbers, so that a processor without floating point can add and compare them: 2²⁰ is 1.

use crate::store::tree::NEVER;

/// One, as a penalty.
pub const ONE: u32 = 1 << 20;

/// The greatest score a position can have; the least is 1.
pub const MOST: u16 = 1023;

/// The natural logarithms of 0 to [`MOST`] (that of 0 is taken to be that of 1), worked out at compile time. Each is the
/// right one to within 2⁻²⁰, the unit that penalties are counted in.
pub static LOGARITHMS: [u32; MOST as usize + 1] = {
    let mut table = [0; MOST as usize + 1];
    let mut n = 2;
    while n < table.len() {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// ln n in units of 2⁻²⁰, for n from 1 to 1023.
const fn logarithm(n: u64) -> u32 {
    // log₂ n: its whole part is the place of the highest bit, and each squaring of what is left tells one more bit.
    let whole = n.ilog2();
    let mut rest = n << (31 - whole); // from 1 to 2, in units of 2⁻³¹
    let mut bits = 0_u64;
    let mut i = 0;
    while i < 32 {
        rest = (rest * rest) >> 31;
        bits <<= 1;
        if rest >= 1 << 32 {
            rest >>= 1;
            bits |= 1;
        }
        i += 1;
    }
    // times ln 2, in units of 2⁻³², rounded
    const LN_2: u128 = 0xb172_17f8;
    let log_2 = (whole as u128) << 32 | bits as u128;
    ((log_2 * LN_2 + (1 << 43)) >> 44) as u32
}

/// ln of a score, or of a sum of a few.
#[inline]
pub(super) fn ln(mut n: u32) -> u32 {
    const LN_2: u32 = logarithm(2);
    let mut ln = 0;
    while n > u32::from(MOST) {
        n >>= 1; // a sum is near enough
        ln += LN_2;
    }
    ln + LOGARITHMS.get(n as usize).copied().unwrap_or_default()
}

/// A node that has children, as a penalty sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Family {
    /// Whether Max chooses among the children.
    pub max: bool,
    /// How many there are.
    pub children: u16,
    /// The best of their scores, for who chooses: the node's backed-up value.
    pub value: u16,
    /// What [`Penalty::back_up`] has made of their estimates.
    pub estimate: u32,
}

/// What an edge costs, and what a node is worth for working that out.
pub trait Penalty {
    /// Whether nodes keep an estimate besides their value.
    const ESTIMATES: bool = false;

    /// The estimate of a tip of this score.
    fn tip(&self, score: u16) -> u32 {
        score.into()
    }

    /// The estimate of a node at which Max or Min chooses, from the scores and estimates of its children.
    fn back_up(&self, _max: bool, _children: impl Iterator<Item = (u16, u32)> + Clone) -> u32 {
        0
    }

    /// w(c): the penalty of the edge to a child of this score and estimate.
    fn weight(&self, family: &Family, score: u16, estimate: u32) -> u32;
}

/// The penalty of the paper's playoffs (§5.5): a constant, and the difference of the logarithms of the value of the best child
/// and of this one. No generalized mean is computed: the "reverse approximation".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reverse {
    /// What it costs to go down one level, in units of 1/[`ONE`].
    pub level: u32,
}

impl Default for Reverse {
    /// 0.05, as in the paper.
    fn default() -> Self {
        Reverse { level: ONE / 20 }
    }
}

impl Penalty for Reverse {
    #[inline]
    fn weight(&self, family: &Family, score: u16, _estimate: u32) -> u32 {
        self.level.saturating_add(ln(family.value.into()).abs_diff(ln(score.into())))
    }
}

/// Eq. (15): log n for the level, and p - 1 times the difference of the logarithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Derivative {
    /// p, from 1 up.
    pub p: u16,
}

impl Penalty for Derivative {
    #[inline]
    fn weight(&self, family: &Family, score: u16, _estimate: u32) -> u32 {
        let difference = ln(family.value.into()).abs_diff(ln(score.into()));
        ln(family.children.into()).saturating_add(difference.saturating_mul(u32::from(self.p.saturating_sub(1))))
    }
}

/// Floyd's (§6): minus the logarithm of the probability that the move is played, so that the tip most likely to be reached is
/// expanded. Who moves is taken to choose each child with a probability in proportion to its score: for Min, to what the score
/// leaves of 1024.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Floyd;

impl Floyd {
    fn share(max: bool, score: u16) -> u32 {
        u32::from(if max { score } else { (MOST + 1).saturating_sub(score) }).max(1)
    }
}

impl Penalty for Floyd {
    const ESTIMATES: bool = true;

    /// What the children's shares add up to.
    fn back_up(&self, max: bool, children: impl Iterator<Item = (u16, u32)> + Clone) -> u32 {
        children.map(|(score, _)| Floyd::share(max, score)).sum()
    }

    fn weight(&self, family: &Family, score: u16, _estimate: u32) -> u32 {
        ln(family.estimate).saturating_sub(ln(Floyd::share(family.max, score)))
    }
}

/// The generalized means themselves and their derivatives (eqs (6), (10), (12)): values are backed up by M_p and M_-p, and an
/// edge costs minus the logarithm of the derivative.
#[cfg(feature = "libm")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Means {
    /// p, above 1.
    pub p: f32,
}

#[cfg(feature = "libm")]
impl Means {
    /// M_p of some numbers above zero.
    pub fn mean(p: f32, numbers: impl Iterator<Item = f32> + Clone) -> f32 {
        // Relative to the one that weighs most, so that no power gets too large.
        let most =
            numbers.clone().fold(if p > 0.0 { 0.0 } else { f32::MAX }, if p > 0.0 { f32::max } else { f32::min });
        let (sum, n) = numbers.fold((0.0, 0.0), |(sum, n), number| (sum + libm::powf(number / most, p), n + 1.0_f32));
        most * libm::powf(sum / n, 1.0 / p)
    }
}

#[cfg(feature = "libm")]
impl Penalty for Means {
    const ESTIMATES: bool = true;

    fn tip(&self, score: u16) -> u32 {
        f32::from(score).to_bits()
    }

    fn back_up(&self, max: bool, children: impl Iterator<Item = (u16, u32)> + Clone) -> u32 {
        let p = if max { self.p } else { -self.p };
        Means::mean(p, children.map(|(_, estimate)| f32::from_bits(estimate))).to_bits()
    }

    fn weight(&self, family: &Family, _score: u16, estimate: u32) -> u32 {
        // D = (a / M)^(p - 1) / n, with -p for p where Min chooses.
        let p = if family.max { self.p } else { -self.p };
        let ratio = f32::from_bits(estimate) / f32::from_bits(family.estimate);
        let weight = libm::logf(f32::from(family.children)) - (p - 1.0) * libm::logf(ratio);
        // Where one child outweighs all others the derivative exceeds 1 by a little.
        (weight.max(0.0) * ONE as f32) as u32
    }
}

/// No edge costs more, so that the penalties along a path, of 255 edges at the most, can be added up.
pub(super) const DEAREST: u32 = NEVER / 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_to_the_last_unit() {
        assert_eq!(LOGARITHMS[0], 0);
        assert_eq!(LOGARITHMS[1], 0);
        // ln 2, ln 10, ln 512 and ln 1023, times 2^20, rounded.
        for (n, ln) in [(2, 726_817), (10, 2_414_435), (512, 6_541_357), (1023, 7_267_150)] {
            assert!(LOGARITHMS[n].abs_diff(ln) <= 1, "ln {n}: {}", LOGARITHMS[n]);
        }
        assert!(LOGARITHMS.windows(2).skip(1).all(|pair| pair[0] < pair[1]));
        assert!(ln(7161).abs_diff(9_308_000) < ONE / 100, "{}", ln(7161));
    }
}
