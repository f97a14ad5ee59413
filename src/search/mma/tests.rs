use super::*;
use crate::games::synthetic::{Order, Shape, Synthetic};
use crate::games::{ConnectFour, TicTacToe};
use crate::search::{DepthFirst, Minimax};

/// Everything that is kept at a node is what a plain look at all below it says; returns π, the penalty of the best tip below.
fn plain<G: Game + Clone, P: Penalty>(search: &Mma<'_, G, P, 8>, x: Node, ply: usize) -> u32 {
    let tree = &search.tree;
    if tree.is_tip(x) {
        // What a tip costs, or that it is none, only its parent can tell.
        return if tree.kept(x).cost == NEVER { NEVER } else { 0 };
    }
    let max = search.is_max(ply);
    let values = tree.family(x).map(|child| child.value);
    let value = if max { values.max() } else { values.min() }.unwrap();
    assert_eq!(tree.kept(x).value, value, "ply {ply}");
    let estimate = search.penalty.back_up(max, tree.family(x).map(|child| (child.value, child.estimate)));
    assert!(!P::ESTIMATES || tree.kept(x).estimate == estimate, "ply {ply}");
    let family = Family { max, children: tree.children(x).into(), value, estimate };
    let (mut least, mut arrow) = (NEVER, None);
    for (number, child) in (0..).zip(tree.family(x)) {
        let cost = match plain(search, tree.child(x, number).unwrap(), ply + 1) {
            NEVER => NEVER,
            penalty => penalty + search.penalty.weight(&family, child.value, child.estimate).min(DEAREST),
        };
        assert_eq!(child.cost, cost, "ply {ply}: a stale penalty");
        if cost < least {
            (least, arrow) = (cost, Some(number));
        }
    }
    if value == if max { MOST } else { 1 } {
        (least, arrow) = (NEVER, None);
    }
    assert!(ply > 0 || tree.kept(x).cost == least, "the root's penalty");
    assert!(arrow.is_none_or(|arrow| tree.arrow(x) == arrow), "ply {ply}: a stale arrow");
    least
}

/// A synthetic tree, which knows the value of each of its nodes, whose inner nodes say something else: an estimate that is often
/// far off, so that what is backed up changes all the time.
#[derive(Clone)]
struct Misjudged {
    tree: Synthetic,
    path: Vec<u8, 8>,
}

impl Game for Misjudged {
    type Move = <Synthetic as Game>::Move;
    type Moves = <Synthetic as Game>::Moves;
    type Undo = <Synthetic as Game>::Undo;
    fn moves(&self) -> Self::Moves {
        self.tree.moves()
    }
    fn play(&mut self, m: Self::Move) -> Self::Undo {
        self.path.push(self.tree.moves().as_ref().iter().position(|&other| other == m).unwrap() as u8).unwrap();
        self.tree.play(m)
    }
    fn undo(&mut self, m: Self::Move, undo: Self::Undo) {
        self.path.pop();
        self.tree.undo(m, undo);
    }
    fn evaluate(&self) -> Value {
        if self.tree.moves().as_ref().is_empty() {
            return self.tree.evaluate();
        }
        let hash = self
            .path
            .iter()
            .fold(0x9e37_u32, |hash, &m| (hash ^ u32::from(m)).wrapping_mul(0x85eb_ca6b).rotate_left(13));
        Value::new((hash % 601) as i16 - 300)
    }
}

/// Grows a tree to its end, one node at a time, and looks at all of it whenever the search is at the root.
fn grow<P: Penalty>(penalty: P, words: &mut [u32], tree: &Synthetic, depth: u8, habits: Habits) -> Option<Value> {
    let tree = Misjudged { tree: tree.clone(), path: Vec::new() };
    let mut search = Mma::<_, _, 8>::new(penalty, Tree::new(words, P::ESTIMATES), tree.clone());
    search.habits = habits;
    search.start(&tree, depth).unwrap();
    for _ in 0..20_000 {
        let status = search.step(1);
        if search.way.is_empty()
            && !matches!(search.doing, Doing::Expand(_) | Doing::Root)
            && let Some(root) = search.root
        {
            plain(&search, root, 0);
        }
        assert!(depth == 0 || search.best().is_some());
        if let Status::Done(value) = status {
            return (!search.is_full()).then_some(value);
        }
    }
    None // it folds and folds again
}

fn trees() -> impl Iterator<Item = (Synthetic, u8)> {
    (1..=3).flat_map(|width| (0..=4).map(move |depth| (width, depth))).flat_map(|(width, depth)| {
        [Order::Random, Order::STRONG]
            .map(|order| (Synthetic::new(Shape::random(width, depth, width.into()).ordered(order).ranged(400)), depth))
    })
}

#[test]
fn grown_to_the_end_it_is_minimax_and_all_that_is_kept_is_right() {
    let mut words = [0; 4 * 400];
    for (tree, depth) in trees() {
        for redescend in [false, true] {
            let habits = Habits { redescend, ..Habits::default() };
            let exact = Some(tree.minimax());
            assert_eq!(grow(Reverse::default(), &mut words, &tree, depth, habits), exact);
            assert_eq!(grow(Derivative { p: 10 }, &mut words, &tree, depth, habits), exact);
            assert_eq!(grow(Floyd, &mut words, &tree, depth, habits), exact);
            #[cfg(feature = "libm")]
            assert_eq!(grow(Means { p: 10.0 }, &mut words, &tree, depth, habits), exact);
        }
    }
}

#[test]
fn folding_keeps_the_tree_in_order_at_every_capacity() {
    let mut words = [0; 3 * 130];
    for (tree, depth) in trees() {
        for nodes in 0..130 {
            let habits = Habits { redescend: nodes % 2 == 1, ..Habits::default() };
            let value = grow(Reverse::default(), &mut words[..3 * nodes], &tree, depth, habits);
            assert!(value.is_none_or(|value| value == tree.minimax()), "with {nodes} nodes");
        }
    }
}

#[test]
fn on_games_to_a_depth() {
    let mut words = [0; 3 * 4000];
    let game = ConnectFour::<crate::games::connect_four::Rivest>::from_moves("44").unwrap();
    let mut minimax = DepthFirst::<_, _, 8>::new(Minimax, game.clone());
    let mut search = Mma::<_, _, 8>::new(Reverse::default(), Tree::new(&mut words, false), game.clone());
    for depth in 0..=4 {
        minimax.start(&game, depth).unwrap();
        search.start(&game, depth).unwrap();
        assert_eq!(search.finish(), minimax.finish(), "depth {depth}");
    }
    let mut words = [0; 3 * 4000];
    let mut game = TicTacToe::new();
    [0, 4, 8].into_iter().for_each(|cell| game.play(cell));
    let mut search = Mma::<_, _, 8>::new(Reverse::default(), Tree::new(&mut words, false), game.clone());
    search.start(&game, 6).unwrap();
    assert_eq!(search.finish(), Value::ZERO);
}

#[test]
fn a_game_that_can_be_won_is_not_looked_into_any_more() {
    // Black has three in a column.
    let game = ConnectFour::<crate::games::connect_four::Rivest>::from_moves("121314").unwrap();
    let mut words = [0; 3 * 100];
    let mut search = Mma::<_, _, 8>::new(Reverse::default(), Tree::new(&mut words, false), game.clone());
    search.start(&game, 8).unwrap();
    assert_eq!(search.finish(), Value::new(511));
    assert_eq!((search.best(), search.stats().nodes), (Some(0), 8), "the root and its seven successors");
}

#[test]
fn no_room_at_all_still_gives_a_move() {
    let game = ConnectFour::new();
    for nodes in 0..12 {
        let mut words = [0; 3 * 12];
        let mut search =
            Mma::<_, _, 8>::new(Reverse::default(), Tree::new(&mut words[..3 * nodes], false), game.clone());
        search.start(&game, 8).unwrap();
        search.finish();
        assert!(search.is_full());
        assert!(search.best().is_some(), "{nodes} nodes");
    }
}
