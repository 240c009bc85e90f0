/** Returns a function that calls `work` at its first call and does nothing at later calls. */
export function once<A>(work: (argument: A) => void): (argument: A) => void {
  let isDone = false;
  return (argument) => {
    if (isDone) return;
    isDone = true;
    work(argument);
  };
}
