import type { Usage } from './entry.ts';
import type { WordReader } from './word-reader.ts';

const DISPLAY: Usage = { kind: 'DISPLAY' };
const PACKED: Usage = { kind: 'PACKED' };
const BINARY: Usage = { kind: 'BINARY', bytes: null, isUnsigned: false };
const WIDE: Usage = { kind: 'WIDE' };
const unread = (name: string, bytes: number): Usage => ({ kind: 'UNREAD', name, bytes });

/** Usages by the words of USAGE. COMPUTATIONAL is COMP. */
const USAGES: Readonly<Record<string, Usage>> = {
  DISPLAY,
  COMP: BINARY,
  BINARY,
  'COMP-1': unread('COMP-1', 4),
  'COMP-2': unread('COMP-2', 8),
  'COMP-3': PACKED,
  'PACKED-DECIMAL': PACKED,
  'COMP-4': BINARY,
  // Native binary: on z/OS it has the most significant byte first, too.
  'COMP-5': BINARY,
  NATIONAL: WIDE,
  'DISPLAY-1': WIDE,
  INDEX: unread('INDEX', 4),
  POINTER: unread('POINTER', 4),
  'POINTER-32': unread('POINTER-32', 4),
  'FUNCTION-POINTER': unread('FUNCTION-POINTER', 4),
  'PROCEDURE-POINTER': unread('PROCEDURE-POINTER', 8),
};

/** Binary numbers without a picture, with their length in bytes. */
const SIZED: Readonly<Record<string, number>> = { 'BINARY-SHORT': 2, 'BINARY-LONG': 4, 'BINARY-DOUBLE': 8 };

/** Usages whose length depends on the compiler. */
const REFUSED = /^(?:COMP-(?:6|9|X|N)|OBJECT|UTF-8|BINARY-CHAR|FLOAT-.*|PROGRAM-POINTER|HANDLE.*)$/;

/** Reads the words of a usage. Returns null if the next word is none. Throws NoDraft for one that is refused. */
export function readUsage(words: WordReader): Usage | null {
  const word = words.peek()?.replace(/^COMPUTATIONAL/, 'COMP') ?? '';
  const found = Object.hasOwn(USAGES, word) ? USAGES[word] : undefined;
  if (found !== undefined) {
    words.take('USAGE');
    return found;
  }
  const bytes = Object.hasOwn(SIZED, word) ? SIZED[word] : undefined;
  if (bytes !== undefined) {
    words.take('USAGE');
    const isUnsigned = words.skip('UNSIGNED');
    if (!isUnsigned) words.skip('SIGNED');
    return { kind: 'BINARY', bytes, isUnsigned };
  }
  if (REFUSED.test(word))
    throw words.fault(`USAGE ${word} is not read. Replace it by one of the same length, such as PIC X, and try again`);
  return null;
}
