/**
 * The invariant over specs with record types and file rules: the fast and the careful reader find the same records,
 * issues and totals, in chunks of any size, also if reading resumes after a batch, and in splits.
 *
 * SPECMILL_LAW_RECORDS sets the number of records (12,000). SPECMILL_SEED selects them (`random`: a new seed for each
 * run, which is printed).
 */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../../compiler/index.ts';
import { loadModule } from '../../../support/load-module.ts';
import { compareSplits } from '../../splits/typed-split.ts';
import { seed } from '../../../support/property.ts';
import { randomOf } from '../../../support/random.ts';
import { compareReaders, drawOptions, type ReadersCase, type Reading } from './compare-readers.ts';
import { drawFile, type DrawnSpec, drawSpec } from './draft.ts';
import { drawLineForm, type LineForm } from './line-forms.ts';

const total = Number(process.env['SPECMILL_LAW_RECORDS'] ?? '12000');
/** The records of one spec. A million of them would find little more. */
const OF_A_SPEC = Math.min(4000, Math.max(200, Math.ceil(total / 400)));
/** Drawn files that are joined to one. Each has a few records. */
const MOST_PARTS = 60;
const RESUMES = 2;
/** Every which file is also read in splits. */
const IN_SPLITS = 8;

/** How much was read, and how much of it fast. */
const met = { records: 0, fast: 0, specs: 0, files: 0, rules: 0, splits: 0 };

test('record types and file rules', async () => {
  for (let index = 0; met.records < total; index++) {
    const drawn = drawSpec(seed, index);
    const form = drawLineForm(drawn, randomOf(seed, index));
    const input = { text: JSON.stringify(form.spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    met.specs++;
    if (drawn.spec['fileRules'] !== undefined) met.rules++;
    const module = await loadModule(input);
    const until = met.records + OF_A_SPEC;
    for (let file = 0; met.records < until && file < OF_A_SPEC / 10; file++) {
      const drawnFile = drawFileCase({ drawn, form, index, file, text: input.text });
      note(compareReaders(module, drawnFile));
      // A file in splits takes several times as long, because each split has a reader of its own.
      if (file % IN_SPLITS !== 0) continue;
      met.splits++;
      await compareSplits({ module, ...drawnFile });
    }
  }
  const { records, fast, specs, files, rules, splits } = met;
  console.log(
    `note: ${records} records in ${files} files of ${specs} specs (${rules} with file rules), seed ${seed}: ${Math.round((100 * fast) / records)} % of them fast; ${splits} files in splits as well`,
  );
  assert.ok(fast > 0.15 * records, `${fast} of ${records} records are read fast`);
});

interface FileOfSpec {
  drawn: DrawnSpec;
  form: LineForm;
  index: number;
  file: number;
  text: string;
}

function drawFileCase({ drawn, form, index, file, text }: FileOfSpec): ReadersCase {
  const random = randomOf(seed + file, index);
  const parts = Array.from({ length: 1 + random.below(random.pick([2, 8, MOST_PARTS])) }, (_, part) =>
    drawFile(drawn, seed + file + part * 1_000_003, index),
  );
  return {
    bytes: new TextEncoder().encode(form.rewrite(parts.join(''), random)),
    options: drawOptions(random),
    random,
    hasUniqueRules: text.includes('UNIQUE'),
    place: `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${text}`,
    resumes: RESUMES,
  };
}

function note({ batches, fastRecords }: Reading): void {
  met.records += batches.at(-1)?.next.record ?? 0;
  met.fast += fastRecords;
  met.files++;
}

test.run();
