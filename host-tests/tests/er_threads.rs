//! Parallel ER on threads: exact, and none of them hangs, in thousands of searches.

use experiments::er::switches;
use experiments::oracle;
use experiments::threads::Crew;
use experiments::virtual_time::below;
use plywood::game::{Value, Window};
use plywood::games::connect_four::{ConnectFour, Outcome};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::Stats;

const WIDTH: usize = 8;
const DEPTH: usize = 9;

fn crew(state: &mut u64, seed: u64) -> Crew {
    let mut draw = |n| below(state, n);
    let settings = switches(draw(64), draw(7) as u8, draw(2) as u32 * seed as u32);
    let nodes = if draw(2) == 0 { draw(30) as usize } else { 1000 };
    Crew { threads: 2 + draw(4) as usize, settings, nodes, yields: draw(2) * (seed + 1) }
}

#[test]
fn ten_thousand_searches_are_exact_and_none_hangs() {
    for seed in 0..10_000_u64 {
        let mut state = seed ^ 0xabcd;
        let (width, depth) = (1 + below(&mut state, 4) as u8, below(&mut state, 6) as u8);
        let order = [Order::Random, Order::STRONG][below(&mut state, 2) as usize];
        let shape = Shape::random(width, depth, seed).ordered(order).ranged([3, 1000][below(&mut state, 2) as usize]);
        let tree = Synthetic::new(shape);
        let crew = crew(&mut state, seed);
        let found = crew.search::<_, WIDTH, DEPTH>(&tree, depth, Window::FULL, |_| false);
        assert_eq!(found.value, Some(tree.minimax()), "{shape:?} {crew:?}");
        if let Some(best) = found.best {
            let value = oracle::value_of(&mut tree.clone(), best, depth);
            assert_eq!(value, tree.minimax(), "{shape:?} {crew:?}: best {best}");
        }
    }
}

#[test]
fn narrow_windows_on_connect_four() {
    for seed in 0..300_u64 {
        let mut state = seed;
        let game = ConnectFour::<Outcome>::from_moves(["43443555334", "4455", ""][seed as usize % 3]).unwrap();
        let exact = oracle::minimax(&mut game.clone(), 5);
        let low = below(&mut state, 4) as i16 - 2;
        let window = Window { alpha: Value::new(exact.get() + low), beta: Value::new(exact.get() + low + 1) };
        let crew = crew(&mut state, seed);
        let value = crew.search::<_, WIDTH, DEPTH>(&game, 5, window, |_| false).value.unwrap();
        assert_eq!(window.bound(value), window.bound(exact), "{crew:?}: {value}, not {exact}");
    }
}

#[test]
fn a_stop_at_any_moment_ends_all_of_them() {
    let game = ConnectFour::<Outcome>::default();
    for seed in 0..300_u64 {
        let mut state = seed;
        let crew = crew(&mut state, seed);
        let limit = below(&mut state, 20_000);
        let mut asked = 0;
        let stop = |stats: &Stats| {
            asked += 1;
            stats.nodes > limit || asked > limit
        };
        let found = crew.search::<_, WIDTH, DEPTH>(&game, 9, Window::FULL, stop);
        assert!(found.value.is_none_or(|value| value == Value::ZERO), "{crew:?}");
        assert!(found.best.is_some());
    }
}
