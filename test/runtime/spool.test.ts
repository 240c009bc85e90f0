import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openFileSource } from '../../runtime/reading/source/file-source.ts';
import { openSpool } from '../../runtime/reading/source/spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-spool-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Yields chunks in one buffer, which the next chunk overwrites. */
async function* inOneBuffer(chunks: number, bytes: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(bytes);
  for (let chunk = 1; chunk <= chunks; chunk++) yield buffer.fill(chunk);
}

test('the spooled file equals the received bytes, also if the chunks share a buffer', async () => {
  const bytes = 300_000;
  const { path, sha256 } = await openSpool(folder).receive(inOneBuffer(40, bytes), {
    fileName: 'f',
    maxBytes: Infinity,
    reusesChunks: true,
  });
  const kept = readFileSync(path);
  assert.is(kept.length, 40 * bytes);
  for (let chunk = 1; chunk <= 40; chunk++)
    assert.ok(
      kept.subarray((chunk - 1) * bytes, chunk * bytes).every((byte) => byte === chunk),
      `chunk ${chunk}`,
    );
  assert.is(sha256, createHash('sha256').update(kept).digest('hex'));
});

test('a file is received from its location', async () => {
  const path = join(folder, 'large');
  writeFileSync(path, Buffer.from(Uint32Array.from({ length: 3_000_000 }, (_, index) => index * 2654435761).buffer));
  const source = await openFileSource(path);
  const received = await openSpool(folder).receive(source.chunks(0), {
    fileName: 'f',
    maxBytes: Infinity,
    reusesChunks: true,
  });
  await source.close();
  assert.ok(readFileSync(received.path).equals(readFileSync(path)));
});

test.run();
