import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { compareReadings } from './compare-readings.ts';
import { cutChunks, loadModule } from './run-module.ts';

const fields = [
  { name: 'word', type: 'STRING' },
  { name: 'whole', type: 'INTEGER' },
  { name: 'part', type: 'DECIMAL' },
  { name: 'truth', type: 'BOOLEAN', trueValues: ['J'], falseValues: ['N'] },
  { name: 'day', type: 'DATE' },
  { name: 'checked', type: 'STRING' },
];

/** A condition, and cells of its field: those for which it holds, and those for which it does not. */
interface Case {
  readonly name: string;
  readonly when: { readonly field: string; readonly values?: readonly string[]; readonly isNull?: boolean };
  readonly met: readonly string[];
  readonly unmet: readonly string[];
}

const long = 'x'.repeat(33);
const cases: readonly Case[] = [
  {
    name: 'texts',
    when: { field: 'word', values: ['SEPA', 'S'] },
    met: ['SEPA', 'S'],
    unmet: ['', 'SEP', 'SEPAA', 'sepa', ' S', 'S '],
  },
  {
    name: 'texts that JSON escapes',
    when: { field: 'word', values: ['a"b', 'a\\b', 'tab\t', '\u0001'] },
    met: ['"a""b"', 'a\\b', 'tab\t', '\u0001'],
    unmet: ['ab', 'a\\\\b', 'tab', 'a/b'],
  },
  {
    name: 'texts beyond ASCII',
    when: { field: 'word', values: ['Zo\u00eb', '\u{1f600}'] },
    met: ['Zo\u00eb', '\u{1f600}'],
    unmet: ['Zoe', 'Zo\u00eb\u0308', '\u{1f601}'],
  },
  {
    name: 'a text that is too long for the fast reader',
    when: { field: 'word', values: [long] },
    met: [long],
    unmet: [`${long}x`, 'x'],
  },
  {
    name: 'more texts than the fast reader compares',
    when: { field: 'word', values: Array.from({ length: 70 }, (_, i) => `w${i}`) },
    met: ['w0', 'w69'],
    unmet: ['w70', 'w'],
  },
  {
    name: 'whole numbers',
    when: { field: 'whole', values: ['0', '7'] },
    met: ['0', '-0', '+7', '007', ' 7 '],
    unmet: ['', '70', '-7', '1'],
  },
  {
    name: 'decimal numbers',
    when: { field: 'part', values: ['1.50', '0'] },
    met: ['1.5', '01.500', '0.0', '-0', '.0'],
    unmet: ['', '1.05', '15', '-1.5'],
  },
  { name: 'truth values', when: { field: 'truth', values: ['true'] }, met: ['J'], unmet: ['N', ''] },
  { name: 'dates', when: { field: 'day', values: ['2024-02-29'] }, met: ['2024-02-29'], unmet: ['2024-03-01', ''] },
  { name: 'null', when: { field: 'word', isNull: true }, met: [''], unmet: ['x'] },
  { name: 'a value', when: { field: 'whole', isNull: false }, met: ['0', '5'], unmet: [''] },
];

for (const numbersAs of ['NUMBER', 'STRING']) {
  for (const { name, when, met, unmet } of cases) {
    test(`both readers apply a condition on ${name}, with numbersAs ${numbersAs}`, async () => {
      const rule = { ruleId: 'checked-needed', field: 'checked', ruleType: 'REQUIRED', when };
      const spec = {
        name: 't',
        format: 'CSV',
        numbersAs,
        hasHeader: false,
        delimiter: ';',
        fields,
        validationRules: [rule],
      };
      const module = await loadModule({ spec: spec as never, syntax: 'json' });
      const line = (cell: string) => fields.map((field) => (field.name === when.field ? cell : '')).join(';');
      const lines = [...met, ...unmet].flatMap((cell) => [line(cell), `${line(cell)}given`]);
      const bytes = new TextEncoder().encode(
        lines
          .map((text) => `${text}\n`)
          .join('')
          .repeat(20),
      );
      for (const sizes of [[], [7, 300]]) compareReadings(module, cutChunks(bytes, sizes), {});
      const batches = [...module.createTransformer().push(bytes)];
      const reported = batches
        .flatMap(({ recordIssues }) => recordIssues)
        .map(({ record }) => (record - 1) % lines.length);
      // Of each pair of lines, the first has no value in the field that the rule needs.
      assert.deepEqual(
        [...new Set(reported)],
        met.map((_, place) => 2 * place),
      );
    });
  }
}

test.run();
