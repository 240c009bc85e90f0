import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecText } from '../../../compiler/index.ts';
import { findShownFields } from '../../../compiler/tools/diff/shown-fields.ts';
import { compareSample } from '../../../runtime/runs/record-diff/compare-sample.ts';
import { createStreamSource } from '../../../runtime/reading/source/stdin-source.ts';
import { loadText } from './change-case.ts';

test('reading a large file takes little memory', async () => {
  const old = `fields:\n  - { name: id, type: STRING }\n  - { name: n, type: INTEGER }\nvalidationRules:\n  - { ruleId: most, field: n, ruleType: MAX_VALUE, value: "10" }\n`;
  const block = Buffer.from('abcdefgh,7\n'.repeat(5000));
  function* chunks(): Generator<Buffer> {
    yield Buffer.from('id,n\n');
    for (let i = 0; i < 40; i++) yield block;
  }
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const toText = (text: string): SpecText => ({
    text: `name: a\nformat: CSV\n${text}`,
    path: 'a.yaml',
    syntax: 'yaml',
  });
  const [was, is] = [await loadText(toText(old)), await loadText(toText(old.replace('"10"', '"5"')))];
  const shown = findShownFields(was.spec, is.spec, []);
  const { records, changed, byKind } = await compareSample({
    file: 'f',
    old: was.module,
    new: is.module,
    comparison: { fields: shown, keyFields: { old: [], new: [] } },
    today: '2024-03-31',
    open: async () => createStreamSource(Readable.from(chunks()), 'f'),
  });
  clearInterval(watch);
  assert.equal([records, changed, byKind], [200_000, 200_000, { verdict_raised: 200_000 }]);
  const grown = Math.round((Math.max(most, process.memoryUsage().rss) - before) / 1e6);
  console.log(`\nnote: 200,000 records compared, memory grew by ${grown} MB`);
  assert.ok(grown < 300, `${grown} MB more`);
});

test.run();
