import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import { loadBundle } from '../support/load-module.ts';
import { readRecords } from '../support/read-records.ts';

test('ten thousand fields', async () => {
  const fields = Array.from({ length: 10_000 }, (_, index) => ({
    name: `feld ß ${index}`,
    type: index % 2 === 0 ? 'STRING' : 'DECIMAL',
    required: index % 3 === 0,
  }));
  const module = await loadBundle({
    text: JSON.stringify({ name: 'wide', format: 'CSV', fields }),
    path: 'wide.json',
    syntax: 'json',
  });
  const text = `${fields.map(({ name }) => name).join()}\n${fields.map((_, index) => String(index)).join()}\n`;
  const [outcome] = await readRecords(module, text);
  assert.is(outcome?.value?.['feld ß 9999'], '9999');
  assert.equal(outcome?.issues, []);
});

test('a regex of a megabyte is a diagnostic or a module', async () => {
  for (const pattern of [
    'a'.repeat(1_000_000),
    '('.repeat(500_000) + ')'.repeat(500_000),
    '(a|b)*'.repeat(150_000),
    '[a-z]{1,1000}'.repeat(70_000),
    'x{999999999}',
    '(a|aa)+$'.repeat(100_000),
  ]) {
    for (const rule of [
      { validationRules: [{ ruleId: 'r', field: 'a', ruleType: 'REGEX', value: pattern }] },
      { correctionRules: [{ ruleId: 'r', field: 'a', correctionType: 'REGEX_REPLACE', pattern, replacement: '' }] },
    ]) {
      const { module, diagnostics } = await compile({
        text: JSON.stringify({ name: 'big', format: 'CSV', fields: [{ name: 'a', type: 'STRING' }], ...rule }),
        path: 'big.json',
        syntax: 'json',
      });
      assert.ok(module !== null || diagnostics.some(({ severity }) => severity === 'error'));
    }
  }
});

test.run();
