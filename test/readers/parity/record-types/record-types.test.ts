import { test } from 'uvu';
import { readAndCheck } from '../../../../compiler/index.ts';
import { interpretLines, interpretTypes } from '../../oracle/record-types/interpret.ts';
import { loadModule } from '../../../support/load-module.ts';
import { scaleRuns, seed } from '../../../support/property.ts';
import { randomOf } from '../../../support/random.ts';
import { compareTypes } from './compare-types.ts';
import { drawFile, drawSpec } from './draft.ts';
import { drawDocument, drawXmlSpec } from './xml-draft.ts';

const FILES = 8;

test('a module and the oracle agree on lines with record types', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const drawn = drawSpec(seed, index);
    const readFile = (file: number, options: object) => {
      const text = drawFile(drawn, seed + file, index);
      return { text, interpretation: interpretTypes(drawn.spec, new TextEncoder().encode(text), options) };
    };
    return { spec: drawn.spec, readFile };
  });
});

test('a module and the oracle agree on XML documents with record types', async () => {
  await compareSpecs(scaleRuns(200), (index) => {
    const spec = drawXmlSpec(seed, index);
    const readFile = (file: number, options: object) => {
      const { text, lines } = drawDocument(spec.recordTypes, seed + file, index);
      const failure = lines.length > 0 ? {} : { fileIssues: [], failure: 'no_record_found' };
      return { text, interpretation: { ...interpretLines(spec, lines, options), ...failure } };
    };
    return { spec, readFile };
  });
});

interface Drawn {
  spec: object;
  readFile(file: number, options: object): { text: string; interpretation: ReturnType<typeof interpretTypes> };
}

/** Compares `number` drawn specs without errors. */
async function compareSpecs(number: number, draw: (index: number) => Drawn): Promise<void> {
  let compared = 0;
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
      const place = `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${input.text}\n${text}`;
      const hasUniqueRules = input.text.includes('UNIQUE');
      const bytes = new TextEncoder().encode(text);
      await compareTypes({ module, bytes, interpretation, options, random, hasUniqueRules, place });
    }
  }
}

test.run();
