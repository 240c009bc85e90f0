import { isBicShape } from '../../kernel/values/check-digits/bic-shape.ts';
import { isEan } from '../../kernel/values/check-digits/ean.ts';
import { isIban } from '../../kernel/values/check-digits/iban.ts';
import { isIsin, isLuhn } from '../../kernel/values/check-digits/luhn.ts';
import { isMod11 } from '../../kernel/values/check-digits/mod11.ts';
import { isMod97 } from '../../kernel/values/check-digits/mod97.ts';

/** What the rule CHECK_DIGIT needs to know about an algorithm. */
export interface CheckDigitAlgorithm {
  /** The kernel function that tests bytes, and its name. */
  readonly test: (bytes: Uint8Array, from: number, to: number) => boolean;
  readonly testName: string;
  /** The end of the sentence "The value must be …". */
  readonly demand: string;
  /** A regular expression that every valid value matches. */
  readonly shape: string;
  /** Whether every text that matches `shape` is valid. */
  readonly isShapeExact?: true;
  /** Valid values, for sample files. */
  readonly examples: readonly string[];
}

/** The algorithms of CHECK_DIGIT. The docstrings of the kernel functions name their standards. */
export const checkDigitAlgorithms = {
  IBAN: {
    test: isIban,
    testName: 'isIban',
    demand: 'a valid IBAN',
    shape: '[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}',
    examples: [
      'DE89370400440532013000',
      'GB29NWBK60161331926819',
      'FR1420041010050500013M02606',
      'NO9386011117947',
      'BE68539007547034',
      'AT611904300234573201',
      'CH9300762011623852957',
      'NL91ABNA0417164300',
      'ES9121000418450200051332',
      'IT60X0542811101000000123456',
      'PL61109010140000071219812874',
      'SE4550000000058398257466',
      'DK5000400440116243',
      'FI2112345600000785',
      'MT84MALT011000012345MTLCAST001S',
    ],
  },
  LUHN: {
    test: isLuhn,
    testName: 'isLuhn',
    demand: 'a number with a valid Luhn check digit',
    shape: '[0-9]{2,}',
    // Searched when they are needed, because that takes 5 ms.
    get examples() {
      return [...numbersOf(2, 20, isLuhn), '4111111111111111', '79927398713'];
    },
  },
  MOD11: {
    test: isMod11,
    testName: 'isMod11',
    demand: 'a number with a valid modulus 11 check digit',
    shape: '[0-9]{1,9}[0-9X]',
    get examples() {
      return ['0306406152', '080442957X', '03785955', ...numbersOf(2, 10, isMod11)];
    },
  },
  MOD97: {
    test: isMod97,
    testName: 'isMod97',
    demand: 'a number with valid modulus 97 check digits',
    shape: '[0-9A-Z]+[0-9]{2}',
    get examples() {
      return ['79444', '5493001KJTIIGC8Y1R12', ...numbersOf(3, 24, isMod97)];
    },
  },
  EAN: {
    test: isEan,
    testName: 'isEan',
    demand: 'a valid EAN',
    shape: '[0-9]{8}|[0-9]{12,14}',
    examples: ['4006381333931', '96385074', '036000291452', '10614141000415'],
  },
  BIC_SHAPE: {
    test: isBicShape,
    testName: 'isBicShape',
    demand: 'in the form of a BIC',
    shape: '[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?',
    isShapeExact: true,
    examples: ['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJXXX'],
  },
  ISIN: {
    test: isIsin,
    testName: 'isIsin',
    demand: 'a valid ISIN',
    shape: '[A-Z]{2}[A-Z0-9]{9}[0-9]',
    examples: ['US0378331005', 'DE0007164600', 'AU0000XVGZA3', 'GB0002634946'],
  },
} as const satisfies Readonly<Record<string, CheckDigitAlgorithm>>;

/** Returns one number of each length from `min` to `max` that passes a test. Its last two digits are searched. */
function numbersOf(min: number, max: number, test: CheckDigitAlgorithm['test']): string[] {
  const lengths = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  return lengths.flatMap((length) => {
    const head = '123456789'.repeat(3).slice(0, length - 2);
    const ends = Array.from({ length: 100 }, (_, end) => head + String(end).padStart(2, '0'));
    return ends.find((text) => Number(text) > 0 && test(new TextEncoder().encode(text), 0, length)) ?? [];
  });
}
