import fc from 'fast-check';

const CHARACTERS = [
  'a',
  'b',
  'c',
  'A',
  '0',
  '7',
  '_',
  ' ',
  '\n',
  '\r',
  '\t',
  '\u2028',
  '\u00e9',
  '\u00a0',
  '\ufeff',
  '\u20ac',
  '\u{1f600}',
  '\u{1f601}',
  '\u{10ffff}',
  '\ud83d',
  '\ude00',
  '\ud800',
  '\udfff',
];

/** Texts of the characters in the patterns, including pairs and lone surrogates. */
export const texts: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom('a', 'b', 'c'), weight: 3 },
      { arbitrary: fc.constantFrom(...CHARACTERS), weight: 1 },
    ),
    { maxLength: 9 },
  )
  .map((characters) => characters.join(''));

const ESCAPES = [
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\p{L}',
  '\\P{L}',
  '\\p{Lu}',
  '\\p{Nd}',
  '\\p{ASCII}',
  '\\n',
  '\\cJ',
  '\\x41',
  '\\u0061',
  '\\u{1f600}',
  '\\ud83d\\ude00',
  '\\ud83d',
  '\\x00',
  '\\$',
  '\\.',
  '\\/',
];
const LITERALS = ['a', 'b', 'c', 'A', '0', ' ', '-', '\u00e9', '\u20ac', '\u{1f600}', '\ud83d'];
const RANGES = [
  'a-c',
  'a-b',
  'b-z',
  '0-9',
  '\\x00-\\x7f',
  '\\u{1f600}-\\u{1f64f}',
  '\\ud800-\\udbff',
  '\u00e0-\u20ac',
  'A-A',
];

const characterClass = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.constantFrom(...ESCAPES, ...LITERALS.filter((text) => text !== '-'), ...RANGES), { maxLength: 4 }),
  )
  .map(([negated, members]) => `[${negated ? '^' : ''}${members.join('')}]`);

const atom = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'c'), weight: 6 },
  { arbitrary: fc.constantFrom(...LITERALS, ...ESCAPES, '.'), weight: 3 },
  { arbitrary: characterClass, weight: 2 },
);

const quantifier = fc
  .tuple(
    fc.constantFrom('*', '+', '?', '{0}', '{1}', '{2}', '{0,2}', '{1,3}', '{2,}', '{0,1}', '{1,}'),
    fc.constantFrom('', '?'),
  )
  .map((parts) => parts.join(''));

const body = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((options) => options.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    { arbitrary: atom, weight: 4 },
    { arbitrary: fc.tuple(atom, quantifier).map((parts) => parts.join('')), weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), fc.oneof(fc.constant(''), quantifier))
        .map(([open, inside, times]) => `${open}${inside})${times}`),
      weight: 4,
    },
  ),
})).pattern;

/**
 * Regular patterns with the flag `u`: nested groups, lazy and greedy quantifiers, empty alternatives, `^` and `$` at
 * the ends.
 */
export const patterns: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '', '', '^'), body, fc.constantFrom('', '', '', '$'))
  .map((parts) => parts.join(''))
  // Two adjacent halves of a surrogate pair would be read as one character. Separated, both readers see two.
  .filter((pattern) => pattern.length < 120);

export const replacements: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('', '-', '$$', '$', '$ ', '$x', '[', ']', '\u20ac', '\u{1f600}', '$1', '$2', '$01', '$10'), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
