import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../../../compiler/index.ts';
import { interpretLines, interpretTypes, type TypedInterpretation } from '../../oracle/record-types/interpret.ts';
import { loadModule } from '../../../support/load-module.ts';
import { scaleRuns, seed } from '../../../support/property.ts';
import { type Random, randomOf } from '../../../support/random.ts';
import { compareTypes } from './compare-types.ts';
import { drawParts } from './document-draft.ts';
import { drawFile, drawSpec } from './draft.ts';
import { drawGroups } from './group-draft.ts';
import { drawJson, drawJsonSpec, withPointers } from './json-draft.ts';
import { drawDocument, drawXmlSpec } from './xml-draft.ts';

const FILES = 8;

test('a module and the oracle agree on documents of lines', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const drawn = drawSpec(seed, index);
    // The test of lines that continue records is another one.
    const { continuation: _, ...drawnSpec } = drawn.spec;
    const spec = { ...drawnSpec, ...drawDocuments(drawn.spec.recordTypes, randomOf(seed + 1000, index)) };
    const readFile = (file: number, options: object) => {
      const text = drawFile({ ...drawn, spec }, seed + file, index);
      return { text, interpretation: interpretTypes(spec, new TextEncoder().encode(text), options) };
    };
    return { spec, readFile };
  });
});

test('a module and the oracle agree on documents of XML', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const drawn = drawXmlSpec(seed, index);
    const isConcatenated = randomOf(seed + 8000, index).oneIn(3);
    const added = drawDocuments(drawn.recordTypes, randomOf(seed + 1000, index));
    const spec = { ...drawn, ...(isConcatenated && { concatenated: true }), ...added };
    const readFile = (file: number, options: object) => {
      const { text, lines } = drawDocument(drawn.recordTypes, seed + file, index, { isConcatenated });
      const failure = lines.length > 0 ? {} : { fileIssues: [], failure: 'no_record_found' };
      return { text, interpretation: { ...interpretLines(spec, lines, options), ...failure } };
    };
    return { spec, readFile };
  });
});

test('a module and the oracle agree on documents of JSON', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const drawn = drawJsonSpec(seed, index);
    const { recordTypes } = drawn.spec;
    const added =
      index % 2 === 0
        ? drawDocuments(recordTypes, randomOf(seed + 1000, index))
        : drawParts(recordTypes, randomOf(seed + 2000, index));
    const spec = { ...drawn.spec, ...added };
    const readFile = (file: number, options: object) => {
      const { text, lines } = drawJson(drawn, seed + file, index);
      const failure = lines.length > 0 || !drawn.isDocument ? {} : { fileIssues: [], failure: 'no_record_found' };
      return { text, interpretation: { ...withPointers(interpretLines(spec, lines, options)), ...failure } };
    };
    return { spec, readFile };
  });
});

test('a module and the oracle agree on events with their parts', async () => {
  await compareSpecs(scaleRuns(100), (index) => {
    const drawn = drawSpec(seed, index);
    const { continuation: _, onUnexpectedRecord: __, ...settings } = drawn.spec;
    const spec = { ...settings, ...drawParts(drawn.spec.recordTypes, randomOf(seed + 2000, index)) };
    const readFile = (file: number, options: object) => {
      const text = drawFile({ ...drawn, spec: settings }, seed + file, index);
      return { text, interpretation: interpretTypes(spec, new TextEncoder().encode(text), options) };
    };
    return { spec, readFile };
  });
  await compareSpecs(scaleRuns(100), (index) => {
    const { onUnexpectedRecord: _, ...drawn } = drawXmlSpec(seed, index);
    const isConcatenated = randomOf(seed + 8000, index).oneIn(3);
    const added = drawParts(drawn.recordTypes, randomOf(seed + 2000, index));
    const spec = { ...drawn, ...(isConcatenated && { concatenated: true }), ...added };
    const readFile = (file: number, options: object) => {
      const { text, lines } = drawDocument(drawn.recordTypes, seed + file, index, { isConcatenated });
      const failure = lines.length > 0 ? {} : { fileIssues: [], failure: 'no_record_found' };
      return { text, interpretation: { ...interpretLines(spec, lines, options), ...failure } };
    };
    return { spec, readFile };
  });
});

test('a module and the oracle agree on values after the records inside', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const { onUnexpectedRecord: _, ...drawn } = drawXmlSpec(seed, index);
    const { recordTypes } = drawParts(drawn.recordTypes, randomOf(seed + 2000, index));
    const held = recordTypes.map((type) => (type['in'] === undefined ? { ...type, hold: true } : type));
    const isConcatenated = randomOf(seed + 8000, index).oneIn(3);
    const spec = { ...drawn, ...(isConcatenated && { concatenated: true }), recordTypes: held };
    const readFile = (file: number, options: object) => {
      const { text, lines } = drawDocument(drawn.recordTypes, seed + file, index, { isLate: true, isConcatenated });
      const failure = lines.length > 0 ? {} : { fileIssues: [], failure: 'no_record_found' };
      return { text, interpretation: { ...interpretLines(spec, lines, options), ...failure } };
    };
    return { spec, readFile };
  });
});

test('a module and the oracle agree on groups in lines', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const drawn = drawSpec(seed, index);
    const { spec: own, form } = drawGroups(drawn, randomOf(seed + 3000, index));
    // Samples have groups by position: the oracle knows one number of cells for each type.
    const spec = drawn.layout === 'POSITION' ? {} : own;
    const readFile = (file: number, options: object) => {
      const text = form(file, randomOf(seed + 3000 + file, index));
      return { text, interpretation: interpretTypes(spec, new TextEncoder().encode(text), options) };
    };
    return { spec, readFile };
  });
});

/** Draws which types reject whole documents: at least one, and often one that encloses others. */
function drawDocuments(types: Types, random: Random) {
  const outer = types.findIndex(({ name }) => types.some((type) => type['in'] === name));
  const chosen = outer >= 0 && !random.oneIn(4) ? outer : random.below(types.length);
  return {
    recordTypes: types.map((type, index) =>
      index === chosen || random.oneIn(6) ? { ...type, reject: 'WHOLE' } : type,
    ),
    ...(random.oneIn(3) && { maxDocumentRecords: 1 + random.below(5) }),
  };
}

type Types = ReturnType<typeof drawXmlSpec>['recordTypes'];

interface Drawn {
  spec: object;
  readFile(file: number, options: object): { text: string; interpretation: TypedInterpretation };
}

/** Compares `number` drawn specs without errors. */
async function compareSpecs(number: number, draw: (index: number) => Drawn): Promise<void> {
  let compared = 0;
  const outcomes = { processed: 0, failed: 0, skipped: 0 };
  for (let index = 0; compared < number; index++) {
    const { spec, readFile } = draw(index);
    const input = { text: JSON.stringify(spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const options = { today: '2024-02-29', skipInvalidRecords: random.oneIn(2) };
      const { text, interpretation } = readFile(file, options);
      for (const { processed, failed, skipped } of interpretation.documents) {
        outcomes.processed += processed;
        outcomes.failed += failed;
        outcomes.skipped += skipped;
      }
      const place = `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${input.text}\n${text}`;
      const hasUniqueRules = input.text.includes('UNIQUE');
      const bytes = new TextEncoder().encode(text);
      await compareTypes({ module, bytes, interpretation, options, random, hasUniqueRules, place });
    }
  }
  assert.ok(outcomes.processed > 0 && outcomes.failed > 0, JSON.stringify(outcomes));
}

test.run();
