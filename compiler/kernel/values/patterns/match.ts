import { END } from './program.ts';
import { columnAt, BUDGET_EXCEEDED, NONE, skipTo, applyCaptures, widthAt, type Search } from './search.ts';
import { resumeThread, runThreads } from './threads.ts';

/**
 * Returns the end index of the leftmost match that begins at `from` or later, in UTF-16 units, or NONE or
 * BUDGET_EXCEEDED. If several matches begin at the same index, returns the one that ECMAScript prefers. Each beginning
 * is tried with one thread, that is, one path through the automaton. If the path forks, or after too many failed tries,
 * several threads run at once.
 */
export function findNextMatch(search: Search, from: number): number {
  const { text } = search;
  for (let at = skipTo(search, from); at <= text.length; at = skipTo(search, at + widthAt(text, at))) {
    if (search.failureBudget < 0) return runThreads(search, at);
    const before = search.budget;
    const end = matchAt(search, at);
    if (search.budget < 0) return BUDGET_EXCEEDED;
    if (end !== NONE) return end;
    search.failureBudget -= before - search.budget;
  }
  return NONE;
}

/**
 * Returns the end index of the match that begins at `from`, or NONE or BUDGET_EXCEEDED. It is one loop, for speed,
 * because it reads every character of most values.
 */
function matchAt(search: Search, from: number): number {
  const { program, captures, match, text } = search;
  const { slots, columns, cells, transitions, target } = program;
  let end = NONE;
  let row = from === 0 ? program.rows - 1 : 0;
  for (let slot = 1; slot < slots; slot++) captures[slot] = -1;
  captures[0] = from;
  for (let at = from; ; at += widthAt(text, at)) {
    const cell = cells[row * columns + columnAt(search, at)] as number;
    search.budget--;
    if (cell === 0) return end;
    const transition = transitions[cell + 1] as number;
    const count = transitions[cell] as number;
    if (count > 1) {
      // The match may end here or continue. A longer match is preferred, so this match is stored and the loop
      // continues.
      const second = transitions[cell + 2] as number;
      if (count > 2 || target[second] !== END) return resumeThread(search, row, at, end);
      for (let slot = 0; slot < slots; slot++) match[slot] = captures[slot] as number;
      applyCaptures(program, second, match, 0, at);
      search.budget -= slots;
      end = at;
    }
    applyCaptures(program, transition, captures, 0, at);
    row = target[transition] as number;
    if (row === END) {
      for (let slot = 0; slot < slots; slot++) match[slot] = captures[slot] as number;
      return at;
    }
  }
}
