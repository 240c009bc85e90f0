import { BlockLengths } from './block-lengths.ts';
import { readBetween, type ReplayFile } from './rejected-records.ts';

/** Yields the bytes from an offset to another one. `to` is Infinity for the end of the file. */
export type ReadPart = (from: number, to: number) => AsyncGenerator<Uint8Array>;

/** Returns how parts of a file are read. Records in blocks get blocks of their own. */
export function partReaderOf({ module, slices }: Pick<ReplayFile, 'module' | 'slices'>): ReadPart {
  const { blockLengths } = module.spec;
  // Many short parts come from slices that are read once. A range of its own would unpack a file from its beginning.
  if (blockLengths === undefined)
    return (from, to) => (to === Infinity ? slices.readRange(from, to) : readBetween(slices, from, to));
  const blocks = new BlockLengths(slices, blockLengths.included);
  return (from, to) => blocks.read(from, to);
}

/** Yields all bytes before the first record: the header and skipped lines. */
export async function* piecesBeforeRecords(
  { module, options, slices }: ReplayFile,
  readPart: ReadPart,
): AsyncGenerator<Uint8Array> {
  for await (const { byteOffset } of module.read(slices.readRange(0, Infinity), { today: options.today })) {
    yield* readPart(0, byteOffset);
    return;
  }
}
