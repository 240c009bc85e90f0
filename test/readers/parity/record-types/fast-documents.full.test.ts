/**
 * The fast reader, the careful reader and the oracle agree on drawn documents with members: in chunks of drawn sizes, and
 * resumed after each batch.
 */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../../compiler/index.ts';
import { interpretTypes } from '../../oracle/record-types/interpret.ts';
import { loadModule } from '../../../support/load-module.ts';
import { scaleRuns, seed } from '../../../support/property.ts';
import { randomOf } from '../../../support/random.ts';
import { compareReaders, drawOptions } from './compare-readers.ts';
import { compareTypes } from './compare-types.ts';
import { drawDocumentFile, drawDocumentSpec } from './document-draft.ts';

const FILES = 6;

test('both readers and the oracle agree on documents with members', async () => {
  const specs = scaleRuns(200);
  let [compared, fastSpecs, records, fastRecords] = [0, 0, 0, 0];
  for (let index = 0; compared < specs; index++) {
    const drawn = drawDocumentSpec(randomOf(seed + 4000, index));
    const input = { text: JSON.stringify(drawn.spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    let fastOfSpec = 0;
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const text = drawDocumentFile(drawn, random, random.pick([3, 12, 40]), random.pick([1, 3, 100]));
      const bytes = new TextEncoder().encode(text);
      const place = `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${input.text}\n${text}`;
      const fast = compareReaders(module, {
        bytes,
        options: drawOptions(random),
        random,
        hasUniqueRules: false,
        place,
      });
      fastOfSpec += fast.fastRecords;
      records += fast.batches.at(-1)?.next.record ?? 0;
      // The oracle does not know the sizes of messages while a document is read.
      if (file > 1 || input.text.includes('maxDocumentBytes')) continue;
      const options = { today: '2024-02-29', skipInvalidRecords: random.oneIn(2) };
      const interpretation = interpretTypes(drawn.spec, bytes, options);
      await compareTypes({ module, bytes, interpretation, options, random, hasUniqueRules: false, place });
    }
    fastRecords += fastOfSpec;
    if (fastOfSpec > 0) fastSpecs++;
  }
  console.log(`note: ${fastRecords} of ${records} records of ${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastSpecs > 0.7 * compared, `${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastRecords > 0.2 * records, `${fastRecords} of ${records} records were read fast`);
});

test.run();
