import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as fc from 'fast-check';
import { testText } from '../../compiler/kernel/values/check-digits/test-text.ts';
import {
  type CheckDigitAlgorithm,
  checkDigitAlgorithms,
} from '../../compiler/language/rules/check-digit-algorithms.ts';
import { hasCheckDigits } from '../readers/oracle/check-digits.ts';
import { scaleRuns } from '../support/property.ts';

type Name = keyof typeof checkDigitAlgorithms;

const names = Object.keys(checkDigitAlgorithms) as Name[];

/** Numbers from the standards and from the organizations that assign them, with valid check digits. */
const valid: Readonly<Record<Name, readonly string[]>> = {
  // The examples of SWIFT's IBAN registry, which ISO 13616-2 names as the registry.
  IBAN: [
    'AD1200012030200359100100',
    'BE68539007547034',
    'BR1800360305000010009795493C1',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'LC55HEMM000100010012001200023015',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
  ],
  // 79927398713 is the usual example of the algorithm. The others are test numbers of card organizations.
  LUHN: ['79927398713', '4111111111111111', '5555555555554444', '378282246310005', '18'],
  // The ISBN users' manual, the ISSN manual (0317-8471, 1050-124X), and ISBN-10 with X.
  MOD11: ['0306406152', '8090273416', '080442957X', '03178471', '1050124X', '03785955'],
  // ISO/IEC 7064 computes 44 for 794. The others are LEI.
  MOD97: ['79444', '5493001KJTIIGC8Y1R12', '529900T8BM49AURSDO55'],
  // The GS1 General Specifications compute 3 for 629104150021.
  EAN: ['6291041500213', '4006381333931', '96385074', '036000291452', '10614141000415', '9780306406157'],
  BIC_SHAPE: ['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJXXX', '1234DE00'],
  // ISINs of shares that ISO 6166 and its registration authority use as examples.
  ISIN: ['US0378331005', 'AU0000XVGZA3', 'GB0002634946', 'DE000BAY0017', 'JP3435000009'],
};

const invalid: Readonly<Record<Name, readonly string[]>> = {
  // The check digits 00, 01 and 99 have the remainder of 97, 98 and 02.
  IBAN: ['DE99370400440532013000', 'gb29NWBK60161331926819', 'GB29 NWBK 6016 1331 9268 19', 'DE8937040044', '', 'D'],
  LUHN: ['79927398710', '0', '', '7992739871 3', '1²'],
  MOD11: ['0306406151', '08044295X7', '080442957x', '0-306-40615-2', '00306406152', 'X', ''],
  MOD97: ['79445', '794', '7944', '5493001kjtiigc8y1r12', '97', '', 'é79444'],
  EAN: ['6291041500214', '629104150021', '9638507', '123456789012345678', ''],
  BIC_SHAPE: ['DEUTDEF', 'DEUTDEFF5', 'DEUT1EFF', 'deutdeff', 'DEUTDEFF50O0', 'DEUT DEF', ''],
  ISIN: ['US0378331006', 'U10378331005', 'US037833100A', 'us0378331005', 'US03783310055', ''],
};

for (const name of names) {
  const { test: passes }: CheckDigitAlgorithm = checkDigitAlgorithms[name];

  test(`${name} accepts the numbers of its standard`, () => {
    for (const text of valid[name]) assert.ok(testText(text, passes), text);
  });

  test(`${name} rejects wrong check digits and other forms`, () => {
    for (const text of invalid[name]) assert.not(testText(text, passes), text);
  });

  test(`${name} detects every single wrong digit, and agrees with the oracle`, () => {
    for (const text of valid[name]) {
      for (let at = 0; at < text.length; at++) {
        for (const other of '0123456789') {
          const changed = text.slice(0, at) + other + text.slice(at + 1);
          const isValid = testText(changed, passes);
          assert.is(isValid, hasCheckDigits(changed, name), changed);
          if (changed !== text && name !== 'BIC_SHAPE' && /\d/.test(text.charAt(at))) assert.not(isValid, changed);
        }
      }
    }
  });

  test(`${name} has a shape that every valid number matches`, () => {
    const shape = new RegExp(`^(?:${checkDigitAlgorithms[name].shape})$`);
    for (const text of [...valid[name], ...checkDigitAlgorithms[name].examples]) assert.match(text, shape);
  });
}

test('all algorithms agree with the oracle on random texts', () => {
  const units = fc.constantFrom(...'0123456789', ...'0123456789', ...'ABDEGSTUXZ', ...'az ²é-"');
  const texts = fc.oneof(
    fc.string({ unit: units, maxLength: 36 }),
    fc
      .constantFrom(...names)
      .chain((name) => fc.stringMatching(new RegExp(`^(?:${checkDigitAlgorithms[name].shape})$`))),
  );
  const property = fc.property(texts, (text) => {
    for (const name of names)
      assert.is(testText(text, checkDigitAlgorithms[name].test), hasCheckDigits(text, name), `${name} ${text}`);
  });
  fc.assert(property, { numRuns: scaleRuns(2000) });
});

test.run();
