//! The parallel searches that Steinberg and Solomon (1989, §4) compare theirs with, in words: here they run in the same virtual
//! time, and can be measured. All of them search by alpha-beta what one processor searches alone.
//!
//! - **Parallel aspiration** (Baudet 1978): every processor searches the whole tree, each in a window of its own.
//! - **Mandatory work first** (Akl, Barnard and Doran 1982): first the minimal tree, all of it in parallel. A further successor
//!   of a 2-node is searched when the one before it is done, and the eldest sibling of the 2-node is too: by one processor.
//! - **Tree-splitting** (Fishburn 1981): the processors form a binary tree. A group of processors is given a node; its halves are
//!   given one successor after the other, and so on down to single processors.
//! - **Pv-splitting** (Marsland and Campbell 1982): the whole group goes down the leftmost line first, as far as the tree is
//!   higher than that of the processors, and splits the others on its way back.
//!
//! The processors of tree-splitting are the leaves of its tree; what a master does costs visits to the scheme, but no processor.
//! A processor that searches alone is stopped when its node has been cut off, but a window that has only become smaller it hears
//! of with its next task; so it is in parallel ER without [`shared_bounds`](plywood::search::er::Settings::shared_bounds).

use plywood::game::{Value, Window};
use plywood::search::crew::{Answer, MAX_WORKERS, Order, Outcome, Part, Report, Scheme, Task};

/// An order to do this.
fn task(path: &[u8], window: Window, part: Part) -> Order {
    Order::Work(Task { path: path.iter().copied().collect(), window, part, search: 0 })
}

/// Parallel aspiration: one window after the other is taken by whoever has nothing to do, until a value lies in one.
pub struct Aspiration {
    windows: Vec<Window>,
    taken: usize,
    /// The window of each worker.
    tasks: Vec<Option<Window>>,
    value: Option<Value>,
}

impl Aspiration {
    /// The values up to the least of these bounds, those above it up to the next, and so on; and those above the last.
    pub fn new(bounds: &[Value]) -> Self {
        let mut bounds = bounds.to_vec();
        bounds.sort();
        bounds.dedup();
        let lower = [-Value::INFINITY].into_iter().chain(bounds.iter().copied());
        let upper = bounds.iter().map(|bound| bound.up()).chain([Value::INFINITY]);
        let windows = lower.zip(upper).map(|(alpha, beta)| Window { alpha, beta }).collect();
        Aspiration { windows, taken: 0, tasks: vec![None; MAX_WORKERS], value: None }
    }

    /// The root's value, once it is known.
    pub fn value(&self) -> Option<Value> {
        self.value
    }
}

impl Scheme for Aspiration {
    fn visit(&mut self, worker: usize, report: Option<Report>) -> Answer {
        if let Some((window, Outcome::Done(value))) = self.tasks[worker].zip(report.map(|report| report.outcome))
            && window.alpha < value
            && value < window.beta
        {
            self.value = Some(value);
        }
        let next = self.windows.get(self.taken).copied().filter(|_| self.value.is_none());
        self.taken += usize::from(next.is_some());
        self.tasks[worker] = next;
        Answer { order: next.map_or(Order::Wait, |window| task(&[], window, Part::Evaluate)), tell: 0 }
    }
}

/// Which of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    /// Mandatory work first; from this ply on, a node is searched by one processor.
    MandatoryWorkFirst(u8),
    /// Tree-splitting.
    TreeSplitting,
    /// Pv-splitting, of a tree so many plies deep.
    PvSplitting(u8),
}

/// What a node is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// All successors are needed: a 1-node. With pv-splitting, one of the leftmost line.
    First,
    /// A cut-off is hoped for: a 2-node.
    Second,
    /// For one processor.
    Serial,
}

/// A node that several processors search, or one.
struct Node {
    path: Vec<u8>,
    parent: Option<usize>,
    kind: Kind,
    /// The best of the successors that are done, for the mover.
    value: Value,
    /// How many successors there are, once somebody has looked.
    width: Option<usize>,
    /// Those that were begun,
    children: Vec<usize>,
    /// and how many of them are not done.
    open: usize,
    /// A worker has been sent to it.
    taken: bool,
    done: bool,
}

/// Mandatory work first, tree-splitting and pv-splitting: what the processors share.
pub struct Splitting {
    rival: Rival,
    window: Window,
    nodes: Vec<Node>,
    /// What each worker does, or was woken to do: the node, and what of it.
    tasks: Vec<Option<(usize, Part)>>,
    /// Who waits, and who has to be told, a bit each.
    waiting: u32,
    tell: u32,
    /// The node of each group of more than one processor that has one: first and last, and the node.
    groups: Vec<((usize, usize), usize)>,
}

const ROOT: usize = 0;

impl Splitting {
    /// A search of the root by so many workers for a value in this window.
    pub fn new(rival: Rival, workers: usize, window: Window) -> Self {
        let mut splitting =
            Splitting { rival, window, nodes: vec![], tasks: vec![None; workers], waiting: 0, tell: 0, groups: vec![] };
        splitting.add(None, Kind::First);
        splitting
    }

    /// The root's value, once it is known.
    pub fn value(&self) -> Option<Value> {
        let root = &self.nodes[ROOT];
        root.done.then_some(root.value)
    }

    /// A new node: the next successor of `parent`.
    fn add(&mut self, parent: Option<usize>, kind: Kind) -> usize {
        let new = self.nodes.len();
        let mut path = vec![];
        if let Some(parent) = parent {
            let parent = &mut self.nodes[parent];
            path.clone_from(&parent.path);
            path.push(parent.children.len() as u8);
            parent.children.push(new);
            parent.open += 1;
        }
        let value = -Value::INFINITY;
        self.nodes.push(Node {
            path,
            parent,
            kind,
            value,
            width: None,
            children: vec![],
            open: 0,
            taken: false,
            done: false,
        });
        new
    }

    /// What has to be known of a node, by what is known of those above it.
    fn window_of(&self, node: usize) -> Window {
        match self.nodes[node].parent {
            None => self.window,
            Some(parent) => {
                let Window { alpha, beta } = self.window_of(parent);
                Window { alpha: -beta, beta: -alpha.max(self.nodes[parent].value) }
            }
        }
    }

    /// Whether a node has successors that nobody has begun.
    fn has_more(&self, node: usize) -> bool {
        let node = &self.nodes[node];
        node.width.is_some_and(|width| node.children.len() < width)
    }

    /// A node is worth this, or what its window says of it; so its parent may be done, too.
    fn finish(&mut self, node: usize, value: Value) {
        self.nodes[node].value = value;
        self.abandon(node);
        let Some(parent) = self.nodes[node].parent else { return };
        self.nodes[parent].open -= 1;
        self.nodes[parent].value = self.nodes[parent].value.max(-value);
        if self.nodes[parent].open == 0 && !self.has_more(parent) {
            self.finish(parent, self.nodes[parent].value);
        }
    }

    /// Nothing below a node, or in it, is to be searched any more.
    fn abandon(&mut self, node: usize) {
        if self.nodes[node].done {
            return;
        }
        self.nodes[node].done = true;
        for (worker, task) in self.tasks.iter_mut().enumerate() {
            if task.is_some_and(|(of, _)| of == node) {
                *task = None;
                self.tell |= 1 << worker;
            }
        }
        self.groups.retain(|&(_, of)| of != node);
        for i in 0..self.nodes[node].children.len() {
            self.abandon(self.nodes[node].children[i]);
        }
    }

    /// Cuts off whatever a new value makes useless, the topmost nodes first.
    fn cut_off(&mut self) {
        let mut to_see = vec![ROOT];
        while let Some(node) = to_see.pop() {
            if self.nodes[node].done {
                continue;
            }
            let value = self.nodes[node].value;
            if value >= self.window_of(node).beta {
                self.finish(node, value);
                to_see = vec![ROOT]; // its parent may know more now
            } else {
                to_see.extend(&self.nodes[node].children);
            }
        }
    }

    /// What a worker who has nothing to do is to do: look at this node, or search it.
    fn next(&mut self, worker: usize) -> Option<(usize, Part)> {
        if self.nodes[ROOT].done {
            return None;
        }
        match self.rival {
            Rival::MandatoryWorkFirst(serial_ply) => self.mandatory(ROOT, serial_ply),
            Rival::TreeSplitting | Rival::PvSplitting(_) => self.split(ROOT, (0, self.tasks.len()), worker),
        }
    }

    /// The leftmost piece of work at or below a node: those in the minimal tree, and of each 2-node the next successor that
    /// may be begun.
    fn mandatory(&mut self, node: usize, serial_ply: u8) -> Option<(usize, Part)> {
        let n = &self.nodes[node];
        if n.done {
            return None;
        }
        let alone = n.kind == Kind::Serial || n.path.len() >= serial_ply.into();
        if alone || n.width.is_none() {
            return (!n.taken).then_some((node, if alone { Part::Evaluate } else { Part::Look }));
        }
        for i in 0..n.children.len() {
            let found = self.mandatory(self.nodes[node].children[i], serial_ply);
            if found.is_some() {
                return found;
            }
        }
        let n = &self.nodes[node];
        let eldest_sibling = n.parent.map(|parent| self.nodes[parent].children[0]);
        let kind = match (n.kind, n.children.len()) {
            (_, 0) => Kind::First,
            (Kind::First, _) => Kind::Second,
            // All before it are done, and so is the first of those that the 2-node has to be compared with.
            _ if n.open == 0 && eldest_sibling.is_some_and(|eldest| self.nodes[eldest].done) => Kind::Serial,
            _ => return None,
        };
        if !self.has_more(node) {
            return None;
        }
        let child = self.add(Some(node), kind);
        self.mandatory(child, serial_ply)
    }

    /// What worker `worker` of the group from `first` to before `end` has to do for the node that the group has.
    fn split(&mut self, node: usize, (first, end): (usize, usize), worker: usize) -> Option<(usize, Part)> {
        let n = &self.nodes[node];
        if end - first == 1 {
            return (!n.taken).then_some((node, Part::Evaluate));
        }
        if n.width.is_none() {
            // One of the group generates the successors.
            return (!n.taken && worker == first).then_some((node, Part::Look));
        }
        if let Rival::PvSplitting(depth) = self.rival {
            // As high as the tree of processors.
            let height = (self.tasks.len()).next_power_of_two().ilog2() as usize;
            if n.kind == Kind::First && usize::from(depth) - n.path.len() > height {
                let eldest = n.children.first().copied().unwrap_or_else(|| self.add(Some(node), Kind::First));
                if !self.nodes[eldest].done {
                    return self.split(eldest, (first, end), worker);
                }
            }
        }
        let middle = first.midpoint(end + 1);
        let half = if worker < middle { (first, middle) } else { (middle, end) };
        let has = self.groups.iter().find(|(group, _)| *group == half).map(|&(_, node)| node);
        let child = match has {
            Some(child) => child,
            None if self.has_more(node) => {
                let child = self.add(Some(node), Kind::Second);
                self.groups.push((half, child));
                child
            }
            None => return None,
        };
        self.split(child, half, worker)
    }

    /// Finds something to do for a worker.
    fn employ(&mut self, worker: usize) -> Option<(usize, Part)> {
        let task = self.next(worker)?;
        self.nodes[task.0].taken = true;
        self.tasks[worker] = Some(task);
        Some(task)
    }

    /// Wakes those that wait, if there is something to do for them.
    fn wake(&mut self) {
        for worker in 0..self.tasks.len() {
            if self.waiting >> worker & 1 == 1 && self.employ(worker).is_some() {
                self.waiting &= !(1 << worker);
                self.tell |= 1 << worker;
            }
        }
    }

    /// What a worker has found out about its node.
    fn learn(&mut self, worker: usize, node: usize, outcome: Outcome) {
        match outcome {
            Outcome::Asking | Outcome::First(..) => return,
            Outcome::Inner(width) => {
                let node = &mut self.nodes[node];
                (node.width, node.taken) = (Some(width), false);
            }
            Outcome::Done(value) => {
                self.finish(node, value);
                self.cut_off();
            }
        }
        self.tasks[worker] = None;
    }
}

impl Scheme for Splitting {
    fn visit(&mut self, worker: usize, report: Option<Report>) -> Answer {
        // What was cut off while it was searched is of no interest any more.
        if let Some(((node, _), report)) = self.tasks[worker].zip(report) {
            self.learn(worker, node, report.outcome);
        }
        self.waiting &= !(1 << worker);
        let order = match (self.tasks[worker], report) {
            (Some((node, _)), Some(_)) => Order::GoOn(self.window_of(node)),
            (woken, _) => match woken.or_else(|| self.employ(worker)) {
                Some((node, part)) => task(&self.nodes[node].path, self.window_of(node), part),
                None => {
                    self.waiting |= 1 << worker;
                    Order::Wait
                }
            },
        };
        self.wake();
        Answer { order, tell: core::mem::take(&mut self.tell) & !(1 << worker) }
    }
}
