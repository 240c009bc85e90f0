import { deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { readZipEntry } from '../../runtime/reading/source/decompress/zip-entry.ts';
import { inflate, type InflateInput } from '../../runtime/reading/source/decompress/inflate.ts';
import { createZip } from './zip.ts';
import { randomOf } from '../support/random.ts';

const LARGE = 1 << 30;

async function* split(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes);
}

/** Returns the content of compressed bytes, or the code of the failure. */
async function read(bytes: Uint8Array, chunkBytes: number, method: InflateInput['method'] = 'gzip'): Promise<string> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of inflate({ chunks: split(bytes, chunkBytes), method, maxBytes: LARGE }))
      pieces.push(piece);
  } catch (error) {
    if (error instanceof RunFailure) return error.code;
    throw error;
  }
  return Buffer.concat(pieces).toString('latin1');
}

const first = gzipSync('a;b\n1;2\n');
const second = gzipSync('3;4\n'.repeat(50_000));
const both = Buffer.concat([first, second]);
const CHUNKS = [1, 7, first.length, first.length + 1, 1 << 20];

test('members of gzip follow each other, and zeros may follow the last one', async () => {
  const content = `a;b\n1;2\n${'3;4\n'.repeat(50_000)}`;
  for (const chunkBytes of CHUNKS) {
    assert.ok((await read(both, chunkBytes)) === content, `${chunkBytes}`);
    for (const zeros of [1, 10, 512, 70_000])
      assert.ok((await read(Buffer.concat([both, Buffer.alloc(zeros)]), chunkBytes)) === content, `${zeros} zeros`);
  }
});

test('a member after zeros, or one that begins with a zero byte, is a failure and is not left out', async () => {
  const zeroed = Buffer.from(second);
  zeroed[0] = 0;
  const inputs = {
    'zeros between members': Buffer.concat([first, Buffer.alloc(512), second]),
    'one zero between members': Buffer.concat([first, Buffer.alloc(1), second]),
    'a zeroed first byte': Buffer.concat([first, zeroed]),
    'zeros, then text': Buffer.concat([both, Buffer.alloc(20), Buffer.from('x')]),
    text: Buffer.concat([both, Buffer.from('1;2\n')]),
    'half a header': Buffer.concat([both, first.subarray(0, 5)]),
    'a truncated member': both.subarray(0, -1),
  };
  for (const [name, bytes] of Object.entries(inputs))
    for (const chunkBytes of CHUNKS)
      assert.is(await read(bytes, chunkBytes), 'decompression_failed', `${name}, ${chunkBytes}`);
});

test('bytes after the end of a deflate stream are a failure', async () => {
  const bytes = deflateRawSync('1;2\n'.repeat(100));
  for (const chunkBytes of [1, 7, bytes.length, 1 << 20]) {
    assert.is(await read(bytes, chunkBytes, 'deflate'), '1;2\n'.repeat(100));
    for (const rest of [Buffer.alloc(1), Buffer.from('x'), Buffer.alloc(512)])
      assert.is(await read(Buffer.concat([bytes, rest]), chunkBytes, 'deflate'), 'decompression_failed');
  }
});

test('what is read from damaged members is what an independent reader reads, or a failure', async () => {
  const numbers = randomOf(20261126, 0);
  const random = (below: number): number => numbers.below(below);
  const members = Array.from({ length: 4 }, (_, i) => gzipSync(`${i};${'x'.repeat(i * 300)}\n`.repeat(20)));
  const whole = Buffer.concat(members);
  const ends = members.map((_, i) => Buffer.concat(members.slice(0, i + 1)).length);
  const near = ends.flatMap((end) => [end - 9, end - 8, end - 4, end - 1, end, end + 1, end + 3, end + 9]);
  for (const at of near.filter((one) => one < whole.length)) {
    const zeroed = Buffer.from(whole).fill(0, at, Math.min(whole.length, at + 1 + random(20)));
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
    for (const bytes of [zeroed, flipped, whole.subarray(0, at)]) {
      const found = await read(bytes, 1 + random(200));
      if (found !== 'decompression_failed') assert.ok(found === readAlone(bytes), `at ${at}`);
    }
  }
});

/** Reads all members one after the other, each alone, by its known end. Throws if one is damaged. */
function readAlone(bytes: Buffer): string {
  let text = '';
  let from = 0;
  while (from < bytes.length) {
    if (bytes.subarray(from).every((byte) => byte === 0)) return text;
    let to = from + 18;
    for (; ; to++) {
      if (to > bytes.length) throw new Error('no member');
      try {
        text += gunzipSync(bytes.subarray(from, to)).toString('latin1');
        break;
      } catch {
        // The member is longer.
      }
    }
    from = to;
  }
  return text;
}

/** Returns the file of an archive, or the message of the failure. */
async function find(archive: Buffer): Promise<number | string> {
  try {
    const entry = await readZipEntry(async (at, length) => archive.subarray(at, at + length), archive.length);
    return entry.bytes;
  } catch (error) {
    if (error instanceof RunFailure) return error.message;
    throw error;
  }
}

const file = { name: 'a.csv', content: Buffer.from('a\n1\n') };

test('an archive whose end record counts fewer files than its directory has is damaged', async () => {
  for (const zip64 of [false, true]) {
    const archive = createZip([file, { ...file, name: 'b.csv', zip64 }]);
    assert.match(String(await find(archive)), /more than one file/);
    const end = archive.lastIndexOf(Buffer.from(zip64 ? [0x50, 0x4b, 6, 6] : [0x50, 0x4b, 5, 6]));
    const count = Buffer.from(archive);
    if (zip64) count.writeBigUInt64LE(1n, end + 32);
    else count.writeUInt16LE(1, end + 10);
    assert.is(await find(count), 'the zip archive is damaged');
    const size = Buffer.from(count);
    const bytes = archive.readUInt32LE(end + (zip64 ? 40 : 12));
    const entry = 46 + file.name.length;
    if (zip64) size.writeBigUInt64LE(BigInt(entry), end + 40);
    else size.writeUInt32LE(entry, end + 12);
    assert.ok(bytes > entry);
    assert.is(await find(size), 'the zip archive is damaged');
  }
});

test('an entry with the name of a folder and with content is a file', async () => {
  assert.is(await find(createZip([{ name: 'd/', content: Buffer.alloc(0) }, file])), file.content.length);
  assert.is(await find(createZip([{ ...file, name: 'd/' }])), file.content.length);
  assert.match(String(await find(createZip([{ ...file, name: 'd/' }, file]))), /more than one file/);
});

test('an archive with several files is refused with their names, and a workbook by its kind', async () => {
  const names = ['jan.csv', 'feb.csv', 'c', 'd', 'e', 'f'];
  assert.match(
    String(await find(createZip(names.slice(0, 2).map((name) => ({ ...file, name }))))),
    /more than one file \("jan.csv", "feb.csv"\): name those/,
  );
  assert.match(String(await find(createZip(names.map((name) => ({ ...file, name }))))), /"e", …\)/);
  const parts = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml'];
  assert.match(String(await find(createZip(parts.map((name) => ({ ...file, name }))))), /the file is xlsx/);
});

test.run();
