import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMINED_BYTES, findSuspectEncoding } from '../../runtime/reading/run/suspect-encoding.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import { Readable } from 'node:stream';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { createNoneSink } from '../../runtime/sink/none.ts';
import { createLoader } from '../samples/load-module.ts';

const spec = { name: 's', version: '0', format: 'CSV' as const, fields: [] };
const latin = { ...spec, encoding: 'windows-1252' };
const utf8 = { ...spec, encoding: 'utf-8' };

function isSuspect(of: typeof latin | (Omit<typeof latin, 'format'> & { format: 'XML' }), bytes: Uint8Array): boolean {
  return findSuspectEncoding(of, bytes, bytes.length < EXAMINED_BYTES)?.code === 'ENCODING_SUSPECT';
}

const text = (content: string) => Buffer.from(content);

test('UTF-8 read in a single-byte encoding is suspect from three sequences on', () => {
  assert.is(isSuspect(latin, text('äö')), false);
  assert.is(isSuspect(latin, text('äöü')), true);
  assert.is(isSuspect(latin, text('日本語')), true);
  assert.is(isSuspect({ ...spec, encoding: 'IBM273' }, text('äöü')), true);
  assert.is(isSuspect({ ...spec, encoding: 'shift_jis' }, text('äöü')), false);
});

test('sequences are found at each place of bytes that start at any offset of their buffer', () => {
  for (let offset = 0; offset < 4; offset++)
    for (let before = 0; before < 6; before++)
      for (let after = 0; after < 6; after++) {
        const buffer = Buffer.concat([
          Buffer.alloc(offset),
          Buffer.alloc(before, 'a'),
          text('äöü'),
          Buffer.alloc(after, 'a'),
        ]);
        const bytes = new Uint8Array(Uint8Array.from(buffer).buffer, offset);
        assert.ok(isSuspect(latin, bytes), `${offset} ${before} ${after}`);
      }
  assert.not(isSuspect(latin, text('')));
});

test('one sequence that is not UTF-8 clears the file', () => {
  for (const bytes of [[0xe4], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80]])
    assert.is(isSuspect(latin, Buffer.concat([text('äöü '), Uint8Array.from(bytes)])), false, bytes.join());
});

test('a character that is cut where the examined bytes end is no reason', () => {
  const bytes = Buffer.concat([text('äöü'), Buffer.alloc(EXAMINED_BYTES - 7, 0x20), Uint8Array.of(0xc3)]);
  assert.is(bytes.length, EXAMINED_BYTES);
  assert.is(isSuspect(latin, bytes), true);
});

test('a file that declares its encoding is not suspect', () => {
  assert.is(isSuspect(latin, text('\ufeffäöü')), false);
  assert.is(isSuspect(latin, Buffer.from('\ufeffäöü', 'utf16le')), false);
  assert.is(isSuspect({ ...latin, format: 'XML' }, text('<?xml version="1.0" encoding="UTF-8"?><a>äöü</a>')), false);
  assert.is(isSuspect({ ...latin, format: 'XML' }, text('<a>äöü</a>')), true);
});

test('text that is encoded as UTF-8 twice is suspect from three characters on', () => {
  const twice = (content: string) => text(Buffer.from(content).toString('latin1'));
  assert.is(isSuspect(utf8, twice('äö')), false);
  assert.is(isSuspect(utf8, twice('äöü')), true);
  assert.is(isSuspect(utf8, twice('Привет')), true);
  assert.is(isSuspect(latin, Buffer.concat([text('\ufeff'), twice('ÄÖÜ')])), true);
  assert.is(isSuspect(utf8, text('NÃO é «Ã» “café”… ÄÖÜ “naïveté” Spaß“ Maß“ Fuß“')), false);
});

test('a pipe is examined while it is read', async () => {
  const source = `name: p\nformat: CSV\nencoding: windows-1252\nfields: [{ name: a, type: STRING }]`;
  const { module } = await createLoader()({ path: 'p.yaml', text: source, syntax: 'yaml' });
  const info = {
    runId: null,
    spec: module.spec,
    specId: null,
    fileName: '-',
    fileSha256: null,
    options: createRunOptions({ today: '2024-02-29' }),
  };
  const chunks = Readable.from([text('a\nä'), text('ö\nü\n')]);
  const result = await runFile({ info, module, source: createStreamSource(chunks, '-'), sink: createNoneSink() });
  assert.equal(
    result.warnings.map(({ code }) => code),
    ['ENCODING_SUSPECT'],
  );
});

test.run();
