import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SerializedResult } from '../../runtime/base/model/result.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { createFileMemory, type FileMemory } from '../../runtime/reading/source/file-memory.ts';
import { openSource } from '../../runtime/reading/source/open-source.ts';
import type { SpooledFile } from '../../runtime/reading/source/spool.ts';
import { verifyFile } from '../../runtime/reading/source/verify-file.ts';
import { cacheModule, createDataFolder, openAll, rejectionOf, spoolText } from './data-folder.ts';
import { createZip } from './zip.ts';

/** Files that are received into memory. */
const test = suite('file memory');
const folder = mkdtempSync(join(tmpdir(), 'specmill-memory-'));
test.after(() => rmSync(folder, { recursive: true }));

const LIMITS = { maxFileBytes: 100, maxBytes: 150 };
const FILE = { fileName: 'a.csv', maxBytes: 1000 };

function receive(memory: FileMemory, content: Uint8Array, bytes = content.length): Promise<SpooledFile> | null {
  return memory.receive(Readable.from([content.subarray(0, 3), content.subarray(3)]), bytes, FILE);
}

async function received(memory: FileMemory, content: Uint8Array): Promise<SpooledFile> {
  const file = await receive(memory, content);
  if (file === null) throw new Error('there is no room in the memory');
  return file;
}

test('a small file is received into a buffer of its own', async () => {
  const content = randomBytes(90);
  const file = await received(createFileMemory(folder, LIMITS), content);
  assert.equal(file.content, new Uint8Array(content));
  assert.is(file.content?.buffer.byteLength, 90);
  assert.is(file.sha256, createHash('sha256').update(content).digest('hex'));
  assert.equal([file.fileName, file.bytes], ['a.csv', 90]);
});

test('files over the limits are not received, until memory is released', async () => {
  const memory = createFileMemory(folder, LIMITS);
  assert.is(receive(memory, randomBytes(101)), null);
  const first = await received(memory, randomBytes(100));
  assert.is(receive(memory, randomBytes(51)), null);
  const second = await received(memory, randomBytes(50));
  memory.release(second);
  memory.release(second);
  assert.is(receive(memory, randomBytes(51)), null);
  memory.release(first);
  assert.is((await received(memory, randomBytes(100))).bytes, 100);
});

test('memory is reserved while a file arrives, and released if it does not', async () => {
  const memory = createFileMemory(folder, LIMITS);
  const arriving = new Readable({ read() {} });
  const file = memory.receive(arriving, 100, FILE);
  assert.is(receive(memory, randomBytes(51)), null);
  arriving.destroy(new Error('the client disconnected'));
  assert.is((await rejectionOf(file ?? Promise.resolve())).message, 'the client disconnected');
  assert.is((await received(memory, randomBytes(100))).bytes, 100);
});

test('a file larger than its limit is rejected', async () => {
  const memory = createFileMemory(folder, LIMITS);
  const file = memory.receive(Readable.from([randomBytes(11)]), 50, { ...FILE, maxBytes: 10 });
  const error = await rejectionOf(file ?? Promise.resolve());
  assert.is(error.message, 'the file is larger than 10 bytes');
  assert.is((await rejectionOf(receive(memory, randomBytes(50), 40) ?? Promise.resolve())).name, 'FileTooLarge');
});

const text = Buffer.from(Array.from({ length: 9000 }, (_, index) => `line ${index}\n`).join(''));
const gzip = gzipSync(text);
const files = {
  plain: text,
  empty: Buffer.alloc(0),
  gzip,
  'gzip, cut': gzip.subarray(0, 900),
  zip: createZip([{ name: 'a.csv', content: text }]),
  'zip, damaged': createZip([{ name: 'a.csv', content: text, crc32: 1 }]),
};

async function readAll(path: string, content: Uint8Array | undefined, from: number): Promise<unknown[]> {
  const source = await openSource(path, { maxBytes: 1e6, content });
  const chunks: Buffer[] = [];
  const failure = await (async () => {
    for await (const chunk of source.chunks(from)) chunks.push(Buffer.from(chunk));
    return null;
  })().catch((error: Error) => error.message);
  const { fileName, totalBytes } = source;
  const read = [Buffer.concat(chunks).toString('latin1'), failure, fileName, totalBytes, source.bytesRead()];
  const sha256 = await source.sha256();
  await source.close();
  return [...read, sha256];
}

for (const [what, content] of Object.entries(files)) {
  test(`a file in memory that is ${what} is read like one on disk`, async () => {
    const path = join(folder, 'on-disk');
    writeFileSync(path, content);
    for (const from of content.length === 0 ? [0] : [0, 4321])
      assert.equal(await readAll(path, content, from), await readAll(path, undefined, from));
  });
}

test('the hash of a file in memory is verified', async () => {
  const file = { path: join(folder, 'missing'), content: text };
  const { signal } = new AbortController();
  await verifyFile(file, createHash('sha256').update(text).digest('hex'), signal);
  assert.match((await rejectionOf(verifyFile(file, 'ab', signal))).message, /no longer the file/);
});

test('a dry run of a file in memory has the result of one in the spool', async () => {
  const data = createDataFolder();
  const all = await openAll(data.folder);
  const memory = createFileMemory(data.folder);
  const timeless = ({ durationMs: _, ...result }: SerializedResult) => result;
  for (const lines of ['', 'a\nW\nE\nF\nb', 'W Ã¤\n'.repeat(400)]) {
    const request = {
      module: cacheModule(data.folder),
      specId: null,
      options: createRunOptions({ today: '2024-02-29' }),
    };
    const file = await memory.receive(Readable.from([Buffer.from(lines)]), 2000 + lines.length, {
      fileName: 'a.txt',
      maxBytes: 1e6,
    });
    if (file === null) throw new Error('there is no room in the memory');
    const spooled = await spoolText(data.folder, lines);
    assert.equal(
      timeless(await all.runs.dryRun({ ...request, file })),
      timeless(await all.runs.dryRun({ ...request, file: spooled })),
    );
  }
  await all.close();
  data.remove();
});

test.run();
