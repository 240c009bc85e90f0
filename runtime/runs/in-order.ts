/**
 * Returns a function that calls `check` and then `handle`. The calls of `handle` begin in the order of the calls, however
 * long their checks take: a thread sends the end of a run while its last commits are waiting. After a check that throws,
 * all later calls throw the same error, because what is stored must have no gap.
 */
export function inOrder<T>(
  check: (what: T) => Promise<void>,
  handle: (what: T) => Promise<void>,
): (what: T) => Promise<void> {
  let checked: Promise<void> = Promise.resolve();
  return (what) => {
    const checking = check(what);
    // Both are awaited later. Without these lines, Node.js would report an earlier rejection as unhandled.
    checking.catch(() => {});
    checked = checked.then(() => checking);
    checked.catch(() => {});
    return checked.then(() => handle(what));
  };
}
