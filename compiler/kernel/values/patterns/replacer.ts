import { findNextMatch } from './match.ts';
import { beginSearch, BUDGET_EXCEEDED, createSearch, endSearch, NONE, widthAt, type Search } from './search.ts';
import { TOO_COSTLY, TOO_LONG, type ExceededLimit } from '../exceeded-limit.ts';
import { isLongerThan } from '../text.ts';

/**
 * Replaces all matches in a text. `maxBytes` is the maximum length of the result in UTF-8. Returns TOO_LONG or
 * TOO_COSTLY if a limit is exceeded.
 */
export type Replacer = (text: string, maxBytes: number) => string | ExceededLimit;

/**
 * Creates the function of a REGEX_REPLACE correction. It returns the same as `String.prototype.replace` with the flags
 * `gu`, but its time and space are limited. If a limit is exceeded, it returns TOO_COSTLY or TOO_LONG. `classes`,
 * `sets` and `states` are those of ProgramText. `parts` is the replacement: a string is literal text, and a number n is
 * capture group n, from 1.
 */
export function createReplacer(
  classes: string,
  sets: string,
  states: string,
  parts: readonly (string | number)[],
): Replacer {
  const groups = parts.reduce<number>((max, part) => (typeof part === 'number' ? Math.max(max, part) : max), 0);
  const replacement = { search: createSearch({ classes, sets, states, slots: 2 * groups + 1 }), parts };
  return (text, maxBytes) => {
    const result = replaceMatches(replacement, text, maxBytes);
    return typeof result === 'string' && isLongerThan(result, maxBytes) ? TOO_LONG : result;
  };
}

interface Replacing {
  readonly search: Search;
  readonly parts: readonly (string | number)[];
}

function replaceMatches(replacing: Replacing, text: string, maxBytes: number): string | ExceededLimit {
  const { search } = replacing;
  const steps = beginSearch(search, text);
  if (steps < 0) return TOO_COSTLY;
  const result = replaceWithin(replacing, text, maxBytes);
  endSearch(search, steps);
  return result;
}

function replaceWithin({ search, parts }: Replacing, text: string, maxBytes: number): string | ExceededLimit {
  const { match } = search;
  let result = '';
  let copied = 0;
  for (let at = 0; at <= text.length; ) {
    const end = findNextMatch(search, at);
    if (end === BUDGET_EXCEEDED) return TOO_COSTLY;
    if (end === NONE) break;
    const start = match[0] as number;
    result += text.slice(copied, start);
    for (const part of parts) {
      if (typeof part === 'string') result += part;
      else if ((match[2 * part] as number) >= 0) result += text.slice(match[2 * part - 1], match[2 * part]);
      // Each UTF-16 unit has at least one byte in UTF-8. So a result with more units is too long.
      if (result.length > maxBytes) return TOO_LONG;
    }
    copied = end;
    // After an empty match, the search continues after the next code point.
    at = end > start ? end : end + widthAt(text, end);
  }
  return copied === 0 && result === '' ? text : result + text.slice(copied);
}
