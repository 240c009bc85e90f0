/**
 * The section on regular expressions in the language reference: the syntax and the limits of REGEX and REGEX_REPLACE.
 */
export const regularExpressionsSection = [
  '## Regular expressions',
  '',
  'REGEX and REGEX_REPLACE use the syntax of ECMAScript under the flag `u` and no other flag. Patterns become automata,',
  'so matching takes time linear in the value, whatever the pattern is.',
  '',
  '| | |',
  '|---|---|',
  '| supported | characters, classes, `.`, `\\d` `\\w` `\\s`, `\\p{…}`, alternation, groups, named groups, greedy and lazy quantifiers |',
  '| at the ends only | `^` at the beginning and `$` at the end of the pattern or of an alternative |',
  '| not supported | back-references, look-ahead, look-behind, `\\b`, `\\B`, flags such as `(?i:…)` |',
  '',
  '* REGEX matches the whole value, as text. `^` and `$` are therefore not needed.',
  '* REGEX_REPLACE replaces every match. It takes the leftmost match, with the priorities of ECMAScript. In',
  '  `replacement`, `$1` to `$99` are groups and `$$` is a dollar sign.',
  '* For a rule that ignores case, name both cases (`[Aa]`), or apply UPPER_CASE first.',
  '* A pattern has at most 100,000 characters, 250 nested groups, 100,000 nodes with every `{n,m}` written out, and an',
  '  automaton of at most 10,000 states. A larger one is the error `pattern_too_large`.',
  '* Replacing in one value takes at most 1,000,000 steps, or 64 for each character of a longer value. All corrections and',
  '  expressions of a record together take at most 4,000,000, or 64 for each character of its longest value, up to',
  '  256,000,000. Of each text, the first 8 for each character are not counted. A value that needs more is',
  '  VALUE_TOO_COSTLY (ERROR).',
].join('\n');
