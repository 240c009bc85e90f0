import { END } from './program.ts';
import { columnAt, BUDGET_EXCEEDED, NONE, skipTo, applyCaptures, widthAt, type Search } from './search.ts';
import { resumeThread, runThreads } from './threads.ts';

/**
 * The end of the leftmost match that begins at `from` or behind it, by ECMAScript's order of preference, in UTF-16 units;
 * NONE; COSTLY. Each place where a match can begin is tried with a single walk through the pattern; where that
 * divides, and where tries come to nothing too often, all ways are walked at once.
 */
export function nextMatch(search: Search, from: number): number {
  const { text } = search;
  for (let at = skipTo(search, from); at <= text.length; at = skipTo(search, at + widthAt(text, at))) {
    if (search.spare < 0) return runThreads(search, at);
    const before = search.left;
    const end = matchAt(search, at);
    if (search.left < 0) return BUDGET_EXCEEDED;
    if (end !== NONE) return end;
    search.spare -= before - search.left;
  }
  return NONE;
}

/** The end of the match that begins at `from`, NONE or COSTLY. A loop over every character of most values: in one piece for its speed. */
function matchAt(search: Search, from: number): number {
  const { program, walk, found, text } = search;
  const { slots, columns, cells, ways, target } = program;
  let end = NONE;
  let row = from === 0 ? program.rows - 1 : 0;
  for (let slot = 1; slot < slots; slot++) walk[slot] = -1;
  walk[0] = from;
  for (let at = from; ; at += widthAt(text, at)) {
    const cell = cells[row * columns + columnAt(search, at)] as number;
    search.left--;
    if (cell === 0) return end;
    const way = ways[cell + 1] as number;
    const count = ways[cell] as number;
    if (count > 1) {
      // Besides one way on, the match may end here: the one that is kept unless a longer way, which is preferred, ends as well.
      const second = ways[cell + 2] as number;
      if (count > 2 || target[second] !== END) return resumeThread(search, row, at, end);
      for (let slot = 0; slot < slots; slot++) found[slot] = walk[slot] as number;
      applyCaptures(program, second, found, 0, at);
      search.left -= slots;
      end = at;
    }
    applyCaptures(program, way, walk, 0, at);
    row = target[way] as number;
    if (row === END) {
      for (let slot = 0; slot < slots; slot++) found[slot] = walk[slot] as number;
      return at;
    }
  }
}
