import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import type { ContestantResult } from '../checks/collector.ts';
import type { Prepare } from './contestant.ts';
import { CHUNK_BYTES } from './read-rows.ts';

const NOTHING: ContestantResult = { records: 0, good: 0, issues: null, hash: null };

/** A loop that copies every byte: an approximate upper limit for readers in JavaScript. */
export const prepareCopyLoop: Prepare =
  async ({ file }) =>
  async () => {
    const copied = new Uint8Array(CHUNK_BYTES);
    forEachChunk(file, (chunk) => copyBytes(chunk, copied));
    return NOTHING;
  };

/** A loop that only searches line ends. */
export const prepareLineScan: Prepare =
  async ({ file }) =>
  async () => {
    let lines = 0;
    forEachChunk(file, (chunk) => (lines += countLines(chunk)));
    return { ...NOTHING, records: lines };
  };

/** libxml2's streaming reader, which only parses. Its time includes the start of the process. */
export const prepareXmllint: Prepare =
  async ({ file }) =>
  async () => {
    const { status, error, stderr } = spawnSync('xmllint', ['--stream', '--noout', file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`xmllint: ${error?.message ?? stderr}`);
    return NOTHING;
  };

// A top-level function, so that later readings reuse the code compiled for the first one.
function copyBytes(from: Uint8Array, to: Uint8Array): void {
  for (let at = 0; at < from.length; at++) to[at] = from[at] as number;
}

function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = 0; at < chunk.length; at++) if (chunk[at] === 10) lines++;
  return lines;
}

function forEachChunk(file: string, take: (chunk: Uint8Array) => void): void {
  const chunk = new Uint8Array(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk))
    take(chunk.subarray(0, read));
  closeSync(descriptor);
}
