import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { createLoader } from '../../samples/load-module.ts';

const spec = `name: keys
format: CSV
messageKey: [id, n]
fields:
  - { name: id, type: STRING }
  - { name: n, type: INTEGER }
validationRules: [{ ruleId: max, field: n, ruleType: MAX_VALUE, value: "5" }]
`;
const FILE = 'id,n\na,1\nb,9\nc,x\n,9\n"d\ne,8\n';

async function load(): Promise<SpecModule> {
  return (await createLoader()({ path: 'keys.yaml', text: spec, syntax: 'yaml' })).module;
}

function keysOf(module: SpecModule, options: { fast: boolean; rejectedKeys: boolean }): (string | undefined)[] {
  const transformer = module.createTransformer({ ...options, skipInvalidRecords: true });
  const batches = [...transformer.push(Buffer.from(FILE)), ...transformer.end()];
  return batches.flatMap(({ recordIssues }) => recordIssues.map(({ key }) => key));
}

test('a rejected record has its key where the fields of the key could be read', async () => {
  const module = await load();
  for (const fast of [true, false])
    assert.equal(
      keysOf(module, { fast, rejectedKeys: true }),
      ['["b","9"]', undefined, undefined, undefined, '["e","8"]'],
      `fast: ${fast}`,
    );
});

test('without the option, no key is created', async () => {
  assert.equal(keysOf(await load(), { fast: true, rejectedKeys: false }).filter(Boolean), []);
});

test.run();
