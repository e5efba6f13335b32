//! The same work on more threads.

use std::thread;

/// `work` done on each of `items`, the results in the order of the items
/// whatever thread they come from.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.iter().map(work).collect();
    }
    let work = &work;
    // Every thread takes each n-th item: neighbours cost about the same.
    let share = |first: usize| items.iter().skip(first).step_by(threads).map(work).collect::<Vec<R>>();
    let shares: Vec<Vec<R>> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || share(first))).collect();
        let own = share(0);
        std::iter::once(own)
            .chain(
                others
                    .into_iter()
                    .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
            )
            .collect()
    });
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    (0..items.len()).map(|i| shares[i % threads].next().expect("every item was worked on")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_their_places() {
        let items: Vec<u32> = (0..17).collect();
        let squares: Vec<u32> = items.iter().map(|n| n * n).collect();
        for threads in [0, 1, 2, 3, 40] {
            assert_eq!(super::map(&items, threads, |n| n * n), squares);
        }
        assert!(super::map(&[], 4, |n: &u32| *n).is_empty());
    }
}
