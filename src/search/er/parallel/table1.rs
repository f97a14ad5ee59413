//! Table 1: what becomes of a node that is taken from the primary queue.
//!
//! | node | state | action |
//! |---|---|---|
//! | e-node | | generates all children, which are undecided |
//! | undecided | | generates its first child, an e-node |
//! | r-node | no children generated | generates its first child, an e-node |
//! | r-node | one or more children generated | generates its next child, an r-node |
//!
//! Every child goes onto the primary queue. To generate children one has to know how many there are: a node that nobody has
//! visited yet is first given to a worker, for a look.

use super::{Count, Heap, Kind, Node, Part, Queue, flag};

impl Heap<'_> {
    /// Does what the table says. Returns what a worker has to do instead: to look, if the node was not visited yet, or
    /// to search it serially, if it lies deep enough or there is no room for its children.
    pub(super) fn expand(&mut self, node: Node, ply: usize) -> Option<Part> {
        if ply >= usize::from(self.settings.serial_ply) {
            return Some(self.serial_part(node));
        }
        if !self.is(node, flag::LOOKED) {
            return Some(Part::Look);
        }
        let (width, generated) = (self.problems.count(node, Count::Width), self.problems.count(node, Count::Generated));
        let (numbers, kind) = match (self.kind(node), generated) {
            (Kind::E, 0) if !self.settings.eldest => (0..width, Kind::Undecided),
            // It has been an undecided node or an r-node: its e-child is behind it.
            (Kind::E, _) if self.settings.parallel_refutation => (generated..width, Kind::R),
            (_, 0) => (0..1, Kind::E),
            _ => (generated..width.min(generated.saturating_add(1)), Kind::R),
        };
        if self.problems.room() < numbers.len() {
            self.counts.crowded += 1;
            if self.has_children(node) {
                // They go on; what is left comes when they are done.
                self.set_kind(node, Kind::R);
                return None;
            }
            return Some(self.serial_part(node));
        }
        self.problems.set_count(node, Count::Generated, numbers.end);
        if kind == Kind::Undecided {
            self.problems.set_count(node, Count::Unevaluated, width);
        }
        for (before, number) in numbers.enumerate() {
            if let Some(child) = self.problems.add(Some(node), number, kind as u8) {
                if kind == Kind::R && before > 0 {
                    self.out_of_turn(node, child);
                }
                self.schedule(child, ply + 1);
            }
        }
        None
    }

    /// What serial ER does with a node of this kind, in this state.
    pub(super) fn serial_part(&self, node: Node) -> Part {
        match self.kind(node) {
            _ if self.is(node, flag::FIRST) => {
                Part::Rest { from: self.problems.count(node, Count::Generated), value: self.problems.value(node) }
            }
            Kind::E => Part::Evaluate,
            Kind::Undecided => Part::First,
            Kind::R => Part::Refute,
        }
    }

    /// A node from the speculative queue: its best child becomes an e-child, and it goes back to that queue.
    pub(super) fn choose_e_child(&mut self, node: Node, ply: usize) {
        if self.may_choose(node)
            && let Some(child) = self.best_potential(node, ply)
        {
            self.promote(node, child, ply + 1);
        }
        self.offer(node, ply);
    }

    /// The child of the lowest value that could become an e-child.
    pub(super) fn best_potential(&self, node: Node, ply: usize) -> Option<Node> {
        let could = |&child: &Node| {
            let count = |count| self.problems.count(child, count);
            self.is(child, flag::FIRST)
                && !self.is(child, flag::BUSY)
                && match self.kind(child) {
                    Kind::E => false,
                    Kind::Undecided => true,
                    // Its children could then be refuted at the same time, if there are any left, and room for them.
                    Kind::R => {
                        let left = count(Count::Width).saturating_sub(count(Count::Generated)).into();
                        self.settings.parallel_refutation
                            && ply + 1 < usize::from(self.settings.serial_ply)
                            && (1..=self.problems.room()).contains(&left)
                    }
                }
        };
        self.problems.children(node).filter(could).min_by_key(|&child| self.problems.value(child))
    }

    /// `child` becomes an e-child of `node`.
    pub(super) fn promote(&mut self, node: Node, child: Node, ply: usize) {
        self.set_kind(child, Kind::E);
        // The first of its own is evaluated already.
        self.problems.set_count(child, Count::EChildren, 1);
        let e_children = self.problems.count(node, Count::EChildren);
        self.problems.set_count(node, Count::EChildren, e_children.saturating_add(1));
        self.schedule(child, ply);
    }

    /// Whether an e-node may choose one more e-child before it has to.
    fn may_choose(&self, node: Node) -> bool {
        if self.problems.count(node, Count::EChildren) == 0 {
            self.settings.early_choice && self.problems.count(node, Count::Unevaluated) <= 1
        } else {
            self.settings.multiple_e_nodes
        }
    }

    /// Puts an e-node onto the speculative queue, if there is something it could choose, and it may.
    pub(super) fn offer(&mut self, node: Node, ply: usize) {
        if self.problems.queue_of(node) == Some(Queue::Primary) {
            return;
        }
        if self.may_choose(node) && self.best_potential(node, ply).is_some() {
            self.speculate(node, ply);
        } else {
            self.problems.withdraw(node);
        }
    }
}
