import { END } from './program.ts';
import { columnAt, BUDGET_EXCEEDED, NONE, skipTo, applyCaptures, widthAt, type Search } from './search.ts';

/**
 * Goes on with the single walk of a search, which has come to `row` at the place `at`, until nothing that comes of it is
 * left; `end` is where it has found a match, or NONE. Answers with the end of the match, whose slots are in `found`, NONE or COSTLY.
 */
export function resumeThread(search: Search, row: number, at: number, end: number): number {
  const { current, captures } = search;
  copySlots(search, captures, 0, current.slots, 0);
  current.rows[0] = row;
  current.count = 1;
  return run(search, at, end, false);
}

/**
 * The end of the leftmost match that begins at `from` or behind it, NONE or COSTLY. All ways from all beginnings are walked
 * at once, the most preferred first and at most one for each place in the pattern, so that each character is looked
 * at once (R. Cox, Regular Expression Matching: the Virtual Machine Approach, 2009).
 */
export function runThreads(search: Search, from: number): number {
  search.current.count = 0;
  return run(search, from, NONE, true);
}

/** Walks on until no walk is left. With `enters`, while there is no match, a new walk begins at every place. */
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

/** Begins a walk, less preferred than all others. */
function enter({ current, program: { slots, rows } }: Search, at: number): void {
  const base = current.count * slots;
  current.rows[current.count++] = at === 0 ? rows - 1 : 0;
  for (let slot = 1; slot < slots; slot++) current.slots[base + slot] = -1;
  current.slots[base] = at;
}

/** Takes all walks over the character at a place. Returns whether one of them came to the end of a match: those less preferred are gone. */
function step(search: Search, at: number): boolean {
  const { program, current, next, seen, match } = search;
  const { slots, columns, cells, transitions, target } = program;
  const column = columnAt(search, at);
  const stamp = nextStamp(search);
  next.count = 0;
  for (let walk = 0; walk < current.count; walk++) {
    const cell = cells[(current.rows[walk] as number) * columns + column] as number;
    const last = cell + (transitions[cell] as number);
    search.budget -= 1 + last - cell;
    for (let i = cell + 1; i <= last; i++) {
      const way = transitions[i] as number;
      const row = target[way] as number;
      if (row === END) {
        copySlots(search, current.slots, walk * slots, match, 0);
        applyCaptures(program, way, match, 0, at);
        return true;
      }
      if (seen[row] === stamp) continue;
      seen[row] = stamp;
      copySlots(search, current.slots, walk * slots, next.slots, next.count * slots);
      applyCaptures(program, way, next.slots, next.count * slots, at);
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
    search.seen.fill(0);
    search.stamp = 0;
  }
  return ++search.stamp;
}
