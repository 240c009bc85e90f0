import { isMatch } from '../../../emitting/patterns/is-match.ts';
import type { MatcherPlan } from '../../../emitting/patterns/plan-matcher.ts';
import { toProduct } from '../../../emitting/patterns/product.ts';
import { findTexts } from '../../../emitting/patterns/texts-of-length.ts';
import type { BoundaryValues } from '../../../language/rules/boundary-values.ts';
import { lengthsAround, type ValueSearch } from './search.ts';

/** The maximum length of a tried text, in code points, unless a rule requires a longer one. */
const USUAL_LENGTH = 64;
const TURNS = 3;

/**
 * Returns texts that match all patterns of a field's rules and all patterns of `always`. If the rule in focus has a
 * pattern, texts that violate this pattern come first, beginning with those that nearly match. Tries the shortest
 * lengths, the longest length, and lengths near the bounds of length rules. Returns an empty list if there is no
 * pattern, or if the combined automaton is too large.
 */
export function matchedTexts({ all, focus, longest }: ValueSearch, always: readonly BoundaryValues[] = []): string[] {
  const matchers = [...all, ...always].flatMap(({ matcher }) => (matcher === undefined ? [] : [matcher]));
  if (matchers.length === 0) return [];
  const lengths = lengthsAround(all, longest);
  const bound = Math.min(longest, Math.max(USUAL_LENGTH, ...lengths));
  const product = toProduct(matchers);
  if (product === null) return [];
  const find = (focused: MatcherPlan | undefined) => {
    const { lengths: possible, textOf } = findTexts(
      product,
      matchers.map((matcher) => matcher !== focused),
      bound,
    );
    const wanted = [...possible.filter((length) => length > 0).slice(0, 4), ...lengths, ...possible.slice(-1)];
    return wanted
      .flatMap((length) => [...Array(TURNS).keys()].map((turn) => textOf(length, turn)))
      .filter((text) => text !== null);
  };
  const kept = find(undefined);
  if (focus?.matcher === undefined) return kept;
  const focused = focus.matcher;
  const nearly = kept
    .filter((_, at) => at % TURNS === 0)
    .flatMap(variantsOf)
    .filter((text) => !isMatch(focused, text));
  return [...nearly, ...find(focused), ...kept];
}

/** Returns variants of a text: shortened, lengthened, in another case, or with a wrong character. */
function variantsOf(text: string): string[] {
  const characters = [...text];
  const other = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  const last = characters.at(-1) ?? '';
  return [
    characters.slice(0, -1).join(''),
    text + last,
    ...(other === text ? [] : [other]),
    `${characters.slice(0, -1).join('')}?`,
    `${text}x`,
    `?${text}`,
  ];
}
