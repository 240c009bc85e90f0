/** Functions that read, compare and copy texts of the output four bytes at a time: as words. */

import { addWord } from '../values/word-hash.ts';
import { fastBuffers } from './buffers.ts';

/** The output of the fast readers, and its view. The bundler makes constants only of simple declarations. */
export const output = fastBuffers.output;
export const outputView = fastBuffers.outputView;

/**
 * Copies the bytes from `from` up to but excluding `to` to the index `target` of the output, which is not inside of them.
 * Up to three more bytes may be written. Returns the index after the copy.
 */
export function copyWords(from: number, to: number, target: number): number {
  for (let at = from, end = target; at < to; at += 4, end += 4)
    outputView.setInt32(end, outputView.getInt32(at, true), true);
  return target + to - from;
}

/** Writes words to the index `target` of the output: `size` bytes, and up to three more. Returns the index after them. */
export function writeWords(words: Int32Array, first: number, size: number, target: number): number {
  for (let at = 0; at < size; at += 4) outputView.setInt32(target + at, words[first + (at >> 2)] as number, true);
  return target + size;
}

/** Stores a text of the output as words. The last has 0 to 3 of its bytes. Returns the index after it. */
export function storeWords(from: number, to: number, words: Int32Array, first: number): number {
  let own = first;
  let at = from;
  for (; at + 4 <= to; at += 4) words[own++] = outputView.getInt32(at, true);
  words[own] = lastWord(at, to);
  return own + 1;
}

/** Returns whether a text of the output equals stored words. The text has as many bytes as the stored one. */
export function equalWords(from: number, to: number, words: Int32Array, first: number): boolean {
  let own = first;
  let at = from;
  for (; at + 4 <= to; at += 4) if (outputView.getInt32(at, true) !== words[own++]) return false;
  return words[own] === lastWord(at, to);
}

/** Returns the hash of a text of the output. Its high bits are the best. */
export function hashOfWords(from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = addWord(hash, outputView.getInt32(at, true));
  return addWord(hash, lastWord(at, to));
}

/** Returns the number of words that `storeWords` stores for a text. */
export function countWords(size: number): number {
  return (size >> 2) + 1;
}

/** Returns the bytes of a text as `storeWords` stores them. */
export function toWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(countWords(bytes.length));
  for (const [at, byte] of bytes.entries()) words[at >> 2] = (words[at >> 2] as number) | (byte << (8 * (at & 3)));
  return words;
}

/** Returns the hash of stored words, which is that of their text. */
export function hashOfStored(words: Int32Array, size: number): number {
  return words.reduce(addWord, size);
}

/** Returns the last 0 to 3 bytes of a text of the output, which begin at `at`, as a word. */
export function lastWord(at: number, to: number): number {
  return outputView.getInt32(at, true) & ((1 << (8 * (to - at))) - 1);
}
