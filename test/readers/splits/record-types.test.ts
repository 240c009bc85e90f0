/** For any file with record types and any split positions, split reading has exactly the results of a single reader. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { drawOptions } from '../parity/record-types/compare-readers.ts';
import { drawFile, drawSpec } from '../parity/record-types/draft.ts';
import { transform } from '../parity/run-module.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { readSplitFile } from './split-file.ts';
import { flat, nested, writeFlat, writeNested } from './typed-files.ts';
import { compareSplits } from './typed-split.ts';

const FILES = 6;
const MOST_PARTS = 30;

test('drawn specs with record types and file rules', async () => {
  const compared = { specs: 0, batches: 0, positions: 0 };
  for (let index = 0; compared.specs < scaleRuns(100); index++) {
    const drawn = drawSpec(seed, index);
    const text = JSON.stringify(drawn.spec);
    const input = { text, path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared.specs++;
    const module = await loadModule(input);
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const parts = Array.from({ length: 1 + random.below(random.pick([2, 8, MOST_PARTS])) }, (_, part) =>
        drawFile(drawn, seed + file + part * 1_000_003, index),
      );
      const body = parts.join('');
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
  assert.ok(batches > 40 * specs && positions > batches / 2, JSON.stringify(compared));
});

const ordinary = [
  { title: 'details of one file', spec: flat, text: writeFlat(40_000), broken: writeFlat(40_000, 1) },
  { title: 'many batches', spec: nested, text: writeNested(400, 100), broken: writeNested(400, 100, 1) },
  { title: 'one large batch', spec: nested, text: writeNested(1, 40_000), broken: writeNested(1, 40_000, 1) },
];
const SPLIT_BYTES = 80_000;

for (const { title, spec, text, broken } of ordinary) {
  test(`the splits of ${title} are used, and few bytes are read twice`, async () => {
    const module = await loadModule({ text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' });
    const { counting, pushed } = countBytes(module);
    const bytes = new TextEncoder().encode(text);
    const options = { today: '2026-06-30' };
    const way = { splitBytes: SPLIT_BYTES, helpers: 1, maxWrongGuesses: 1 };
    const batches = await readSplitFile({ module: counting, bytes, options, ...way });
    assert.deepEqual(
      batches.flatMap(({ fileIssues = [] }) => fileIssues),
      [],
    );
    assert.equal(batches.at(-1)?.next.record, text.split('\n').length - 1);
    assert.ok(pushed() < 1.25 * bytes.length, `${pushed()} of ${bytes.length} bytes`);
  });

  test(`a wrong total of ${title} is found in the sum of all splits`, async () => {
    const module = await loadModule({ text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' });
    const bytes = new TextEncoder().encode(broken);
    const options = { today: '2026-06-30' };
    const batches = await readSplitFile({ module, bytes, options, splitBytes: SPLIT_BYTES, helpers: 1 });
    const expected = transform(module, [bytes.slice()], options);
    const issuesOf = (list: typeof expected) => list.flatMap(({ fileIssues = [] }) => fileIssues);
    assert.equal(issuesOf(batches).length, 1);
    assert.deepEqual(issuesOf(batches), issuesOf(expected));
  });
}

test('a value that occurs twice is found across splits, and other splits are used', async () => {
  const module = await loadModule({ text: JSON.stringify(nested), path: 'spec.json', syntax: 'json' });
  const { counting, pushed } = countBytes(module);
  // The last batch has the id of the first one.
  const bytes = new TextEncoder().encode(writeNested(400, 100).replace(/B 399\n/, 'B 0\n'));
  const options = { today: '2026-06-30' };
  const way = { splitBytes: SPLIT_BYTES, helpers: 1, maxWrongGuesses: 1 };
  const batches = await readSplitFile({ module: counting, bytes, options, ...way });
  const issues = batches.flatMap(({ recordIssues }) => recordIssues.flatMap((record) => record.issues));
  assert.deepEqual(
    issues.map(({ code, firstRecord }) => [code, firstRecord]),
    [['UNIQUE', 2]],
  );
  assert.ok(pushed() < 1.35 * bytes.length, `${pushed()} of ${bytes.length} bytes`);
});

/** Returns the module, and a function that returns how many bytes its transformers have read. */
function countBytes(module: SpecModule): { counting: SpecModule; pushed(): number } {
  let bytes = 0;
  const createTransformer: SpecModule['createTransformer'] = (options) => {
    const transformer = module.createTransformer(options);
    return {
      push(chunk) {
        bytes += chunk.length;
        return transformer.push(chunk);
      },
      end: () => transformer.end(),
      splitStates: transformer.splitStates,
    };
  };
  return { counting: { ...module, createTransformer }, pushed: () => bytes };
}

test.run();
