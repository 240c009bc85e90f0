import { findNextMatch } from './match.ts';
import { beginSearch, BUDGET_EXCEEDED, createSearch, NONE, widthAt, type Search } from './search.ts';
import { TOO_COSTLY, TOO_LONG, type ExceededLimit } from '../model/exceeded-limit.ts';
import { isLongerThan } from '../values/text.ts';

/** Replaces all matches in a text. `maxBytes`: maximum length of the result in bytes of UTF-8. */
export type Replacer = (text: string, maxBytes: number) => string | ExceededLimit;

/** The number of steps that a text may cost: the larger of a minimum and an amount per UTF-16 unit. */
const MIN_BUDGET = 1_000_000;
const BUDGET_PER_UNIT = 64;

/**
 * Creates the function of a REGEX_REPLACE correction. It does what `String.prototype.replace` does with the flags `gu`,
 * in bounded time and space. It returns TOO_COSTLY or TOO_LONG instead of a text that exceeds a limit. `classes`,
 * `sets` and `states` are the members of ProgramText. `parts` is the replacement: texts, and numbers of capture groups
 * from 1.
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

function replaceMatches({ search, parts }: Replacing, text: string, maxBytes: number): string | ExceededLimit {
  const { match } = search;
  beginSearch(search, text, Math.max(MIN_BUDGET, BUDGET_PER_UNIT * (text.length + 16)));
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
      // A UTF-16 unit has at least one byte in UTF-8, so the result is already too long.
      if (result.length > maxBytes) return TOO_LONG;
    }
    copied = end;
    // After an empty match, the search continues one code point later.
    at = end > start ? end : end + widthAt(text, end);
  }
  return copied === 0 && result === '' ? text : result + text.slice(copied);
}
