import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { test } from 'uvu';
import { typeKinds } from '../../compiler/language/types/type-kinds.ts';
import { addDefaults } from '../readers/oracle/spec.ts';
import { readAsType } from '../readers/oracle/types.ts';
import { scaleRuns, seed } from '../support/property.ts';

const signs = ['LEADING', 'TRAILING', 'EITHER', 'PARENTHESES', 'OVERPUNCH'];
const groups = [undefined, ',', 'SPACE', 'APOSTROPHE', ['.', 'SPACE'], ['APOSTROPHE', ',']];
const pieces = [
  '1',
  '0',
  '23',
  '456',
  '007',
  '-',
  '+',
  ',',
  '.',
  ' ',
  '\u00a0',
  "'",
  '’',
  '€',
  'EUR',
  '(',
  ')',
  'e',
  'E',
  '{',
  'A',
  'R',
  'x',
];

const fields = fc.record({
  type: fc.constantFrom('INTEGER' as const, 'DECIMAL' as const),
  sign: fc.constantFrom(...signs),
  groupSeparator: fc.constantFrom(...groups),
  grouping: fc.constantFrom(undefined, 'INDIAN'),
  exponent: fc.boolean(),
  affixes: fc.constantFrom(undefined, ['€'], ['EUR', '€']),
});

/** Texts that are close to numbers: a number with a notation, in which one piece may be inserted or replaced. */
const texts = fc
  .tuple(
    fc.constantFrom('', '-', '+', '(', '€', '-€ ', '€ -', 'EUR '),
    fc.constantFrom('7', '1234', '1,234', '12,34,567', '1 234', '1\u00a0234 567', "1'234", "1’234'567", '1.234', ''),
    fc.constantFrom('', '.5', '.', '.050', 'e3', '.5E-2', 'e'),
    fc.constantFrom('', '-', '+', ')', 'A', '}', ' EUR', '€-', ' -', '- €'),
    fc.option(fc.record({ at: fc.nat(12), piece: fc.constantFrom(...pieces) })),
  )
  .map(([before, whole, rest, after, edit]) => {
    const text = before + whole + rest + after;
    return edit === null ? text : text.slice(0, edit.at) + edit.piece + text.slice(edit.at + 1);
  });

test('a number is read as the descriptions of its keys say, whatever its text', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fields, fc.array(texts, { minLength: 20, maxLength: 40 }), (drawn, candidates) => {
      const keys = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
      // A decimal separator differs from the group separators.
      const isPoint = [drawn.groupSeparator ?? []].flat().includes('.') && drawn.type === 'DECIMAL';
      const field = { name: 'a', ...keys, ...(isPoint && { decimalSeparator: ',' }) };
      if (drawn.type === 'INTEGER' && drawn.exponent && [drawn.groupSeparator ?? []].flat().includes('.')) return;
      const kind = typeKinds[drawn.type];
      const plan = kind.plan(field);
      const [expected] = addDefaults({ format: 'CSV', fields: [field] }).fields;
      assert.ok(expected !== undefined);
      for (const candidate of candidates) {
        const text = candidate.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
        if (text === '') continue;
        const found = kind.parse(text, plan);
        if (found !== null) accepted++;
        assert.is(found, readAsType(text, expected) ?? null, `${JSON.stringify(text)} as ${JSON.stringify(field)}`);
      }
    }),
    { seed, numRuns: scaleRuns(3000) },
  );
  assert.ok(accepted > 20, `${accepted} texts are numbers`);
});

test('what a kind writes for a value is read as this value', () => {
  for (const sign of signs)
    for (const groupSeparator of [undefined, 'SPACE', ["'", ',']])
      for (const value of ['0', '-7', '1234567', '-100000']) {
        const field = { name: 'a', sign, affixes: ['CHF'], ...(groupSeparator && { groupSeparator }) };
        const plan = typeKinds.INTEGER.plan(field);
        const written = typeKinds.INTEGER.write(value, plan);
        assert.ok(written.length > 0);
        for (const text of written) assert.is(typeKinds.INTEGER.parse(text, plan), value, `${text} ${sign}`);
      }
});

test('a hostile text is read in linear time', () => {
  const field = {
    name: 'a',
    groupSeparator: ['SPACE', 'APOSTROPHE'],
    affixes: ['€', 'EUR'],
    sign: 'EITHER',
    exponent: true,
  };
  const plan = typeKinds.DECIMAL.plan(field);
  for (const piece of ["1'", '1 ', '€', ' ', 'e', '-', '1'])
    assert.ok(typeKinds.DECIMAL.parse(piece.repeat(500_000) + '€-', plan) === null || piece === '1');
});

test.run();
