//! Table 2: what is to be done when values have been combined up to a node that is not finished itself.
//!
//! | last node | state | action |
//! |---|---|---|
//! | e-node | all but one of the elder grandchildren are evaluated | goes onto the speculative queue |
//! | e-node | all elder grandchildren are evaluated, no e-child is chosen | chooses it: onto the primary queue |
//! | e-node | the first e-child is evaluated, the others are undecided | they become r-nodes: onto the primary queue |
//! | undecided | as in the first row, of its parent | the parent goes onto the speculative queue |
//! | undecided | as in the second row, of its parent | the parent chooses its e-child |
//! | r-node | (not in the paper's table) | back onto the primary queue, for its next child |

use super::{Count, Heap, Kind, Node, Queue, Way, flag};

impl Heap<'_> {
    /// The procedure `combine`: node `i` of the way is finished. Its value goes up as far as nodes are finished by it.
    pub(super) fn combine(&mut self, way: &Way, mut i: usize) {
        loop {
            let Some(&node) = way.nodes.get(i) else { return };
            let value = self.problems.value(node);
            let Some(above) = i.checked_sub(1) else {
                self.value = Some(value);
                self.tell = u32::MAX;
                return;
            };
            let (Some(&p), Some(&window)) = (way.nodes.get(above), way.windows.get(above)) else { return };
            let better = -value > self.problems.value(p);
            if better {
                self.problems.set_value(p, -value);
                if above == 0 {
                    self.best = Some(self.problems.number(node));
                }
            }
            if self.chooses(p) {
                if !self.is(node, flag::FIRST) {
                    self.one_less_to_evaluate(p);
                }
                if self.kind(node) == Kind::E {
                    self.set(p, flag::EVALUATED, true);
                }
            }
            self.give_up(node);
            if !self.chooses(p) && !self.is(p, flag::FIRST) {
                self.first_is_evaluated(way, above);
            }
            let all = self.problems.count(p, Count::Generated) == self.problems.count(p, Count::Width);
            if self.problems.value(p) >= window.beta || (all && !self.has_children(p)) {
                i = above;
                continue;
            }
            if better {
                self.tell_below(p);
            }
            self.pass_the_turn(p);
            return self.act(way, above); // p is the last node
        }
    }

    /// The first child of node `i` of the way is evaluated.
    pub(super) fn first_is_evaluated(&mut self, way: &Way, i: usize) {
        let Some(&node) = way.nodes.get(i) else { return };
        self.set(node, flag::FIRST, true);
        if let Some(&parent) = i.checked_sub(1).and_then(|above| way.nodes.get(above))
            && self.chooses(parent)
        {
            self.one_less_to_evaluate(parent);
        }
    }

    fn one_less_to_evaluate(&mut self, node: Node) {
        let left = self.problems.count(node, Count::Unevaluated);
        self.problems.set_count(node, Count::Unevaluated, left.saturating_sub(1));
    }

    /// Does what the table says for node `i` of the way.
    pub(super) fn act(&mut self, way: &Way, i: usize) {
        let Some(&node) = way.nodes.get(i) else { return };
        let idle = !self.has_children(node);
        match self.kind(node) {
            Kind::E if self.chooses(node) => self.act_for_children(node, i),
            // It was chosen for an e-child.
            Kind::E if idle => self.schedule(node, i),
            Kind::E => self.offer(node, i),
            Kind::R if idle => {
                self.schedule_again(node);
                self.offer_parent(way, i);
            }
            Kind::R => {}
            Kind::Undecided => {
                if let Some(&parent) = i.checked_sub(1).and_then(|above| way.nodes.get(above)) {
                    self.act_for_children(parent, i - 1);
                }
            }
        }
    }

    /// Of an r-node something new is known: its parent might rather have it for a further e-child.
    fn offer_parent(&mut self, way: &Way, i: usize) {
        if let Some(above) = i.checked_sub(1)
            && let Some(&parent) = way.nodes.get(above)
            && self.kind(parent) == Kind::E
        {
            self.offer(parent, above);
        }
    }

    /// The rows for e-nodes.
    fn act_for_children(&mut self, node: Node, ply: usize) {
        if self.is(node, flag::EVALUATED) {
            self.refute_undecided(node, ply + 1);
        } else if self.problems.count(node, Count::Unevaluated) == 0
            && self.problems.count(node, Count::EChildren) == 0
            && let Some(child) = self.best_potential(node, ply)
        {
            self.promote(node, child, ply + 1);
        }
        self.offer(node, ply);
    }

    /// The undecided children of an e-node become r-nodes: all of them, or without parallel refutation the best one, if none
    /// of the others is being searched.
    fn refute_undecided(&mut self, node: Node, ply: usize) {
        if !self.settings.parallel_refutation {
            let searched = self.problems.children(node).any(|child| self.kind(child) != Kind::Undecided);
            if !searched && let Some(child) = self.best_potential(node, ply - 1) {
                self.set_kind(child, Kind::R);
                self.schedule(child, ply);
            }
            return;
        }
        // In order, as in serial ER: the lowest value first.
        let mut first = true;
        while let Some(child) = self.best_undecided(node) {
            self.set_kind(child, Kind::R);
            if !core::mem::replace(&mut first, false) {
                self.out_of_turn(node, child);
            }
            // Where it is not, its first child is on the way.
            if self.is(child, flag::FIRST) {
                self.schedule(child, ply);
            }
        }
    }

    /// `child` is refuted before it is its turn.
    pub(super) fn out_of_turn(&mut self, node: Node, child: Node) {
        self.problems.set_level(child, self.problems.level(node).saturating_add(1));
    }

    /// A child of an e-node is finished: if all others are out of turn, it is the turn of that of the lowest value now.
    fn pass_the_turn(&mut self, node: Node) {
        let level = self.problems.level(node);
        let r_nodes = self.problems.children(node).filter(|&child| self.kind(child) == Kind::R);
        if self.kind(node) == Kind::E
            && r_nodes.clone().all(|child| self.problems.level(child) > level)
            && let Some(next) = r_nodes.min_by_key(|&child| self.problems.value(child))
        {
            self.problems.set_level(next, level);
            if self.problems.queue_of(next) == Some(Queue::Primary) {
                self.schedule_again(next);
            }
        }
    }

    /// The undecided child of the lowest value.
    fn best_undecided(&self, node: Node) -> Option<Node> {
        let undecided = self.problems.children(node).filter(|&child| self.kind(child) == Kind::Undecided);
        undecided.min_by_key(|&child| self.problems.value(child))
    }
}
