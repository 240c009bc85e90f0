/** What helps against a usual slip in a pattern that cannot be used, such as slashes around it; null where nothing is known. */
export function hintOfPattern(pattern: string): string | null {
  return slips.find(({ sign }) => sign.test(pattern))?.hint ?? null;
}

const slips: readonly { sign: RegExp; hint: string }[] = [
  { sign: /^\/.*\/[a-z]*$/su, hint: 'a pattern stands without slashes around it, and without flags' },
  {
    sign: /^\(\?[a-z]+\)/u,
    hint: 'there are no flags: name both cases ([Aa]), or let a correction UPPER_CASE or LOWER_CASE come before',
  },
  { sign: /\\[AZz]/u, hint: '\\A, \\Z and \\z are no part of these patterns: ^ and $ are the ends' },
  { sign: /\(\?[=!]/u, hint: 'what a look-ahead asks for can be a rule of its own' },
  {
    sign: /\\[^\w\s^$\\.*+?()[\]{}|/-]|\\_/u,
    hint: 'only ^ $ \\ . * + ? ( ) [ ] { } | / take a backslash, and - within brackets',
  },
  { sign: /^[^[]*\\-/u, hint: 'a - outside of brackets takes no backslash' },
];
