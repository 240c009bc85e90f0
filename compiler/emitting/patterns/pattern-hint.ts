/**
 * Returns a hint for a common mistake in an invalid pattern, such as slashes around it. Returns null if none is
 * recognized.
 */
export function hintOfPattern(pattern: string): string | null {
  return mistakes.find(({ sign }) => sign.test(pattern))?.hint ?? null;
}

const mistakes: readonly { sign: RegExp; hint: string }[] = [
  { sign: /^\/.*\/[a-z]*$/su, hint: 'write the pattern without slashes around it and without flags' },
  {
    sign: /^\(\?[a-z]+\)/u,
    hint: 'flags are not supported: name both cases ([Aa]), or add an UPPER_CASE or LOWER_CASE correction',
  },
  { sign: /\\[AZz]/u, hint: 'use ^ and $ for the ends instead of \\A, \\Z and \\z' },
  { sign: /\(\?[=!]/u, hint: 'replace the look-ahead with a separate rule' },
  {
    sign: /\\[^\w\s^$\\.*+?()[\]{}|/-]|\\_/u,
    hint: 'write a backslash only before ^ $ \\ . * + ? ( ) [ ] { } | / and, in brackets, before -',
  },
  { sign: /^[^[]*\\-/u, hint: 'outside of brackets, write - without a backslash' },
];
