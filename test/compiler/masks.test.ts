/** Masks: tokens, kept characters, missing keys, and both readers. */
import { createHmac } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import { createMessageSchema, describeCost, readAndCheck } from '../../compiler/index.ts';
import type { ReadOptions, SpecModule } from '../../compiler/kernel/model/contract.ts';
import { Hmac } from '../../compiler/kernel/values/masks/hmac.ts';
import { keepLast } from '../../compiler/kernel/values/masks/masks.ts';
import { compareReadings } from '../readers/parity/compare-readings.ts';
import { loadModule } from '../support/load-module.ts';
import { scaleRuns, seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const YAML = `name: paid
format: CSV
messageKey: [iban]
fields:
  - { name: iban, type: STRING, mask: { as: HMAC, key: account-tokens }, required: true }
  - { name: iban masked, type: STRING, mask: { as: LAST } }
  - { name: born, type: DATE, mask: { as: HMAC, key: birthdays } }
  - { name: joined, type: STRING, value: 'iban + "/" + field("iban masked")' }
  - { name: token, type: STRING, value: 'iban == "DE12" ? "seen" : "hidden"' }
validationRules:
  - { ruleId: known, field: iban, ruleType: EXPRESSION, value: 'iban == "DE12"', severity: FATAL }
`;
const input = { text: YAML, path: 'paid.yaml', syntax: 'yaml' } as const;
const KEYS = { 'account-tokens': 'a key', birthdays: bytes('another key') };
const tokenOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

async function readOne(module: SpecModule, line: string, options: ReadOptions): Promise<unknown> {
  const chunks = (async function* () {
    yield bytes(`iban,iban masked,born\n${line}\n`);
  })();
  for await (const { value } of module.read(chunks, options)) return value;
  return null;
}

test('tokens are those of Node, for keys and texts of all lengths', () => {
  const random = randomOf(seed, 0);
  const drawn = (length: number) => Uint8Array.from({ length }, () => random.below(256));
  for (let run = 0; run < scaleRuns(60); run++) {
    const key = drawn(random.below(150));
    const hmac = new Hmac(key);
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, random.below(5000)]) {
      const message = drawn(length);
      assert.is(hmac.hex(message), createHmac('sha256', key).update(message).digest('hex'), `${key.length}, ${length}`);
    }
  }
});

test('LAST keeps characters, which are code points', () => {
  const random = randomOf(seed, 0);
  for (let run = 0; run < scaleRuns(2000); run++) {
    const characters = Array.from({ length: random.below(9) }, () => random.pick(['a', '𝔸', '*', '\ud800', 'é']));
    const kept = random.below(10);
    const text = characters.join('');
    // A lone surrogate before a pair stays apart from it.
    const all = [...text];
    const expected = all.map((one, index) => (index < all.length - kept ? '*' : one)).join('');
    assert.is(keepLast(text, kept), expected, JSON.stringify([text, kept]));
  }
  assert.is(keepLast(null, 4), null);
});

test('messages, keys and computed fields have tokens, and rules have values', async () => {
  const module = await loadModule(input);
  const token = tokenOf('a key', 'DE12');
  assert.equal(await readOne(module, 'DE12,12345,2024-02-29', { maskKeys: KEYS }), {
    iban: token,
    'iban masked': '*2345',
    born: tokenOf('another key', '2024-02-29'),
    joined: `${token}/*2345`,
    token: 'hidden',
  });
  assert.equal(module.spec.maskKeys, ['account-tokens', 'birthdays']);
  assert.equal(
    module.spec.fields.map(({ type, sensitive, isMasked = false }) => [type, sensitive, isMasked]),
    [
      ['STRING', true, true],
      ['STRING', true, true],
      ['STRING', true, true],
      ['STRING', true, false],
      ['STRING', true, false],
    ],
  );
});

test('without its key, a module reads nothing, and a preview has no tokens', async () => {
  const module = await loadModule(input);
  const missing = /RangeError: the key "account-tokens" of a mask is missing: give it in the option maskKeys/;
  for (const maskKeys of [undefined, {}, { 'account-tokens': '' }]) {
    const options = maskKeys === undefined ? {} : { maskKeys };
    assert.throws(
      () => module.createTransformer(options),
      (error: unknown) => missing.test(String(error)),
    );
  }
  const hidden = '*'.repeat(64);
  const preview = (await readOne(module, 'DE12,1,2024-02-29', { maskKeys: 'PREVIEW' })) as Record<string, string>;
  assert.equal([preview['iban'], preview['born'], preview['joined']], [hidden, hidden, `${hidden}/1`]);
});

test('both readers have the same masked texts', async () => {
  const module = await loadModule(input);
  const rows = ['DE12,12345,2024-02-29', ',1,', 'X,,2024-13-01', 'DE12,"a""b",', 'DE12', '"DE12",𝔸𝔹ℂ𝔻𝔼,1999-01-01'];
  const file = bytes(`iban,iban masked,born\n${rows.join('\n')}\n`);
  compareReadings(module, [file], { maskKeys: KEYS });
  compareReadings(module, [file.subarray(0, 60), file.subarray(60)], { maskKeys: 'PREVIEW', batchRecords: 2 });
});

test('the schema, the types and the cost of a spec know its masks', async () => {
  const { module } = await compile(input);
  assert.match(module?.dts ?? '', /maskKeys\?: MaskKeys/);
  assert.match(module?.dts ?? '', /export type MaskKeys = /);
  assert.match(module?.dts ?? '', / {2}born: string \| null;/);
  const { spec } = readAndCheck(input);
  assert.ok(spec);
  const { properties } = createMessageSchema(spec) as { properties: Record<string, { anyOf?: object[] }> };
  assert.equal(Object.keys(properties), ['iban', 'iban masked', 'born', 'joined', 'token']);
  assert.equal(properties['born']?.anyOf, [{ type: 'string' }, { type: 'null' }]);
  assert.equal(
    describeCost(spec)
      .careful.filter(({ reasons }) => reasons.includes('mask'))
      .map(({ name }) => name),
    ['iban', 'iban masked', 'born'],
  );
});

test.run();
