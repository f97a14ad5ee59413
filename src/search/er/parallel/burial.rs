//! What has been cut off: telling those who search it, and giving back its nodes.

use super::{Heap, Node, flag};

/// Nodes given back in one visit, at the most.
const BURIED: usize = 8;

impl Heap<'_> {
    /// A node is not needed any more, nor is anything below it. Whoever is there is told.
    pub(super) fn give_up(&mut self, node: Node) {
        self.tell_below(node);
        self.problems.withdraw(node);
        self.bury_children(node);
        self.problems.unlink(node);
        self.set(node, flag::DEAD, true);
        self.remove(node);
    }

    /// Gives a dead node back, unless a worker still has it.
    fn remove(&mut self, node: Node) {
        if self.is(node, flag::BUSY) {
            self.problems.withdraw(node);
            self.set(node, flag::DETACHED, true);
        } else {
            self.problems.free(node);
        }
    }

    /// The children of a dead node are dead, too, and will be given back at the next visits.
    fn bury_children(&mut self, node: Node) {
        let Some(first) = self.problems.take_children(node) else { return };
        let mut next = Some(first);
        while let Some(child) = next {
            self.set(child, flag::DEAD, true);
            next = self.problems.next(child);
        }
        self.problems.append(first, self.dead);
        self.dead = Some(first);
    }

    /// Gives back a few dead nodes.
    pub(super) fn bury(&mut self) {
        for _ in 0..BURIED {
            let Some(node) = self.dead else { return };
            self.dead = self.problems.next(node);
            self.problems.unlink(node);
            self.bury_children(node);
            self.remove(node);
        }
    }

    /// Tells the workers whose tasks are at a node or below it.
    pub(super) fn tell_below(&mut self, node: Node) {
        for (worker, &task) in self.tasks.iter().enumerate() {
            let mut above = task;
            while let Some(at) = above {
                if at == node {
                    self.tell |= 1 << worker;
                    break;
                }
                above = self.problems.parent(at);
            }
        }
    }
}
