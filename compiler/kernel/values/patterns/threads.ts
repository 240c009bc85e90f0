import { END } from './program.ts';
import { columnAt, BUDGET_EXCEEDED, NONE, skipTo, applyCaptures, widthAt, type Search } from './search.ts';

/**
 * Continues a search with a single thread, whose path forks at `row` and text index `at`, with several threads. `end`
 * is the end of the match found so far, or NONE. Returns the end of the preferred match, or NONE or BUDGET_EXCEEDED.
 */
export function resumeThread(search: Search, row: number, at: number, end: number): number {
  const { current, captures } = search;
  copySlots(search, captures, 0, current.slots, 0);
  current.rows[0] = row;
  current.count = 1;
  return run(search, at, end, false);
}

/**
 * Returns the end index of the leftmost match that begins at `from` or later, or NONE or BUDGET_EXCEEDED. Threads from
 * all beginnings run at once, the most preferred first, at most one per state. So each character is read once (R. Cox,
 * Regular Expression Matching: the Virtual Machine Approach, 2009).
 */
export function runThreads(search: Search, from: number): number {
  search.current.count = 0;
  return run(search, from, NONE, true);
}

/**
 * Runs all threads until none is left. If `enters` is true, a new thread starts at every index until there is a match.
 */
function run(search: Search, from: number, before: number, enters: boolean): number {
  let end = before;
  for (let at = from; ; at += widthAt(search.text, at)) {
    if (enters && end === NONE) {
      if (search.current.count === 0) at = skipTo(search, at);
      enter(search, at);
    } else if (search.current.count === 0) return end;
    if (step(search, at)) end = at;
    if (search.budget < 0) return BUDGET_EXCEEDED;
    const { current } = search;
    search.current = search.next;
    search.next = current;
    if (at >= search.text.length) return end;
  }
}

/** Starts a thread at index `at`. It is the least preferred one. */
function enter({ current, program: { slots, rows } }: Search, at: number): void {
  const base = current.count * slots;
  current.rows[current.count++] = at === 0 ? rows - 1 : 0;
  for (let slot = 1; slot < slots; slot++) current.slots[base + slot] = -1;
  current.slots[base] = at;
}

/**
 * Moves all threads over the character at index `at`. Returns whether a thread ended a match. If so, drops the less
 * preferred threads.
 */
function step(search: Search, at: number): boolean {
  const { program, current, next, visited, match } = search;
  const { slots, columns, cells, transitions, target } = program;
  const column = columnAt(search, at);
  const stamp = nextStamp(search);
  next.count = 0;
  for (let thread = 0; thread < current.count; thread++) {
    const cell = cells[(current.rows[thread] as number) * columns + column] as number;
    const last = cell + (transitions[cell] as number);
    search.budget -= 1 + last - cell;
    for (let i = cell + 1; i <= last; i++) {
      const transition = transitions[i] as number;
      const row = target[transition] as number;
      if (row === END) {
        copySlots(search, current.slots, thread * slots, match, 0);
        applyCaptures(program, transition, match, 0, at);
        return true;
      }
      if (visited[row] === stamp) continue;
      visited[row] = stamp;
      copySlots(search, current.slots, thread * slots, next.slots, next.count * slots);
      applyCaptures(program, transition, next.slots, next.count * slots, at);
      next.rows[next.count++] = row;
      search.budget -= slots;
    }
  }
  return false;
}

function copySlots({ program: { slots } }: Search, from: Int32Array, at: number, to: Int32Array, base: number): void {
  for (let slot = 0; slot < slots; slot++) to[base + slot] = from[at + slot] as number;
}

function nextStamp(search: Search): number {
  if (search.stamp === 0x7fffffff) {
    search.visited.fill(0);
    search.stamp = 0;
  }
  return ++search.stamp;
}
