import { code } from '../../emitting/code/literal.ts';
import { testText } from '../../kernel/values/check-digits/test-text.ts';
import { choice, required } from '../shape/create-shape.ts';
import { type CheckDigitAlgorithm, checkDigitAlgorithms } from './check-digit-algorithms.ts';
import { createRuleKind, ruleOfKind } from './rule-kind.ts';

type Algorithm = keyof typeof checkDigitAlgorithms;

/**
 * CHECK_DIGIT: the value has valid check digits. The algorithm also determines the form: letters in upper case, no
 * blanks and no hyphens.
 */
export const checkDigit = createRuleKind({
  ruleType: 'CHECK_DIGIT',
  otherKeys: ['checksum'],
  types: ['STRING'],
  doc: 'STRING: the value is a number with valid check digits, without blanks and hyphens.',
  operands: {
    algorithm: required(
      choice(
        'IBAN: ISO 13616. LUHN: ISO/IEC 7812-1, payment cards. MOD11: ISBN-10 (ISO 2108) and ISSN. MOD97: ISO/IEC 7064 MOD 97-10, such as the LEI. EAN: EAN-8, EAN-13, UPC-A and GTIN-14 of GS1, and ISBN-13. BIC_SHAPE: the form of a BIC (ISO 9362), which has no check digit. ISIN: ISO 6166.',
        // The object has no other keys.
        Object.keys(checkDigitAlgorithms) as Algorithm[],
      ),
    ),
  },
  plan: ({ algorithm }): { readonly algorithm: Algorithm } => ({ algorithm }),
  sentence: ({ algorithm }) => checkDigitAlgorithms[algorithm].demand,
  // Without its algorithm, another rule must list only valid values.
  isCoveredBy(rule, other) {
    const before = ruleOfKind(rule, other);
    if (before !== null) return before.algorithm === rule.algorithm;
    const { test } = checkDigitAlgorithms[rule.algorithm];
    return other.listed?.every((text) => testText(text, test)) === true;
  },
  examples: ({ algorithm }) => checkDigitAlgorithms[algorithm].examples,
  violates: ({ algorithm }, value) => !testText(value, checkDigitAlgorithms[algorithm].test),
  pattern({ algorithm }) {
    const { shape, isShapeExact }: CheckDigitAlgorithm = checkDigitAlgorithms[algorithm];
    return isShapeExact ? shape : null;
  },
  boundaryValues({ algorithm }) {
    const { examples } = checkDigitAlgorithms[algorithm];
    return { values: examples, outside: examples.flatMap((example) => wrongNeighbors(example, algorithm)) };
  },
  schema: ({ algorithm }, type) =>
    type === 'string' ? { pattern: `^(?:${checkDigitAlgorithms[algorithm].shape})$` } : {},
  isBroken: ({ algorithm }, { text }, _, scope) =>
    code`!${scope.use('testText')}(${text}, ${scope.use(checkDigitAlgorithms[algorithm].testName)})`,
  inBytes: ({ algorithm }, _, { scope }) => ({
    text: ({ from, to }) => ({
      declarations: [],
      body: [code`if (!${scope.use(checkDigitAlgorithms[algorithm].testName)}(output, ${from}, ${to})) return -1;`],
    }),
  }),
});

/** Returns texts of the same length and form whose check digits are wrong. */
function wrongNeighbors(text: string, algorithm: Algorithm): string[] {
  const at = text.search(/[0-9](?![^0-9]*[0-9])/);
  const wrong = ['1', '2', '7'].map((digit) => text.slice(0, at) + digit + text.slice(at + 1));
  return wrong.filter((one) => at >= 0 && !testText(one, checkDigitAlgorithms[algorithm].test));
}
