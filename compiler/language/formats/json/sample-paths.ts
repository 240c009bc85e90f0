import type { TextEncoding } from '../model/samples/encode-text.ts';
import { joinBytes, type WrittenFile, type WrittenRecord } from '../model/samples/file-writer.ts';

/** The records at one path of a document, which ends with `*`. */
export interface PathRecords {
  readonly path: readonly string[];
  readonly records: WrittenRecord[];
}

interface PathTree {
  /** The records whose list is here. Absent: none are. */
  records?: PathRecords;
  readonly children: Map<string, PathTree>;
}

/**
 * Writes a document with records at several paths, in their order. Returns null if no document has them in this order, or if
 * the encoding lacks a character of a name.
 */
export function writePaths(groups: readonly PathRecords[], encode: TextEncoding): WrittenFile | null {
  const root: PathTree = { children: new Map() };
  for (const group of groups) {
    const place = placeAt(root, group.path.slice(0, -1));
    if (place.records !== undefined) return null;
    place.records = group;
  }
  const parts: (Uint8Array | WrittenRecord | null)[] = [];
  const text = (written: string) => parts.push(encode(written));
  const found: PathRecords[] = [];
  const write = (tree: PathTree): boolean => {
    const { records, children } = tree;
    if (records !== undefined) {
      found.push(records);
      text('[\n');
      for (const [at, record] of records.records.entries()) {
        if (at > 0) text(',\n');
        parts.push(record);
      }
      text('\n]');
      return children.size === 0;
    }
    const isItem = children.has('*');
    text(isItem ? '[' : '{');
    for (const [at, [name, child]] of [...children].entries()) {
      if (!isItem) text(`${at > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      if (!write(child)) return false;
    }
    text(isItem ? ']' : '}');
    return !isItem || children.size === 1;
  };
  const isWritten = write(root) && found.every((records, at) => records === groups[at]);
  text('\n');
  return isWritten && !parts.includes(null) ? joinParts(parts.filter((part) => part !== null)) : null;
}

function placeAt(root: PathTree, path: readonly string[]): PathTree {
  let place = root;
  for (const name of path) {
    const child = place.children.get(name) ?? { children: new Map() };
    place.children.set(name, child);
    place = child;
  }
  return place;
}

function joinParts(parts: readonly (Uint8Array | WrittenRecord)[]): WrittenFile {
  const offsets: number[] = [];
  let at = 0;
  const bytes = parts.map((part) => {
    const own = part instanceof Uint8Array ? part : part.bytes;
    if (!(part instanceof Uint8Array)) offsets.push(at + part.start);
    at += own.length;
    return own;
  });
  return { bytes: joinBytes(bytes), offsets };
}
