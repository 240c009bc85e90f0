/** A file that several readers survey has the same pieces for its messages as one that a single reader divides. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { effort, scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { drawDocumentFile, drawDocumentSpec } from '../parity/record-types/document-draft.ts';
import { drawFile, drawSpec } from '../parity/record-types/draft.ts';
import { flat, nested, writeFlat, writeNested } from '../splits/typed-files.ts';
import { comparePieces, seen } from './compare-pieces.ts';

test('drawn record types with rules of the file', () =>
  checkDrawn(60, (index) => {
    const drawn = drawSpec(seed, index);
    return { spec: drawn.spec, draw: (part) => drawFile(drawn, seed + part * 1_000_003, index) };
  }));

test('drawn documents', () =>
  checkDrawn(40, (index) => {
    const drawn = drawDocumentSpec(randomOf(seed, index));
    const random = randomOf(seed, index);
    return { spec: drawn.spec, draw: () => drawDocumentFile(drawn, random, 40, random.pick([1, 3, 100])) };
  }));

test('values that UNIQUE rules find in an earlier piece', async () => {
  const [details, batches] = [writeFlat(40), writeNested(12, 3)];
  const files = [
    [flat, details.replaceAll('0000004', '0000001')],
    [flat, details],
    [nested, batches.replaceAll(/B \d*[357]\n/g, 'B 1\n')],
    [nested, batches],
  ] as const;
  const before = seen.repeated;
  for (const [spec, text] of files) {
    const module = await loadModule({ text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' });
    for (const pieceBytes of [10, 40, 200])
      await comparePieces({ module, bytes: Buffer.from(text), options: {}, pieceBytes, isSurveyed: true });
  }
  assert.ok(seen.repeated > before);
});

test('the files had pieces, failures, repeated values, and some had to be read as a whole', () => {
  console.log(`note: ${JSON.stringify(seen)}`);
  assert.ok(seen.pieces > 3 * seen.files && seen.files > 20 * effort, JSON.stringify(seen));
  assert.ok(seen.undivided > 4 * effort && seen.undivided < seen.files, JSON.stringify(seen));
});

interface Drawn {
  spec: object;
  draw(part: number): string;
}

async function checkDrawn(runs: number, drawAt: (index: number) => Drawn): Promise<void> {
  for (let index = 0, specs = 0; specs < scaleRuns(runs); index++) {
    const { spec, draw } = drawAt(index);
    const input = { text: JSON.stringify(spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    specs++;
    const module = await loadModule(input);
    const random = randomOf(seed, index);
    const text = Array.from({ length: 1 + random.below(random.pick([2, 30])) }, (_, part) => draw(part)).join('');
    const options = { skipInvalidRecords: random.oneIn(2), batchRecords: 1 + random.below(30) };
    const pieceBytes = 1 + random.below(random.pick([30, 200, 1000]));
    const place = JSON.stringify({ spec, file: text, options, pieceBytes });
    await comparePieces({ module, bytes: Buffer.from(text), options, pieceBytes, isSurveyed: true }).catch(
      (error: unknown) => assert.fail(`SPECMILL_SEED=${seed}, spec ${index}: ${place}\n${String(error)}`),
    );
  }
}

test.run();
