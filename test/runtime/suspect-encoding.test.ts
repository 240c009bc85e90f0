import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMINED_BYTES, findSuspectEncoding } from '../../runtime/reading/run/suspect-encoding.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import { Readable } from 'node:stream';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { createNoneSink } from '../../runtime/sink/none.ts';
import { createLoader } from '../samples/load-module.ts';

const spec = { name: 's', version: '0', format: 'CSV' as const, fields: [] };
const latin = { ...spec, encoding: 'windows-1252' };
const utf8 = { ...spec, encoding: 'utf-8' };

function isSuspect(of: typeof latin | (Omit<typeof latin, 'format'> & { format: 'XML' }), bytes: Uint8Array): boolean {
  return findSuspectEncoding(of, bytes, bytes.length < EXAMINED_BYTES) !== null;
}

const text = (content: string) => Buffer.from(content);

test('UTF-8 read in a single-byte encoding is suspect from three sequences on', () => {
  assert.is(isSuspect(latin, text('äö')), false);
  assert.is(isSuspect(latin, text('äöü')), true);
  assert.is(isSuspect(latin, text('日本語')), true);
  assert.is(isSuspect({ ...spec, encoding: 'IBM273' }, text('äöü')), true);
  assert.is(isSuspect({ ...spec, encoding: 'shift_jis' }, text('äöü')), false);
});

test('one sequence within a word is enough', () => {
  for (const word of ['Müller', 'Straße', 'cafés', 'Muñoz', 'Grün', 'España', 'Königin', 'træd', 'Besançon'])
    assert.is(isSuspect(latin, text(`a;b\n1;${word}\n`)), true, word);
  for (const word of ['Ünal', 'ä', 'café', 'à la', 'MÜLLER', 'Ø 5', 'x²y'])
    assert.is(isSuspect(latin, text(`a;b\n1;${word}\n`)), false, word);
  // Correct text in windows-1252 whose bytes are also valid UTF-8.
  for (const bytes of [
    Buffer.from('IRM\xc3\xbb;MANH\xc3\x94', 'latin1'),
    Buffer.from('\xabN\xc3\xa3o\xbb', 'latin1'),
    Buffer.from('AMANH\xc3\xa0 noite', 'latin1'),
  ])
    assert.is(isSuspect(latin, bytes), false, bytes.toString('latin1'));
  assert.is(isSuspect({ ...spec, encoding: 'IBM273' }, text('Müller')), false);
  const twice = (content: string) => text(Buffer.from(content).toString('latin1'));
  for (const word of ['Müller', 'Straße', 'Muñoz']) assert.is(isSuspect(utf8, twice(`1;${word}\n`)), true, word);
  for (const word of ['ä', 'MÜLLER']) assert.is(isSuspect(utf8, twice(`1;${word}\n`)), false, word);
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

test('the code is that of the kind of suspicion', () => {
  const codeOf = (bytes: Uint8Array) => findSuspectEncoding(utf8, bytes, true)?.code;
  assert.is(codeOf(text(Buffer.from('äöü').toString('latin1'))), 'DOUBLE_ENCODED');
  assert.is(findSuspectEncoding(latin, text('äöü'), true)?.code, 'ENCODING_SUSPECT');
});

/** Reads a pipe with these chunks as windows-1252. `settings` are further keys of the spec. */
async function readPipe(settings: string, ...pieces: Buffer[]): Promise<ProcessingResult> {
  const source = `name: p\nformat: CSV\nencoding: windows-1252\n${settings}fields: [{ name: a, type: STRING }]`;
  const { module } = await createLoader()({ path: 'p.yaml', text: source, syntax: 'yaml' });
  const info = {
    runId: null,
    spec: module.spec,
    specId: null,
    fileName: '-',
    fileSha256: null,
    options: createRunOptions({ today: '2024-02-29' }),
  };
  const chunks = Readable.from(pieces);
  return await runFile({ info, module, source: createStreamSource(chunks, '-'), sink: createNoneSink() });
}

const suspectPieces = [text('a\nä'), text('ö\nü\n')];

test('a pipe in a suspect encoding fails before its first record', async () => {
  const { status, failure, totalRecords, warnings } = await readPipe('', ...suspectPieces);
  assert.equal([status, failure?.code, totalRecords, warnings], ['FAILED', 'ENCODING_SUSPECT', 0, []]);
});

test('4 MiB of a pipe decide: what follows does not matter', async () => {
  const line = Buffer.from('b'.repeat(1023) + '\n');
  const filler = Array.from({ length: EXAMINED_BYTES / 1024 }, () => line);
  const early = await readPipe('', text('a\näöü\n'), ...filler, Buffer.from([0xe4, 10]));
  assert.equal([early.failure?.code, early.totalRecords], ['ENCODING_SUSPECT', 0]);
  const late = await readPipe('', text('a\n'), ...filler, text('äöü\n'));
  assert.equal([late.status, late.totalRecords], ['SUCCESS', 4097]);
});

test('runWarnings keeps the warning, or silences it', async () => {
  const warned = await readPipe('runWarnings: { ENCODING_SUSPECT: WARNING }\n', ...suspectPieces);
  assert.equal([warned.status, warned.warnings.map(({ code }) => code)], ['SUCCESS', ['ENCODING_SUSPECT']]);
  const silent = await readPipe('runWarnings: { ENCODING_SUSPECT: IGNORE }\n', ...suspectPieces);
  assert.equal([silent.status, silent.totalRecords, silent.warnings], ['SUCCESS', 2, []]);
});

test('a FATAL warning about the header fails the run before its first record', async () => {
  const result = await readPipe('runWarnings: { UNKNOWN_COLUMN: FATAL }\n', text('a,b\n1,2\n'));
  assert.equal([result.status, result.failure?.code, result.totalRecords], ['FAILED', 'UNKNOWN_COLUMN', 0]);
  const empty = await readPipe('runWarnings: { EMPTY_FILE: FATAL }\n', text('a\n'));
  assert.equal([empty.status, empty.failure?.code], ['FAILED', 'EMPTY_FILE']);
});

test.run();
