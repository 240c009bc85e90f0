import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { createRandom, type Random } from './random.ts';

/** A file that is generated record by record up to a size. */
export interface Recipe {
  head: string;
  createRecord(number: number, random: Random): string;
  foot: string;
}

const SEED = 20_260_101;

/**
 * Writes the file of a recipe with about `bytes` bytes, unless it exists. The same recipe and size produce the same
 * bytes.
 */
export function writeRecipe(path: string, { head, createRecord, foot }: Recipe, bytes: number): void {
  if (existsSync(path)) return;
  const random = createRandom(SEED);
  const file = openSync(`${path}.part`, 'w');
  let written = writeSync(file, head);
  for (let number = 1; written < bytes; ) {
    const records: string[] = [];
    for (let left = 1000; left > 0; left--) records.push(createRecord(number++, random));
    written += writeSync(file, records.join(''));
  }
  writeSync(file, foot);
  closeSync(file);
  renameSync(`${path}.part`, path);
}
