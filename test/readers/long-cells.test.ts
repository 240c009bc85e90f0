import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { mergeWarnings } from '../support/merge-warnings.ts';

const text = `name: long-cells
format: CSV
maxRecordBytes: 60
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: doc, type: STRING }`;
const module = await loadModule({ path: 'long-cells.yaml', text, syntax: 'yaml' });

/** Reads a file in chunks of this size. Returns the warnings, and the code of the first record's issue. */
function read(content: string, chunkBytes: number): [string[], string | undefined] {
  const bytes = Buffer.from(content);
  const transformer = module.createTransformer();
  const batches = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    batches.push(...transformer.push(bytes.subarray(at, at + chunkBytes)));
  batches.push(...transformer.end());
  const warnings = mergeWarnings(batches.flatMap((batch) => batch.warnings)).map(({ code }) => code);
  return [warnings, batches.flatMap(({ recordIssues }) => recordIssues)[0]?.issues[0]?.code];
}

const long = Array.from({ length: 9 }, (_, i) => `line ""${i}"" of a cell`).join('\n');

test('a quoted cell above maxRecordBytes that is closed later is RECORD_TOO_LONG, and a warning says so', () => {
  for (const chunkBytes of [1, 7, 1000]) {
    assert.equal(
      read(`id,doc\n1,"${long}"\n2,b\n`, chunkBytes),
      [['QUOTE_TOO_LONG'], 'RECORD_TOO_LONG'],
      `in chunks of ${chunkBytes}`,
    );
    assert.equal(
      read(`id,doc\n1,"${long}"`, chunkBytes),
      [['QUOTE_TOO_LONG'], 'RECORD_TOO_LONG'],
      `at the end, in chunks of ${chunkBytes}`,
    );
  }
});

test('a quote that is never closed, or not validly, causes no such warning', () => {
  const lines = Array.from({ length: 9 }, (_, i) => `${i + 2},a word`).join('\n');
  for (const chunkBytes of [1, 7, 1000]) {
    assert.equal(read(`id,doc\n1,"first\n${lines}\n`, chunkBytes), [[], 'RECORD_TOO_LONG']);
    assert.equal(read(`id,doc\n1,"first\n${lines}\n12,"x"\n`, chunkBytes), [[], 'RECORD_TOO_LONG']);
    assert.equal(read('id,doc\n1,"first\n2,b\n', chunkBytes), [[], 'MALFORMED_QUOTES']);
  }
});

test.run();
