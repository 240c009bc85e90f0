import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import type { SerializedResult } from '../../runtime/base/model/result.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { DryRunRequest } from '../../runtime/runs/run-request.ts';
import { openSpool, type ArrivingFile, type SpooledFile } from '../../runtime/reading/source/spool.ts';
import { createFileProgress, notifyAborted, notifyWritten } from '../../runtime/reading/source/disk/file-progress.ts';
import { openArrivingSource } from '../../runtime/reading/source/file-source.ts';
import { openArriving } from '../../runtime/reading/source/open-source.ts';
import { cacheModule, rejectionOf, suiteOfRuns } from './data-folder.ts';
import { eventually } from './service.ts';
import { createZip } from './zip.ts';

/** Files that are read while they are still being received. */
const test = suiteOfRuns('arriving files', 'all');
const GiB = 2 ** 30;

/** An upload whose pieces arrive when the test releases them. */
class Upload {
  readonly #stream = new Readable({ read() {} });
  readonly file: ArrivingFile;

  constructor(folder: string, expectedBytes: number | null = null) {
    this.file = openSpool(folder).receiveTransient(this.#stream, {
      fileName: 'a.txt',
      maxBytes: Infinity,
      expectedBytes,
    });
    this.file.received.catch(() => {});
    // The upload may end before anybody reads it.
    this.#stream.on('error', () => {});
  }

  send(bytes: Uint8Array | string): void {
    this.#stream.push(bytes);
  }

  end(): Promise<SpooledFile> {
    this.#stream.push(null);
    return this.file.received;
  }

  breakOff(): void {
    this.#stream.destroy(new Error('the client disconnected'));
  }
}

const content = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `line ${index}\n`).join(''));
const files = {
  plain: content,
  short: Buffer.from('ab'),
  empty: Buffer.alloc(0),
  gzip: gzipSync(content),
  zip: createZip([{ name: 'a.csv', content }]),
};

for (const [what, bytes] of Object.entries(files)) {
  test(`a file that is ${what} is read while it arrives`, async ({ folder }) => {
    const upload = new Upload(folder);
    const opening = openArriving(upload.file, { maxBytes: GiB });
    for (let at = 0; at < bytes.length; at += 100_001) {
      upload.send(bytes.subarray(at, at + 100_001));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const ended = upload.end();
    const source = await opening;
    const chunks: Buffer[] = [];
    for await (const chunk of source.chunks(0)) chunks.push(Buffer.from(chunk));
    await source.close();
    assert.ok(Buffer.concat(chunks).equals(what === 'gzip' || what === 'zip' ? content : bytes));
    assert.is((await ended).bytes, bytes.length);
  });

  test(`an upload that is ${what} and aborts is never treated as complete`, async ({ folder }) => {
    const upload = new Upload(folder);
    const reading = (async () => {
      const source = await openArriving(upload.file, { maxBytes: GiB });
      try {
        for await (const _ of source.chunks(0));
      } finally {
        await source.close();
      }
    })();
    upload.send(bytes);
    setTimeout(() => upload.breakOff(), 20);
    assert.is((await rejectionOf(reading)).name, 'FileIncomplete');
  });
}

test('an upload that aborts while its file is being opened is not complete', async ({ folder }) => {
  const fileProgress = createFileProgress();
  notifyWritten(fileProgress, 1);
  const arrival = { path: `${folder}/removed`, fileName: 'a.txt', fileProgress, expectedBytes: null };
  const reading = openArrivingSource(arrival);
  // The bytes were there, and the file is removed before it is opened.
  notifyAborted(fileProgress);
  assert.is((await rejectionOf(reading)).name, 'FileIncomplete');
});

const dryRunOf = (folder: string, file: DryRunRequest['file']): DryRunRequest => ({
  file,
  module: cacheModule(folder),
  specId: null,
  options: createRunOptions({ today: '2024-02-29' }),
});
const lines = (count: number, line = 'line of some length'): string =>
  Array.from({ length: count }, (_, index) => `${line} ${index}\n`).join('');
const timeless = ({ durationMs: _, ...result }: SerializedResult) => result;

test('a dry run of an arriving file reports its first records before the last arrive, and ends with the same result', async ({
  all,
  folder,
}) => {
  const upload = new Upload(folder);
  let reported = '';
  const result = all.runs.dryRun(dryRunOf(folder, upload.file), { onErrors: async (some) => void (reported += some) });
  upload.send(lines(100_000, 'W'));
  await eventually(() => reported.includes('"record":1,'));
  assert.not.match(reported, /"record":100000,/);
  upload.send(lines(10, 'E'));
  const file = await upload.end();
  assert.equal(timeless(await result), timeless(await all.runs.dryRun(dryRunOf(folder, file))));
  assert.is(reported.split('\n').length - 1, 100_010);
  assert.is((await result).fileSha256, file.sha256);
});

test('a dry run fails when its upload is aborted', async ({ all, folder }) => {
  const upload = new Upload(folder);
  const result = all.runs.dryRun(dryRunOf(folder, upload.file));
  upload.send(lines(20_000));
  setTimeout(() => upload.breakOff(), 100);
  assert.match((await rejectionOf(result)).message, /not received completely|has gone/);
});

test('slow uploads do not occupy the threads that other files need', async ({ all, folder }) => {
  const slow = Array.from({ length: 30 }, () => new Upload(folder));
  const results = slow.map(({ file }) => all.runs.dryRun(dryRunOf(folder, file)));
  for (const upload of slow) upload.send(lines(2000));
  const quick = new Upload(folder);
  const result = all.runs.dryRun(dryRunOf(folder, quick.file));
  quick.send('a\n');
  await quick.end();
  assert.is((await result).totalRecords, 1);
  for (const upload of slow) await upload.end();
  assert.equal(
    (await Promise.all(results)).map(({ totalRecords }) => totalRecords),
    slow.map(() => 2000),
  );
});

test.run();
