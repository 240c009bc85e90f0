import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { differenceOf, samplesOf, wrongByModule, wrongByOracle } from './sampled-spec.ts';

const folder = join(import.meta.dirname, '../../../specs');
const today = '2025-06-30';
/** This field selects the records, so it cannot be missing. */
const cannotBe = ['direct-debits: required:kind', 'receipts: required:kind'];

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'))
  // Specs with record types: record-types.slow.test.ts.
  .filter((name) => !/^recordTypes:$/mu.test(readFileSync(join(folder, `${name}.yaml`), 'utf8')));

for (const name of names) {
  test(`${name}: each file violates what it claims and nothing else`, async () => {
    const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
    const { module, set } = await samplesOf(text, { syntax: 'yaml', today });
    for (const file of set.files) {
      assert.is(differenceOf(file, wrongByModule(module, file.bytes, today)), '');
      // The oracle is slow for a line of a megabyte, and does not compute fields.
      if (file.bytes.length < 10_000 && !/ value: '/.test(text))
        assert.is(differenceOf(file, wrongByOracle(parse(text) as object, file.bytes, today)), '');
    }
  });

  test(`${name}: every rule, required field and type has its file`, async () => {
    const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
    const spec = parse(text) as {
      fields: { name: string; type: string; required?: boolean; value?: string }[];
      validationRules: { ruleId: string }[];
    };
    const { set } = await samplesOf(text, { syntax: 'yaml', today });
    const broken = new Set(
      set.files.map(({ breaks }) => `${breaks?.code === 'TYPE_MISMATCH' ? `type:${breaks.field}` : breaks?.ruleId}`),
    );
    const due = [
      ...spec.validationRules.map(({ ruleId }) => ruleId),
      ...spec.fields.filter(({ required }) => required === true).map((field) => `required:${field.name}`),
      ...spec.fields
        .filter(({ type, value }) => type !== 'STRING' && value === undefined)
        .map((field) => `type:${field.name}`),
    ];
    assert.equal(
      due.filter((what) => !broken.has(what) && !cannotBe.includes(`${name}: ${what}`)),
      [],
    );
    assert.equal(
      set.missing.map(({ ruleId }) => `${name}: ${ruleId}`),
      cannotBe.filter((what) => what.startsWith(`${name}:`)),
    );
    assert.ok(set.files.filter(({ breaks }) => breaks === null).length >= 5, 'good files');
    assert.is(new Set(set.files.map((file) => file.name.toLowerCase())).size, set.files.length);
  });
}

test('there are example specs', () => assert.ok(names.length >= 6));

test.run();
