import { joinBytes } from '../model/samples/file-writer.ts';

/** A file of an archive. */
export interface ZipFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** 1980-01-01, the first day of the format: the same files have the same bytes. */
const DAY = 0x21;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** Returns a zip archive (PKWARE APPNOTE 6.3) with files that are not compressed. */
export function createStoredZip(files: readonly ZipFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const path = new TextEncoder().encode(name);
    const sizes = [[4, checksum(content)] as const, [4, content.length] as const, [4, content.length] as const];
    const shared = [[2, FLAGS] as const, [2, 0] as const, [2, 0] as const, [2, DAY] as const, ...sizes];
    const local = record(0x04034b50, [[2, 20], ...shared, [2, path.length], [2, 0]]);
    const entry = record(0x02014b50, [
      [2, 20],
      [2, 20],
      ...shared,
      [2, path.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ]);
    parts.push(local, path, content);
    directory.push(entry, path);
    at += local.length + path.length + content.length;
  }
  const list = joinBytes(directory);
  const count = [[2, files.length] as const, [2, files.length] as const];
  const end = record(0x06054b50, [[2, 0], [2, 0], ...count, [4, list.length], [4, at], [2, 0]]);
  return joinBytes([...parts, list, end]);
}

/** Returns a signature and numbers in little endian, each with its number of bytes. */
function record(signature: number, numbers: readonly (readonly [bytes: number, value: number])[]): Uint8Array {
  const all = [[4, signature] as const, ...numbers];
  return Uint8Array.from(
    all.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255)),
  );
}

/** Returns the CRC-32 of bytes. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return (sum ^ 0xffffffff) >>> 0;
}
