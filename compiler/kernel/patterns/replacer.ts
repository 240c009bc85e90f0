import { findNextMatch } from './match.ts';
import { beginSearch, BUDGET_EXCEEDED, createSearch, NONE, widthAt, type Search } from './search.ts';
import { TOO_COSTLY, TOO_LONG, type ExceededLimit } from '../model/exceeded-limit.ts';
import { isLongerThan } from '../values/text.ts';

/** Replaces every match in a text. `maxBytes`: the most bytes of UTF-8 that the result may have. */
export type Replacer = (text: string, maxBytes: number) => string | ExceededLimit;

/** The steps that any text may cost; and those that a longer one may cost for each of its UTF-16 units. */
const LEAST_BUDGET = 1_000_000;
const BUDGET_PER_UNIT = 64;

/**
 * Makes the function of one REGEX_REPLACE: what `String.prototype.replace` does with the flags `gu`, in bounded time
 * (TOO_COSTLY past it) and space (TOO_LONG). `classes`, `sets` and `places` are read by `createSearch`; `parts` are
 * texts, and numbers of the groups in use, from 1.
 */
export function createReplacer(
  classes: string,
  sets: string,
  places: string,
  parts: readonly (string | number)[],
): Replacer {
  const groups = parts.reduce<number>((most, part) => (typeof part === 'number' ? Math.max(most, part) : most), 0);
  const replacing = { search: createSearch({ classes, sets, places, slots: 2 * groups + 1 }), parts };
  return (text, maxBytes) => {
    const result = replaceMatches(replacing, text, maxBytes);
    return typeof result === 'string' && isLongerThan(result, maxBytes) ? TOO_LONG : result;
  };
}

interface Replacing {
  readonly search: Search;
  readonly parts: readonly (string | number)[];
}

function replaceMatches({ search, parts }: Replacing, text: string, maxBytes: number): string | ExceededLimit {
  const { match } = search;
  beginSearch(search, text, Math.max(LEAST_BUDGET, BUDGET_PER_UNIT * (text.length + 16)));
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
      // A UTF-16 unit is at least one byte of UTF-8: past this the text is put together no further.
      if (result.length > maxBytes) return TOO_LONG;
    }
    copied = end;
    // Behind an empty match the search goes on one code point further.
    at = end > start ? end : end + widthAt(text, end);
  }
  return copied === 0 && result === '' ? text : result + text.slice(copied);
}
