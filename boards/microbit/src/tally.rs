//! How many checks passed and failed.

use core::fmt;

use cortex_m_semihosting::hprintln;

/// So many failures of a group are told in words: one mistake in a search makes hundreds.
const TOLD: u32 = 5;

/// Counts checks.
#[derive(Default)]
pub struct Tally {
    passed: u32,
    failed: u32,
}

impl Tally {
    /// Checks that passed.
    pub fn passed(&self) -> u32 {
        self.passed
    }

    /// Checks that failed.
    pub fn failed(&self) -> u32 {
        self.failed
    }

    /// Counts a check; `wrong` is told if it is not right.
    pub fn check(&mut self, right: bool, wrong: fmt::Arguments<'_>) {
        if right {
            self.pass(1);
        } else {
            self.fail(wrong);
        }
    }

    /// Counts so many checks that passed.
    pub fn pass(&mut self, checks: u32) {
        self.passed += checks;
    }

    /// Counts a check that failed.
    pub fn fail(&mut self, wrong: fmt::Arguments<'_>) {
        self.failed += 1;
        if self.failed <= TOLD {
            hprintln!("  {}", wrong);
        }
    }

    /// Does some checks, says how many they were, and adds them to these.
    pub fn add_group(&mut self, name: &str, checks: fn(&mut Tally)) {
        let mut group = Tally::default();
        checks(&mut group);
        hprintln!("{}: {} right, {} wrong", name, group.passed, group.failed);
        self.passed += group.passed;
        self.failed += group.failed;
    }
}
