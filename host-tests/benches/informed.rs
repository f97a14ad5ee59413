//! What remembering costs: the time a leaf of PNS, INS, SSS\* and DUAL\* against NegaScout's, on strongly ordered trees of
//! width 10 and depth 6 with a cheap leaf. Each search takes every tree in turn, and the searches take turns in each round, so
//! that whatever else the machine does meets all alike.
//!
//! Marsland, Reinefeld and Schaeffer report INS slightly slower than NegaScout, DUAL\* 5 and SSS\* 10 times slower.

use std::hint::black_box;

use experiments::turns::ratios;
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::{DepthFirst, Dual, InsHash, InsLinked, NegaScout, Pns, Search, Sss};
use plywood::store::merits::{self, Hashed, Levels, Linked};
use plywood::store::open::{self, Open};

const WIDTH: usize = 10;
const DEPTH: u8 = 6;
const PLIES: usize = DEPTH as usize;
const TREES: u64 = 20;
const ROUNDS: usize = 41;

/// Searches all trees; returns the leaves visited.
fn all(search: &mut impl Search<Synthetic>, trees: &[Synthetic]) -> u64 {
    trees
        .iter()
        .map(|tree| {
            search.start(black_box(tree), DEPTH).expect("six plies fit");
            assert_eq!(search.finish(), tree.minimax());
            search.stats().bottom
        })
        .sum()
}

fn main() {
    let trees: Vec<Synthetic> =
        (0..TREES).map(|seed| Synthetic::new(Shape::random(WIDTH as u8, DEPTH, seed).ordered(Order::STRONG))).collect();
    let any = &trees[0];
    // Room for everything.
    let (mut linked, mut hashed) = (vec![0; merits::words(WIDTH, 500)], vec![0; merits::words(WIDTH, 8_192)]);
    let [mut down, mut up] = [true, false].map(|sss| vec![0; open::words(open::enough_slots(WIDTH, DEPTH, sss))]);
    let mut negascout = DepthFirst::<_, _, PLIES>::new(NegaScout, any.clone());
    let mut pns = Pns::<_, WIDTH, PLIES>::new(Levels::new(), any.clone());
    let mut ins_linked = InsLinked::<_, WIDTH, PLIES>::new(Linked::new(&mut linked), any.clone());
    let mut ins_hash = InsHash::<_, WIDTH, PLIES>::new(Hashed::new(&mut hashed), any.clone());
    let mut sss = Sss::<_, PLIES>::new(Open::new(&mut down), any.clone());
    let mut dual = Dual::<_, PLIES>::new(Open::new(&mut up), any.clone());

    let leaves = [
        all(&mut negascout, &trees),
        all(&mut pns, &trees),
        all(&mut ins_linked, &trees),
        all(&mut ins_hash, &trees),
        all(&mut sss, &trees),
        all(&mut dual, &trees),
    ];
    let times = ratios(
        ROUNDS,
        [
            &mut || _ = black_box(all(&mut negascout, &trees)),
            &mut || _ = black_box(all(&mut pns, &trees)),
            &mut || _ = black_box(all(&mut ins_linked, &trees)),
            &mut || _ = black_box(all(&mut ins_hash, &trees)),
            &mut || _ = black_box(all(&mut sss, &trees)),
            &mut || _ = black_box(all(&mut dual, &trees)),
        ],
    );
    println!("Against NegaScout, {TREES} strongly ordered trees of width {WIDTH} and depth {DEPTH}:");
    println!("  {:<12}{:>8}{:>16}{:>14}   goal", "search", "leaves", "time in all", "time a leaf");
    let names = ["NegaScout", "PNS", "INS, linked", "INS, hash", "SSS*", "DUAL*"];
    let goals = ["", "", "1.3", "1.3", "3", "2"];
    for (i, (name, goal)) in names.into_iter().zip(goals).enumerate() {
        let a_leaf = times[i] * leaves[0] as f64 / leaves[i] as f64;
        println!("  {name:<12}{:>8}{:>16.2}{a_leaf:>14.2}   {goal}", leaves[i], times[i]);
    }
}
