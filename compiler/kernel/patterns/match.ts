import { END } from './program.ts';
import { columnAt, BUDGET_EXCEEDED, NONE, skipTo, applyCaptures, widthAt, type Search } from './search.ts';
import { resumeThread, runThreads } from './threads.ts';

/**
 * The end of the leftmost match that begins at `from` or behind it, by ECMAScript's order of preference, in UTF-16 units;
 * NONE; COSTLY. Each place where a match can begin is tried with a single walk through the pattern; where that
 * divides, and where tries come to nothing too often, all ways are walked at once.
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

/** The end of the match that begins at `from`, NONE or COSTLY. A loop over every character of most values: in one piece for its speed. */
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
    const way = transitions[cell + 1] as number;
    const count = transitions[cell] as number;
    if (count > 1) {
      // Besides one way on, the match may end here: the one that is kept unless a longer way, which is preferred, ends as well.
      const second = transitions[cell + 2] as number;
      if (count > 2 || target[second] !== END) return resumeThread(search, row, at, end);
      for (let slot = 0; slot < slots; slot++) match[slot] = captures[slot] as number;
      applyCaptures(program, second, match, 0, at);
      search.budget -= slots;
      end = at;
    }
    applyCaptures(program, way, captures, 0, at);
    row = target[way] as number;
    if (row === END) {
      for (let slot = 0; slot < slots; slot++) match[slot] = captures[slot] as number;
      return at;
    }
  }
}
