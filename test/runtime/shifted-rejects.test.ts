import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { documentRejects } from '../../runtime/runs/replay/document-rejects.ts';
import { loadModule, readAll } from '../readers/parity/run-module.ts';
import { effort, scaleRuns } from '../support/property.ts';

const spec = {
  name: 'shifted',
  format: 'XML',
  encoding: 'iso-2022-jp',
  recordPath: '/d/r',
  fields: [
    { name: 'a', type: 'STRING', columnName: '@a' },
    { name: 'n', type: 'INTEGER', columnName: 'n' },
    { name: 't', type: 'STRING', columnName: 't' },
  ],
};
const moduleOf = (): Promise<SpecModule> =>
  loadModule({ spec: spec as unknown as Parameters<typeof loadModule>[0]['spec'], syntax: 'json' });
const today = '2024-02-29';

async function rejectsOf(bytes: Uint8Array, pieceBytes: number): Promise<Uint8Array> {
  const { records } = await readAll(await moduleOf(), [bytes], { today });
  const slices = {
    readSlice: async (from: number, length: number) => bytes.slice(from, from + length),
    async *readRange(from: number, to: number) {
      for (let at = from; at < Math.min(to, bytes.length); at += pieceBytes)
        yield bytes.slice(at, Math.min(at + pieceBytes, to));
    },
    close: async () => {},
  };
  const file = {
    module: await moduleOf(),
    options: { ...createRunOptions({ today, skipInvalidRecords: true, batchRecords: 2 }), fileName: 'f' },
    slices,
    records: records.length,
    rest: { kind: 'end' as const },
  };
  const parts: Uint8Array[] = [];
  for await (const part of documentRejects(file)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

const shift = fc.constantFrom('', '\x1b(J', '\x1b(B', '\x1b$B0!\x1b(J', '\x1b$B0!\x1b(B', '\x1b(I1\x1b(B');
const text = fc
  .array(fc.tuple(shift, fc.constantFrom('\\', '~', 'x')), { maxLength: 2 })
  .map((all) => all.flat().join(''));
const record = fc
  .tuple(fc.constantFrom('1', 'bad'), text, text, fc.oneof(fc.constantFrom('', '\n'), shift))
  .map(([n, a, t, between]) => `<r a="${a}"><n>${n}</n><t>${t}</t></r>${between}`);

test('rejects of an ISO-2022-JP document contain the original records, wherever the mode changes', async () => {
  let rejected = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(1, 2, 5, 1000),
      async (records, pieceBytes) => {
        const bytes = Uint8Array.from(Buffer.from(`<d>${records.join('')}</d>`, 'latin1'));
        const whole = await readAll(await moduleOf(), [bytes], { today });
        // Two adjacent escape sequences make the original document malformed.
        fc.pre(whole.error === null);
        const expected = whole.records
          .filter(({ issues }) => issues.length > 0)
          .map(({ value, issues }) => ({ value, issues }));
        const rejects = await rejectsOf(bytes, pieceBytes);
        const again = await readAll(await moduleOf(), [rejects], { today });
        if (expected.length === 0) return assert.equal(rejects.length, 0);
        assert.equal(again.error, null);
        assert.deepEqual(
          again.records.map(({ value, issues }) => ({ value, issues })),
          expected,
        );
        rejected += expected.length;
      },
    ),
    { numRuns: scaleRuns(250) },
  );
  assert.ok(rejected > 150 * effort, `${rejected} rejected records`);
});

test.run();
