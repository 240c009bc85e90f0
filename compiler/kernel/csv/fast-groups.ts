import { fastBuffers } from '../fast/buffers.ts';
import { CR, LF } from '../bytes/ascii.ts';
import type { Header } from './header.ts';

const input = fastBuffers.input;
const SPACE = 0x20;
const MAX_ASCII = 0x7f;

/** Returns the index of each column of each group of a line. A column that the file lacks has the index after the last one. */
export function columnsOfGroups({ groups = [], width }: Pick<Header, 'groups' | 'width'>): Int32Array[] {
  return groups.map((at) => Int32Array.from(Object.values(at), (index) => Math.min(index, width)));
}

/** The characters between and around cells, as bytes. A file without quotes has the quote -1. */
interface Dialect {
  readonly delimiter: number;
  readonly quote: number;
}

/**
 * Returns how many groups have content, if they end before the first one without. `starts` has the index of each cell.
 * Returns -1 if the careful reader must decide: a cell may be blank or quoted, or a group with content follows.
 */
export function countFilledGroups(starts: Int32Array, groups: readonly Int32Array[], dialect: Dialect): number {
  let filled = 0;
  while (filled < groups.length) {
    const content = hasContent(starts, groups[filled] as Int32Array, dialect);
    if (content < 0) return -1;
    if (content === 0) break;
    filled++;
  }
  for (let group = filled + 1; group < groups.length; group++)
    if (hasContent(starts, groups[group] as Int32Array, dialect) !== 0) return -1;
  return filled;
}

/** Returns 1 if a group has content, 0 if all of its cells are empty, and -1 if that is not certain. */
function hasContent(starts: Int32Array, columns: Int32Array, { delimiter, quote }: Dialect): number {
  let isUncertain = false;
  for (let index = 0; index < columns.length; index++) {
    const byte = input[starts[columns[index] as number] as number] as number;
    if (byte === delimiter || byte === LF || byte === CR) continue;
    if (byte > SPACE && byte <= MAX_ASCII && byte !== quote) return 1;
    isUncertain = true;
  }
  return isUncertain ? -1 : 0;
}
