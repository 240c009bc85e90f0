/** Samples of JSON documents whose record types have paths of their own. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplesOf } from './sampled-spec.ts';

const SPEC = {
  name: 'shop',
  format: 'JSON',
  recordTypes: [
    {
      name: 'order',
      when: { path: '/data/0/orders/*' },
      fields: [
        { name: 'id', type: 'INTEGER', required: true },
        { name: 'total', type: 'DECIMAL' },
      ],
    },
    {
      name: 'line',
      in: 'order',
      as: 'lines',
      when: { path: '/data/0/orders/*/lines/*' },
      fields: [{ name: 'sku', type: 'STRING', required: true }],
    },
    {
      name: 'customer',
      when: { path: '/data/*/people/*' },
      fields: [{ name: 'name', type: 'STRING', required: true }],
    },
  ],
};
const today = '2026-01-01';

async function codesOf(spec: object): Promise<string[]> {
  const { module, set } = await samplesOf(JSON.stringify(spec), { syntax: 'json', today });
  return set.files.map(({ name, bytes, breaks }) => {
    const transformer = module.createTransformer({ today });
    const batches = [...transformer.push(bytes), ...transformer.end()];
    const codes = batches.flatMap(({ recordIssues, failure }) => [
      ...recordIssues.flatMap(({ issues }) => issues.map(({ code }) => code)),
      ...(failure === null ? [] : [failure.code]),
    ]);
    assert.equal([breaks === null, breaks === null || codes.includes(breaks.code)], [codes.length === 0, true], name);
    return breaks?.code ?? 'VALID';
  });
}

test('each type of a document with several paths has good records and its violations', async () => {
  const data = (path: string) => path.replace('/data/0/', '/data/').replace('/data/*/', '/data/');
  const recordTypes = SPEC.recordTypes.map((type) => ({ ...type, when: { path: data(type.when.path) } }));
  const codes = await codesOf({ ...SPEC, recordTypes });
  assert.is(codes.filter((code) => code === 'REQUIRED').length, 3);
  assert.is(codes.filter((code) => code === 'TYPE_MISMATCH').length, 2);
  assert.ok(codes.includes('VALID'));
});

test('paths that have no document in common have no samples', async () => {
  for (const path of ['/data/*/people/*', '/data/header']) {
    const recordTypes = SPEC.recordTypes.map((type) => (type.name === 'customer' ? { ...type, when: { path } } : type));
    const { set } = await samplesOf(JSON.stringify({ ...SPEC, recordTypes }), { syntax: 'json', today });
    assert.equal([set.files.length, set.missing.map(({ code }) => code)], [0, ['VALID']], path);
  }
});

test.run();
