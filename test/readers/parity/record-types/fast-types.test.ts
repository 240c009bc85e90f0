/** The fast and the careful reader of drawn specs with record types agree, also resumed after each batch. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../../compiler/index.ts';
import { loadModule } from '../../../support/load-module.ts';
import { isQuick, scaleRuns, seed } from '../../../support/property.ts';
import { randomOf } from '../../../support/random.ts';
import { compareReaders, drawOptions } from './compare-readers.ts';
import { drawFile, drawSpec } from './draft.ts';
import { drawLineForm } from './line-forms.ts';

const FILES = 8;
/** Files of the same spec that are joined to one: the fast reader pauses where many records are at a wrong place. */
const LONG = 4;

test('the fast reader and the careful reader of record types agree', async () => {
  const specs = scaleRuns(250);
  let [compared, fastSpecs, records, fastRecords] = [0, 0, 0, 0];
  for (let index = 0; compared < specs; index++) {
    const drawn = drawSpec(seed, index);
    const form = drawLineForm(drawn, randomOf(seed, index));
    const input = { text: JSON.stringify(form.spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    let fastOfSpec = 0;
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const parts = Array.from({ length: random.oneIn(3) ? LONG : 1 }, (_, part) =>
        drawFile(drawn, seed + file + part * FILES, index),
      );
      const bytes = new TextEncoder().encode(form.rewrite(parts.join(''), random));
      const place = `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${input.text}\n${parts.join('')}`;
      const hasUniqueRules = input.text.includes('UNIQUE');
      const fast = compareReaders(module, { bytes, options: drawOptions(random), random, hasUniqueRules, place });
      fastOfSpec += fast.fastRecords;
      records += fast.batches.at(-1)?.next.record ?? 0;
    }
    fastRecords += fastOfSpec;
    if (fastOfSpec > 0) fastSpecs++;
  }
  console.log(`note: ${fastRecords} of ${records} records of ${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastSpecs > (isQuick ? 0.5 : 0.7) * compared, `${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastRecords > 0.15 * records, `${fastRecords} of ${records} records were read fast`);
});

test.run();
