/** For any file with documents and any split positions, split reading has exactly the results of a single reader. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import { drawOptions } from '../parity/record-types/compare-readers.ts';
import { drawDocumentFile, drawDocumentSpec } from '../parity/record-types/document-draft.ts';
import { drawLineGroups } from '../parity/record-types/group-draft.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { compareSplits } from './typed-split.ts';

const FILES = 4;

test('drawn specs with documents', () => compareDrawn(100, false));

test('drawn specs with groups in the lines of documents', () => compareDrawn(100, true));

async function compareDrawn(runs: number, hasGroups: boolean): Promise<void> {
  const compared = { specs: 0, batches: 0, positions: 0 };
  for (let index = 0; compared.specs < scaleRuns(runs); index++) {
    const drawn = drawDocumentSpec(randomOf(seed + 6000, index));
    const groups = hasGroups ? drawLineGroups(drawn, randomOf(seed + 7000, index)) : null;
    const text = JSON.stringify(groups?.spec ?? drawn.spec);
    const input = { text, path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    const module = await loadModule(input);
    if (module.spec.splits === undefined) continue;
    compared.specs++;
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const drawnBody = drawDocumentFile(drawn, random, random.pick([3, 12, 60]), random.pick([1, 10, 100]));
      const body = groups?.addGroups(drawnBody, random) ?? drawnBody;
      const { batches, positions } = await compareSplits({
        module,
        bytes: new TextEncoder().encode(body),
        options: drawOptions(random),
        random,
        place: `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${text}\n${body}`,
      });
      compared.batches += batches;
      compared.positions += positions;
    }
  }
  const { specs, batches, positions } = compared;
  // A few specs can have few batches.
  assert.ok(batches > (specs < 10 ? 20 : 40) * specs && positions > batches / 2, JSON.stringify(compared));
}

test.run();
