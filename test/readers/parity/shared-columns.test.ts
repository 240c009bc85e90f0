import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';

const CELLS = ['1', '-2.5', 'ab', '', ' x ', '"q""q"', '"a,b"', '"two\nlines"', '"open', 'ä', '"1"', '007'] as const;

/** Draws a spec in which several fields read one column, some of them unpublished. */
function drawSpec(random: Random): string {
  const columns = ['A', 'B', 'C'];
  const fields = Array.from({ length: 3 + random.below(14) }, (_, at) => ({
    name: `f${at}`,
    type: random.pick(['STRING', 'STRING', 'DECIMAL', 'INTEGER']),
    columnName: at < columns.length ? columns[at] : random.pick(['A', 'B', 'C']),
    publish: at === 0 || !random.oneIn(4),
    required: random.oneIn(5),
  }));
  const computed = random.oneIn(2) ? [{ name: 'c', type: 'STRING', value: 'text(f0) + "/" + text(f1)' }] : [];
  const all = [...fields, ...computed];
  if (random.oneIn(3)) all.reverse();
  return JSON.stringify({ name: 'a', format: 'CSV', onTypeMismatch: 'ERROR', messageKey: ['f1'], fields: all });
}

function read(module: SpecModule, file: Uint8Array, fast: boolean): unknown {
  const transformer = module.createTransformer({ fast, lineFeeds: true });
  const batches = [...transformer.push(file), ...transformer.end()];
  const decoder = new TextDecoder();
  return {
    messages: batches.map(({ bytes }) => decoder.decode(bytes)).join(''),
    keys: batches.map(({ keys }) => decoder.decode(keys)).join(),
    issues: batches.flatMap(({ recordIssues }) => recordIssues),
    corrected: batches.reduce((sum, { corrected }) => sum + corrected, 0),
  };
}

test('both readers agree on fields that share a column', async () => {
  for (let index = 0; index < scaleRuns(300); index++) {
    const random = randomOf(seed, index);
    const text = drawSpec(random);
    const module = await loadModule({ text, path: 'a.json', syntax: 'json' });
    const header = random.pick(['A,B,C', 'A,B,C', 'C,A,B', 'A,B,C,D']);
    const width = header.split(',').length;
    const rows = Array.from({ length: 40 }, () =>
      Array.from({ length: random.oneIn(12) ? width - 1 : width }, () => random.pick(CELLS)).join(','),
    );
    const file = new TextEncoder().encode(`${header}\n${rows.join('\n')}\n`);
    assert.equal(read(module, file, true), read(module, file, false), `seed ${seed}, case ${index}: ${text}`);
  }
});

test.run();
