import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { mergeWarnings } from '../support/merge-warnings.ts';
import { cutChunks, transform } from './parity/run-module.ts';

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

test('a cell whose first line is too long itself is followed, too', () => {
  const one = 'x'.repeat(200);
  for (const chunkBytes of [1, 7, 90, 1000]) {
    assert.equal(read(`id,doc\n1,"${one}\n2,b\n3,c"\n4,d\n`, chunkBytes), [['QUOTE_TOO_LONG'], 'RECORD_TOO_LONG']);
    assert.equal(read(`id,doc\n1,"${one}\n2,b\n3,c\n4,d\n`, chunkBytes), [[], 'RECORD_TOO_LONG']);
    assert.equal(read(`id,doc\n1,${one}"\n2,"b"\n`, chunkBytes), [[], 'RECORD_TOO_LONG']);
    // The cell ends in its line, so no line of it is read as a record.
    assert.equal(read(`id,doc\n1,"${one}"\n2,"b"\n`, chunkBytes), [[], 'RECORD_TOO_LONG']);
    assert.equal(read(`id,doc\n1,"${one}"`, chunkBytes), [[], 'RECORD_TOO_LONG']);
    assert.equal(read(`id,doc\n1,"${one}","${one}\n2,b"\n`, chunkBytes)[1], 'RECORD_TOO_LONG');
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

test('a reading that continues after any record warns of the same cell, once in all', () => {
  const contents = [
    `id,doc\n1,"${long}"\n2,b\n`,
    `id,doc\n1,"${long}"`,
    `id,doc\n1,"${long}"\n2,b\n3,"${long}"\n4,c\n`,
    `id,doc\n1,"first\n2,b\n3,c\n${long}\n`,
    `id,doc\n1,"first\n${'2,a word\n'.repeat(12)}12,"x"\n`,
    // A line of the cell is too long itself.
    `id,doc\n1,"${'first '.repeat(30)}\n${long}"\n2,b\n`,
    `id,doc\n1,"${'first '.repeat(12)}\n2,b\n3,""""\n4,c\n`,
  ];
  for (const content of contents)
    for (const [chunkBytes, restBytes] of [
      [1, 1],
      [7, 7],
      [1000, 1000],
      [1000, 3],
    ] as const) {
      const bytes = Buffer.from(content);
      const whole = readFrom(bytes, chunkBytes, undefined);
      for (const [index, { next }] of whole.entries()) {
        const from = JSON.parse(JSON.stringify(next)) as Batch['next'];
        const rest = readFrom(bytes.subarray(from.byteOffset), restBytes, from);
        const codes = (batches: readonly Batch[]) =>
          batches.flatMap(({ warnings }) => warnings.map(({ code }) => code));
        assert.equal(
          [...codes(whole.slice(0, index + 1)), ...codes(rest)],
          codes(whole),
          `${content.slice(0, 40)}, chunks of ${chunkBytes} and ${restBytes}, after batch ${index}`,
        );
      }
    }
});

test('the sizes of chunks decide no warning and no message, also where a line of the cell is discarded', async () => {
  const one = 'x'.repeat(200);
  const fields = ['id', 'doc'].map((name) => ({ name, type: 'STRING' }));
  const contents: readonly (readonly [spec: object, content: string])[] = [
    [{}, `id,doc\n1,"${one}"\n2,"b"\n3,"${one}"`],
    [{}, `id,doc\n1,"first\n${one}"\n2,b\n`],
    [{}, `id,doc\n1,"${one}\r\n2,"b"\n3,"${one}`],
    [{ escape: '\\' }, `id,doc\n1,"${one}\\"\n2,b\\"\n3,c"\n4,d\n`],
    [{ delimiter: '||' }, `id||doc\n1||"${one}\n2||b"\n3||c\n4||"${one}"||d"\n`],
    [{ delimiter: '|é', quote: '«' }, `id|édoc\n1|é«${one}\n2««|éb«\n3|éc\n4|é«${one}««é\n5|é«\n`],
    [{}, `id,doc\n1,"first\n${'id,doc\n'.repeat(12)}"\n2, "b"\nid,doc\n`],
    [{ encoding: 'utf-16le' }, `id,doc\n1,"${one}\n2,b\n`],
    [{ recordSeparator: '~~' }, `id,doc~~1,"${one}~~2,b"~~3,"${one}"~~4,d`],
  ];
  for (const [spec, content] of contents) {
    const text = JSON.stringify({ name: 'long-cells', format: 'CSV', maxRecordBytes: 60, fields, ...spec });
    const any = await loadModule({ path: 'long-cells.json', text, syntax: 'json' });
    const bytes =
      'encoding' in spec ? Uint8Array.from(Buffer.from(content, 'utf16le')) : new TextEncoder().encode(content);
    const summarize = (chunkBytes: number) => {
      const batches = transform(any, cutChunks(bytes, [chunkBytes]), {});
      return batches.map(({ warnings, recordIssues }) => ({ warnings, recordIssues }));
    };
    const merge = (batches: ReturnType<typeof summarize>) => [
      mergeWarnings(batches.flatMap(({ warnings }) => warnings)),
      batches.flatMap(({ recordIssues }) => recordIssues),
    ];
    const expected = merge(summarize(1000));
    for (const chunkBytes of [1, 2, 3, 7, 90])
      assert.equal(merge(summarize(chunkBytes)), expected, `${content.slice(0, 40)}, chunks of ${chunkBytes}`);
  }
});

function readFrom(bytes: Uint8Array, chunkBytes: number, from: Batch['next'] | undefined): Batch[] {
  const transformer = module.createTransformer({ batchRecords: 1, ...(from !== undefined && { from }) });
  const batches: Batch[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    batches.push(...transformer.push(bytes.subarray(at, at + chunkBytes)));
  batches.push(...transformer.end());
  return batches;
}

test.run();
