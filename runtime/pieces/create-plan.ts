import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type DividedFile, divideFile, type FileToDivide } from '../reading/run/divide-file.ts';
import type { PieceOfPlan } from './plan-file.ts';

/** A file to divide. */
export interface PlanWork extends Omit<FileToDivide, 'onPiece'> {
  /** The path of the file, which is not compressed. */
  path: string;
}

/** The pieces of a file with their checksums, and the result of reading it without publishing anything. */
export interface PlannedFile extends DividedFile {
  pieces: PieceOfPlan[];
}

/** Divides a file, and adds the checksum of each piece. Returns null if the file is compressed. Throws like runFile(). */
export async function createPlan({ path, ...work }: PlanWork): Promise<PlannedFile | null> {
  const hashes: string[] = [];
  const onPiece = async (from: number, to: number) => void hashes.push(await hashRange(path, from, to));
  const divided = await divideFile({ ...work, onPiece });
  if (divided === null) return null;
  return { ...divided, pieces: divided.pieces.map((piece, index) => ({ ...piece, sha256: hashes[index] ?? '' })) };
}

/** Returns the SHA-256 of the bytes of a file between two offsets, hexadecimal. Throws the system's error. */
export async function hashRange(path: string, from: number, to: number): Promise<string> {
  const hash = createHash('sha256');
  if (to > from)
    for await (const chunk of createReadStream(path, { start: from, end: to - 1, highWaterMark: 1024 * 1024 }))
      hash.update(chunk as Buffer);
  return hash.digest('hex');
}
