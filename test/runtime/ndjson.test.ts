import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { writeAt } from '../../runtime/base/files/write-at.ts';
import { createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import type { HeldMessages } from '../../runtime/base/model/held-messages.ts';
import type { CountedBatch } from '../../runtime/base/model/issue-counts.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { createStreamTarget, openLineFile } from '../../runtime/sink/line-targets.ts';
import { createNdjsonSink } from '../../runtime/sink/ndjson.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-ndjson-'));
test.after(() => rmSync(folder, { recursive: true }));

/** A batch whose messages end with a line feed, as the sink requests them. */
function batchOf(...texts: string[]): Batch {
  const messages = texts.map((text) => `${text}\n`);
  let end = 0;
  const ends = Uint32Array.from(messages, (message) => (end += Buffer.byteLength(message)));
  return {
    firstRecord: 1,
    records: messages.length,
    count: messages.length,
    bytes: Buffer.from(messages.join('')),
    ends,
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(messages.length),
    corrected: 0,
    otherLines: 0,
    recordIssues: [],
    warnings: [],
    failure: null,
    next: { byteOffset: 0, line: 0, record: messages.length, state: null },
  };
}

// Only the status is used.
const resultOf = (status: ProcessingResult['status']) => ({ status }) as ProcessingResult;

async function write(path: string, batches: Batch[], result: ProcessingResult | null): Promise<void> {
  const sink = createNdjsonSink(await openLineFile(path));
  for (const batch of batches) await sink.commit(batch, createCheckpoint());
  await sink.close(result);
}

const LONG = JSON.stringify({ ü: 'x'.repeat(100_000) });

test('a line for each message, in order', async () => {
  const path = join(folder, 'a.ndjson');
  await write(path, [batchOf('{"a":1}', '{"a":"ü"}'), batchOf(), batchOf(LONG), batchOf('{}')], resultOf('SUCCESS'));
  assert.is(readFileSync(path, 'utf8'), `{"a":1}\n{"a":"ü"}\n${LONG}\n{}\n`);
  assert.equal(readdirSync(folder), ['a.ndjson']);
});

test('the output file appears when the run ends; a failed run leaves the old file unchanged', async () => {
  const path = join(folder, 'b.ndjson');
  for (const result of [null, resultOf('FAILED')]) {
    await write(path, [batchOf('{}')], result);
    assert.not(existsSync(path));
  }
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  const sink = createNdjsonSink(await openLineFile(path));
  await sink.commit(batchOf('{}'), createCheckpoint());
  assert.is(readFileSync(path, 'utf8'), 'old');
  await sink.close(resultOf('PARTIAL_SUCCESS'));
  assert.is(readFileSync(path, 'utf8'), '{}\n');
  assert.is(statSync(path).mode & 0o777, 0o640);
  assert.equal(readdirSync(folder), ['a.ndjson', 'b.ndjson']);
});

test('a symbolic link is followed, a device is written directly', async () => {
  const link = join(folder, 'link');
  symlinkSync('b.ndjson', link);
  await write(link, [batchOf('{"new":1}')], resultOf('SUCCESS'));
  assert.is(readFileSync(join(folder, 'b.ndjson'), 'utf8'), '{"new":1}\n');
  await write('/dev/null', [batchOf('{}')], resultOf('SUCCESS'));
  assert.ok(statSync('/dev/null').isCharacterDevice());
});

/** A stream that needs a turn of the event loop for each write. */
function createSlowStream(onWrite: (bytes: Uint8Array) => void): Writable {
  return new Writable({
    highWaterMark: 1,
    write(bytes, _encoding, done) {
      onWrite(bytes);
      setImmediate(done);
    },
  });
}

test('a stream is written in order, while further batches are committed', async () => {
  let text = '';
  const sink = createNdjsonSink(createStreamTarget(createSlowStream((bytes) => (text += Buffer.from(bytes)))));
  const numbers = Array.from({ length: 50 }, (_, i) => String(i));
  for (const number of numbers) await sink.commit(batchOf(number), createCheckpoint());
  await sink.close(resultOf('SUCCESS'));
  assert.is(text, numbers.map((number) => `${number}\n`).join(''));
});

test('a run waits while the target is slower than its reader', async () => {
  let written = 0;
  let committed = 0;
  let most = 0;
  const count = (bytes: Uint8Array) => {
    most = Math.max(most, committed - written);
    written += bytes.length;
  };
  const sink = createNdjsonSink(createStreamTarget(createSlowStream(count)));
  for (let i = 0; i < 100; i++) {
    committed += LONG.length;
    await sink.commit(batchOf(LONG), createCheckpoint());
  }
  await sink.close(resultOf('SUCCESS'));
  assert.ok(written >= committed);
  assert.ok(most < 9 * 1024 * 1024, `${most} bytes waited`);
});

/** A batch with a line of 1 MiB that another thread holds. `written` has the offsets at which such lines were written. */
function heldBatch(line: string, written: number[], fails: boolean): CountedBatch {
  const bytes = Buffer.from(`${line.padEnd(MIB - 1)}\n`);
  const held: HeldMessages = {
    bytes: MIB,
    async write(path, position) {
      await turn();
      if (fails) throw new Error('the disk is broken');
      const descriptor = openSync(path, 'r+');
      writeAt(descriptor, bytes, position);
      closeSync(descriptor);
      written.push(position);
      return 0;
    },
  };
  return { ...batchOf(''), bytes: new Uint8Array(0), held };
}

const MIB = 1024 * 1024;

test('messages of another thread and of this one are written at their places', async () => {
  const path = join(folder, 'held.ndjson');
  const sink = createNdjsonSink(await openLineFile(path));
  assert.ok(sink.writesHeld);
  const written: number[] = [];
  for (let i = 0; i < 20; i++)
    await sink.commit(i % 3 === 0 ? batchOf(String(i)) : heldBatch(String(i), written, false), createCheckpoint());
  assert.ok(written.length > 5, 'the run waited while 4 MiB were not written');
  await sink.close(resultOf('SUCCESS'));
  assert.is(written.length, 13);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  assert.equal(
    lines.map((line) => line.trimEnd()),
    Array.from({ length: 20 }, (_, i) => String(i)),
  );
  rmSync(path);
});

test('an error of another thread that writes ends the run after all other writes, and the file is discarded', async () => {
  const path = join(folder, 'held.ndjson');
  const sink = createNdjsonSink(await openLineFile(path));
  const written: number[] = [];
  for (const fails of [false, true, false]) await sink.commit(heldBatch('x', written, fails), createCheckpoint());
  assert.is(await errorOf(sink.close(resultOf('SUCCESS'))), 'the disk is broken');
  assert.equal(written, [0, 2 * MIB]);
  assert.not(existsSync(path));
  assert.equal(
    readdirSync(folder).filter((name) => name.includes('held')),
    [],
  );
});

test('a stream or a device accepts no messages of other threads', async () => {
  assert.is(createNdjsonSink(createStreamTarget(createSlowStream(() => {}))).writesHeld, undefined);
  const sink = createNdjsonSink(await openLineFile('/dev/null'));
  assert.is(sink.writesHeld, undefined);
  await sink.close(resultOf('SUCCESS'));
});

/** Returns the message of the error that a promise rejects with; empty if it resolves. */
const errorOf = (promise: Promise<void>) =>
  promise.then(
    () => '',
    (error: Error) => error.message,
  );

test('an error of the target ends the run, and the file is discarded', async () => {
  const done: string[] = [];
  const target = {
    write: async () => Promise.reject(new Error('the disk is broken')),
    finish: async () => void done.push('finish'),
    discard: async () => void done.push('discard'),
  };
  const sink = createNdjsonSink(target);
  await sink.commit(batchOf('1'), createCheckpoint());
  await new Promise(setImmediate);
  assert.match(await errorOf(sink.commit(batchOf('2'), createCheckpoint())), /broken/);
  await sink.close(null);
  assert.equal(done, ['discard']);
  const other = createNdjsonSink(target);
  await other.commit(batchOf('1'), createCheckpoint());
  assert.match(await errorOf(other.close(resultOf('SUCCESS'))), /broken/);
  assert.equal(done, ['discard', 'discard']);
});

test.run();
