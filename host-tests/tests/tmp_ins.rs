//! tmp
use experiments::oracle;
use plywood::game::*;
use plywood::games::synthetic::*;
use plywood::search::*;
use plywood::store::merits::*;
use plywood::store::open;
fn chk<S: Search<Synthetic>>(mut s: S, t: &Synthetic, d: u8, what: &str) -> Stats {
    s.start(t, d).unwrap();
    let v = s.finish();
    assert_eq!(v, t.minimax(), "{what} {t:?}");
    if d > 0 {
        let line = s.line().to_vec();
        assert_eq!(oracle::value_of_line(&mut t.clone(), &line, d), Some(v), "{what} {t:?} {line:?}");
    }
    *s.stats()
}
#[test]
fn tmp() {
    for (w, d) in [(1, 3), (2, 5), (3, 4), (3, 6), (5, 5), (5, 6), (10, 5)] {
        for order in [Order::Random, Order::STRONG] {
            let mut sum = [0u64; 7];
            let mut peak = 0;
            let mut pk = [0; 2];
            for seed in 0..20 {
                let t = Synthetic::new(Shape::random(w, d, seed).ordered(order));
                let mut big = vec![0; words(10, 100_000)];
                sum[0] += chk(DepthFirst::<_, _, 8>::new(AlphaBeta::default(), t.clone()), &t, d, "ab").bottom;
                sum[1] += chk(DepthFirst::<_, _, 8>::new(NegaScout, t.clone()), &t, d, "ns").bottom;
                sum[2] += chk(Pns::<_, 10, 8>::new(Levels::new(), t.clone()), &t, d, "pns").bottom;
                let s = chk(InsLinked::<_, 10, 8>::new(Linked::new(&mut big), t.clone()), &t, d, "ins linked");
                sum[3] += s.bottom;
                peak = peak.max(s.peaks.slots);
                sum[4] += chk(InsHash::<_, 10, 8>::new(Hashed::new(&mut big), t.clone()), &t, d, "ins hash").bottom;
                let ob = chk(Sss::<_, 8>::new(open::Open::new(&mut big), t.clone()), &t, d, "sss");
                sum[5] += ob.bottom;
                let od = chk(Dual::<_, 8>::new(open::Open::new(&mut big), t.clone()), &t, d, "dual");
                sum[6] += od.bottom;
                pk[0] = pk[0].max(ob.peaks.slots);
                pk[1] = pk[1].max(od.peaks.slots);
                for slots in 0..40 {
                    let mut small = vec![0; open::words(slots)];
                    chk(Sss::<_, 8>::new(open::Open::new(&mut small), t.clone()), &t, d, &format!("sss {slots}"));
                    chk(Dual::<_, 8>::new(open::Open::new(&mut small), t.clone()), &t, d, &format!("dual {slots}"));
                }
                for slots in [0, 1, 2, 3, 7, 16] {
                    let mut small = vec![0; words(10, slots)];
                    let x = chk(InsHash::<_, 10, 8>::new(Hashed::new(&mut small), t.clone()), &t, d, "ins hash").bottom;
                    let _ = x;
                    chk(InsLinked::<_, 10, 8>::new(Linked::new(&mut small), t.clone()), &t, d, "ins linked");
                }
            }
            println!("{w} {d} {order:?}: ab ns pns ins-l ins-h sss dual {sum:?} peak {peak} {pk:?}");
        }
    }
}
