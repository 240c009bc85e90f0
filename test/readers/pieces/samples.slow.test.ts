/** Each sample in pieces has the same lines and the same result as with one reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bindTables } from '../../../runtime/base/model/bound-tables.ts';
import { createLoader } from '../../samples/load-module.ts';
import { findCases, findSpecSamples } from '../../samples/sample.ts';
import { selectCases, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { comparePieces, seen } from './compare-pieces.ts';

const samples = join(import.meta.dirname, '../../samples');
const specs = join(import.meta.dirname, '../../../specs');
const load = createLoader();

for (const [index, sample] of selectCases([...findCases(samples), ...findSpecSamples(specs)], 5).entries()) {
  test(sample.name, async () => {
    const { module: plain } = await load(sample.spec);
    const module = sample.tables === undefined ? plain : bindTables(plain, { tables: sample.tables, versions: [] });
    const bytes = readFileSync(sample.inputPath);
    const random = randomOf(seed, index);
    for (let way = 0; way < 3; way++) {
      const pieceBytes = 1 + random.below(random.pick([20, 200, 2000]));
      const options = {
        skipInvalidRecords: random.oneIn(2),
        batchRecords: 1 + random.below(5),
        errorLimit: random.below(6),
        ...(random.oneIn(3) && { maxErrors: random.below(4) }),
        ...(random.oneIn(4) && { cloudevents: 'structured' as const }),
      };
      const runsTwice = (piece: number) => (piece + way) % 4 === 0;
      try {
        await comparePieces({ module, bytes, options, pieceBytes, runsTwice });
      } catch (error) {
        const reason = error instanceof Error ? error.stack : '';
        throw new Error(`SPECMILL_SEED=${seed}, ${JSON.stringify({ pieceBytes, options })}\n${reason}`);
      }
    }
  });
}

test('the samples had several pieces, failures and stops', () => {
  console.log(`note: ${JSON.stringify(seen)}`);
  assert.ok(seen.pieces > 2 * seen.files && seen.failures > 0 && seen.stops > 0, JSON.stringify(seen));
});

test.run();
