import { findNextMatch } from '../values/patterns/match.ts';
import { beginSearch, BUDGET_EXCEEDED, createSearch, endSearch, NONE, type Search } from '../values/patterns/search.ts';
import type { Failures } from './failures.ts';

/**
 * Creates a function that returns whether a text contains a match of a pattern. It fails if that would take too many
 * steps. `classes`, `sets` and `states` are those of ProgramText.
 */
export function createSearcher(
  classes: string,
  sets: string,
  states: string,
  _parts: readonly number[] = [],
): (text: string | null, record: Failures) => boolean | null {
  const search = createSearch({ classes, sets, states, slots: 1 });
  return (text, record) => {
    const end = text === null ? null : find(search, text, record);
    return end === null ? null : end !== NONE;
  };
}

/**
 * Creates a function that returns the first match of a pattern, or the text of a group inside of it: `parts` contains the
 * number 1 for a group. It returns null if there is no match or the group is not part of it. It fails if the search would
 * take too many steps.
 */
export function createExtractor(
  classes: string,
  sets: string,
  states: string,
  parts: readonly number[],
): (text: string | null, record: Failures) => string | null {
  const hasGroup = parts.length > 0;
  const search = createSearch({ classes, sets, states, slots: hasGroup ? 3 : 1 });
  const { match } = search;
  return (text, record) => {
    const end = text === null ? null : find(search, text, record);
    if (text === null || end === null || end === NONE) return null;
    if (!hasGroup) return text.slice(match[0], end);
    return (match[2] as number) < 0 ? null : text.slice(match[1], match[2]);
  };
}

/** Returns the end of the first match, or NONE. Null if the search failed. */
function find(search: Search, text: string, record: Failures): number | null {
  const steps = beginSearch(search, text);
  const end = steps < 0 ? BUDGET_EXCEEDED : findNextMatch(search, 0);
  endSearch(search, steps);
  return end === BUDGET_EXCEEDED ? record.fail('a pattern takes more steps than allowed', text) : end;
}
