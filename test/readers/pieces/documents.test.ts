/** The law of pieces for drawn specs with documents, also those that are too long to be held, for XML with record types, and JSON. */
import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { createJsonScenario, jsonDrafts } from '../parity/json-draft.ts';
import { drawDocumentFile, drawDocumentSpec } from '../parity/record-types/document-draft.ts';
import { drawLineGroups } from '../parity/record-types/group-draft.ts';
import { drawDocument, drawXmlSpec } from '../parity/record-types/xml-draft.ts';
import { loadModule as loadScenario } from '../parity/run-module.ts';
import { comparePieces, seen } from './compare-pieces.ts';

test('documents that are too long to be held have the outcome that the first reading has found', async () => {
  const batch = { name: 'batch', when: { start: 1, length: 1, values: ['B'] }, reject: 'WHOLE', publish: false };
  const debit = { name: 'debit', in: 'batch', when: { start: 1, length: 1, values: ['D'] } };
  const spec = {
    name: 'long',
    format: 'FIXED_WIDTH',
    maxDocumentRecords: 5,
    recordTypes: [
      { ...batch, fields: [{ name: 'id', type: 'STRING', start: 2, length: 2 }] },
      { ...debit, fields: [{ name: 'amount', type: 'DECIMAL', scale: 2, start: 2, length: 3 }] },
    ],
  };
  const module = await loadModule({ text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' });
  const documents = Array.from({ length: 30 }, (_, index) => {
    const lines = Array.from({ length: index % 3 === 0 ? 12 : 3 }, (_, line) =>
      index % 5 === 0 && line > 8 ? 'Dxxx' : 'D100',
    );
    return `B${index}\n${lines.join('\n')}\n`;
  });
  for (const pieceBytes of [20, 70, 300]) {
    const bytes = new TextEncoder().encode(documents.join(''));
    await comparePieces({ module, bytes, options: { skipInvalidRecords: true, batchRecords: 4 }, pieceBytes });
  }
});

test('documents of lines', () =>
  compareDrawn(40, (index) => {
    const drawn = drawDocumentSpec(randomOf(seed + 6000, index));
    const groups = index % 3 === 0 ? drawLineGroups(drawn, randomOf(seed + 7000, index)) : null;
    return {
      spec: groups?.spec ?? drawn.spec,
      draw: (random) => {
        const text = drawDocumentFile(drawn, random, random.pick([3, 12, 40]), random.pick([1, 3, 100]));
        return groups?.addGroups(text, random) ?? text;
      },
    };
  }));

test('XML with record types and documents', () =>
  compareDrawn(40, (index) => {
    const drawn = drawXmlSpec(seed, index);
    const isWhole = randomOf(seed + 8000, index);
    const recordTypes = drawn.recordTypes.map((type) => (isWhole.oneIn(3) ? { ...type, reject: 'WHOLE' } : type));
    const spec = { ...drawn, recordTypes, ...(isWhole.oneIn(3) && { maxDocumentRecords: 1 + isWhole.below(5) }) };
    return { spec, draw: (random) => drawDocument(drawn.recordTypes, seed + random.below(1000), index).text };
  }));

test('JSON', () =>
  fc.assert(
    fc.asyncProperty(jsonDrafts, fc.nat(2 ** 30), async (draft, at) => {
      const { files, today, ...scenario } = createJsonScenario(draft);
      const module = await loadScenario(scenario);
      for (const [index, { bytes }] of files.entries()) {
        const random = randomOf(at, index);
        const options = { ...drawOptions(random), today };
        await comparePieces({ module, bytes, options, pieceBytes: 1 + random.below(200) });
      }
    }),
    { seed, numRuns: scaleRuns(30) },
  ));

test('the files had pieces and failures', () => {
  console.log(`note: ${JSON.stringify(seen)}`);
  assert.ok(seen.pieces > 2 * seen.files && seen.failures > 0, JSON.stringify(seen));
});

function drawOptions(random: Random) {
  return {
    today: '2024-02-29',
    skipInvalidRecords: random.oneIn(2),
    batchRecords: 1 + random.below(30),
    errorLimit: random.below(8),
    ...(random.oneIn(4) && { maxErrors: random.below(5) }),
    ...(random.oneIn(4) && { maxRejectedDocuments: random.below(4) }),
  };
}

interface Drawn {
  spec: object;
  draw(random: Random): string;
}

/** Compares files of `number` drawn specs without errors. */
async function compareDrawn(number: number, draw: (index: number) => Drawn): Promise<void> {
  for (let index = 0, compared = 0; compared < scaleRuns(number); index++) {
    const { spec, draw: drawFile } = draw(index);
    const input = { text: JSON.stringify(spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    const random = randomOf(seed, index);
    const text = drawFile(random);
    const options = drawOptions(random);
    const pieceBytes = 1 + random.below(random.pick([30, 200, 1000]));
    const bytes = new TextEncoder().encode(text);
    await comparePieces({ module, bytes, options, pieceBytes, helpersOfPlan: random.below(3) }).catch(
      (error: unknown) =>
        assert.fail(
          `SPECMILL_SEED=${seed}, spec ${index}: ${JSON.stringify({ spec, text, options, pieceBytes })}\n${String(error)}`,
        ),
    );
  }
}

test.run();
