import { crc32 } from 'node:zlib';
import { damagedData, dataAfterEnd, wrongChecksum } from '../data/damaged-data.ts';
import { InputBuffer } from '../data/input-buffer.ts';
import { type BlockHeader, readBlockHeader } from './block-header.ts';
import { BlockList } from './block-list.ts';
import { createCheck } from './check.ts';
import { Lzma2Reader } from './lzma2-reader.ts';

const MAGIC = Buffer.from('\xfd7zXZ\0', 'latin1');
const END_MAGIC = Buffer.from('YZ');
const FRAME_BYTES = 12;
const ALIGNMENT = 4;

/**
 * Yields the content of xz data (.xz 1.2): one stream after another, and padding between them. It holds the dictionary of
 * the stream, at most 64 MiB, and 2 MiB. A chunk is overwritten when the next one is requested. Throws a RunFailure
 * `decompression_failed` for data that is damaged, truncated, followed by other data, or compressed with other filters, and
 * the errors of `chunks`.
 */
export async function* readXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new InputBuffer(chunks);
  const readerOf = createReaders();
  try {
    for (let streams = 0; streams === 0 || (await skipPadding(input)); streams++)
      yield* readStream(input, readerOf, streams === 0);
  } finally {
    await input.close();
  }
}

/** Skips zeros after a stream, 4 at a time. Returns whether there is another stream. */
async function skipPadding(input: InputBuffer): Promise<boolean> {
  while (await input.fill(ALIGNMENT)) {
    if (input.bytes.subarray(input.at, input.at + ALIGNMENT).some((byte) => byte !== 0)) return true;
    input.at += ALIGNMENT;
  }
  if (input.available > 0) throw dataAfterEnd();
  return false;
}

/** Returns a reader with a dictionary of a size. */
type ReaderOf = (dictionaryBytes: number) => Lzma2Reader;

/** Returns a function that creates a reader only if the last one has a dictionary of another size. */
function createReaders(): ReaderOf {
  let last: Lzma2Reader | null = null;
  return (dictionaryBytes) => {
    if (last?.dictionaryBytes !== dictionaryBytes) last = new Lzma2Reader(dictionaryBytes);
    return last;
  };
}

async function* readStream(input: InputBuffer, readerOf: ReaderOf, isFirst: boolean): AsyncGenerator<Uint8Array> {
  const flags = await readStreamHeader(input, isFirst);
  const blocks = new BlockList();
  for (;;) {
    const first = (await input.take(1))[0] as number;
    if (first === 0) break;
    yield* readBlock(input, { headerBytes: (first + 1) * ALIGNMENT, check: flags & 0x0f, blocks, readerOf });
  }
  const indexBytes = await blocks.readIndex(input);
  const footer = Buffer.from(await input.take(FRAME_BYTES));
  const isRight =
    footer.readUInt32LE(0) === crc32(footer.subarray(4, 10)) &&
    (footer.readUInt32LE(4) + 1) * ALIGNMENT === indexBytes &&
    footer.readUInt16BE(8) === flags &&
    footer.subarray(10).equals(END_MAGIC);
  if (!isRight) throw damagedData('the end of a stream is damaged');
}

/** Returns the flags of a stream: the kind of its checksums. */
async function readStreamHeader(input: InputBuffer, isFirst: boolean): Promise<number> {
  if (!isFirst) {
    await input.fill(MAGIC.length);
    const length = Math.min(MAGIC.length, input.available);
    if (!MAGIC.subarray(0, length).equals(input.bytes.subarray(input.at, input.at + length))) throw dataAfterEnd();
  }
  const header = Buffer.from(await input.take(FRAME_BYTES));
  const flags = header.readUInt16BE(6);
  const isRight =
    header.subarray(0, MAGIC.length).equals(MAGIC) &&
    header.readUInt32LE(8) === crc32(header.subarray(6, 8)) &&
    flags <= 0x0f;
  if (!isRight) throw damagedData('the header of a stream is damaged');
  return flags;
}

interface BlockReading {
  headerBytes: number;
  check: number;
  blocks: BlockList;
  readerOf: ReaderOf;
}

async function* readBlock(
  input: InputBuffer,
  { headerBytes, check: kind, blocks, readerOf }: BlockReading,
): AsyncGenerator<Uint8Array> {
  const check = createCheck(kind);
  input.at--;
  const header = readBlockHeader(await input.take(headerBytes));
  const from = input.position;
  let contentBytes = 0;
  for await (const content of readerOf(header.dictionaryBytes).read(input)) {
    check.add(content);
    contentBytes += content.length;
    yield content;
  }
  const compressedBytes = input.position - from;
  if (!isStated(header, compressedBytes, contentBytes))
    throw damagedData('a block has another size than its header says');
  const padding = await input.take((ALIGNMENT - (compressedBytes % ALIGNMENT)) % ALIGNMENT);
  if (padding.some((byte) => byte !== 0)) throw damagedData('the end of a block is damaged');
  if (!Buffer.from(await input.take(check.bytes)).equals(check.digest())) throw wrongChecksum();
  blocks.add(headerBytes + compressedBytes + check.bytes, contentBytes);
}

function isStated(header: BlockHeader, compressedBytes: number, contentBytes: number): boolean {
  return (
    (header.compressedBytes ?? compressedBytes) === compressedBytes &&
    (header.contentBytes ?? contentBytes) === contentBytes
  );
}
