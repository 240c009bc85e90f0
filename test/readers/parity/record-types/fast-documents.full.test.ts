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
import { drawLineGroups } from './group-draft.ts';
import { drawXmlDocuments, drawXmlDocumentSpec } from './xml-document-draft.ts';

const FILES = 6;

test('both readers and the oracle agree on documents with members', () => compareDrawn(200, false));

test('both readers and the oracle agree on documents with groups in their lines', () => compareDrawn(200, true));

test('both readers agree on documents with members in XML', async () => {
  const specs = scaleRuns(60);
  let [compared, fastSpecs, records, fastRecords] = [0, 0, 0, 0];
  for (let index = 0; compared < specs; index++) {
    const drawn = drawXmlDocumentSpec(randomOf(seed + 6000, index));
    const input = { text: JSON.stringify(drawn.spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    let fastOfSpec = 0;
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const text = drawXmlDocuments(drawn, random, random.pick([3, 20, 60, 100]), random.pick([1, 10, 100, 100]));
      // Only the careful reader reads what is longer than a record may be, or than a chunk.
      const { maxRecordBytes: _, ...options } = drawOptions(random);
      const fast = compareReaders(module, {
        bytes: new TextEncoder().encode(text),
        options: { ...options, ...(random.oneIn(4) && { maxRecordBytes: random.pick([15, 400, 1500]) }) },
        random,
        hasUniqueRules: false,
        resumes: 3,
        chunks: random.pick([1, 20, 100]),
        place: `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${input.text}\n${text}`,
      });
      fastOfSpec += fast.fastRecords;
      records += fast.batches.at(-1)?.next.record ?? 0;
    }
    fastRecords += fastOfSpec;
    if (fastOfSpec > 0) fastSpecs++;
  }
  console.log(`note: ${fastRecords} of ${records} records of ${fastSpecs} of ${compared} specs were read fast`);
  assertFast(compared < 20 ? [0.5, 0.05] : [0.8, 0.2], { compared, fastSpecs, records, fastRecords });
});

async function compareDrawn(runs: number, hasGroups: boolean): Promise<void> {
  const specs = scaleRuns(runs);
  let [compared, fastSpecs, records, fastRecords] = [0, 0, 0, 0];
  for (let index = 0; compared < specs; index++) {
    const drawn = drawDocumentSpec(randomOf(seed + 4000, index));
    const groups = hasGroups ? drawLineGroups(drawn, randomOf(seed + 5000, index)) : null;
    const spec = groups?.spec ?? drawn.spec;
    const input = { text: JSON.stringify(spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    let fastOfSpec = 0;
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const drawnText = drawDocumentFile(drawn, random, random.pick([3, 12, 40]), random.pick([1, 3, 100]));
      const text = groups?.addGroups(drawnText, random) ?? drawnText;
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
      if (groups?.suitsOracle === false) continue;
      const options = { today: '2024-02-29', skipInvalidRecords: random.oneIn(2) };
      const interpretation = interpretTypes(spec, bytes, options);
      await compareTypes({ module, bytes, interpretation, options, random, hasUniqueRules: false, place });
    }
    fastRecords += fastOfSpec;
    if (fastOfSpec > 0) fastSpecs++;
  }
  console.log(`note: ${fastRecords} of ${records} records of ${fastSpecs} of ${compared} specs were read fast`);
  // A few specs can be those that are read carefully.
  assertFast(compared < 20 ? [0.5, 0.05] : [0.7, 0.2], { compared, fastSpecs, records, fastRecords });
}

/** Checks which share of the specs and of the records the fast reader has read. */
function assertFast(
  [ofSpecs, ofRecords]: readonly [number, number],
  { compared, fastSpecs, records, fastRecords }: Record<'compared' | 'fastSpecs' | 'records' | 'fastRecords', number>,
): void {
  assert.ok(fastSpecs > ofSpecs * compared, `${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastRecords > ofRecords * records, `${fastRecords} of ${records} records were read fast`);
}

test.run();
