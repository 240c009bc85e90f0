import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { LocalFile } from '../reading/source/disk/local-file.ts';
import { openFileSliceReader } from '../reading/source/disk/slice-reader.ts';
import { type DividedFile, divideFile, type FileToDivide } from '../reading/run/divide-file.ts';
import type { PieceOfPlan } from './plan-file.ts';

/** A file to divide. */
export interface PlanWork extends Omit<FileToDivide, 'onPiece'> {
  /** The file, which is not compressed. */
  file: LocalFile;
}

/** The pieces of a file with their checksums, and the result of reading it without publishing anything. */
export interface PlannedFile extends DividedFile {
  pieces: PieceOfPlan[];
}

/** Divides a file, and adds the checksum of each piece. Returns null if the file is compressed. Throws like runFile(). */
export async function createPlan({ file, ...work }: PlanWork): Promise<PlannedFile | null> {
  const hashes: string[] = [];
  const onPiece = async (from: number, to: number) => void hashes.push(await hashRange(file, from, to));
  const divided = await divideFile({ ...work, onPiece });
  if (divided === null) return null;
  return { ...divided, pieces: divided.pieces.map((piece, index) => ({ ...piece, sha256: hashes[index] ?? '' })) };
}

/** Returns the SHA-256 of the bytes of a file between two offsets, hexadecimal. Throws the errors of reading it. */
export async function hashRange(file: LocalFile, from: number, to: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readRange(file, from, to)) hash.update(chunk);
  return hash.digest('hex');
}

async function* readRange({ path, blocks }: LocalFile, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (to <= from) return;
  if (blocks === undefined) {
    yield* createReadStream(path, { start: from, end: to - 1, highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
    return;
  }
  const slices = await openFileSliceReader({ path, blocks });
  try {
    yield* slices.readRange(from, to);
  } finally {
    await slices.close();
  }
}
