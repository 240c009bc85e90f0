import { damagedData, dataAfterEnd, truncatedData, wrongChecksum } from '../data/damaged-data.ts';
import { InputBuffer } from '../data/input-buffer.ts';
import { BitReader } from './bit-reader.ts';
import { BlockOutput } from './block-output.ts';
import { decodeBlock } from './decode-block.ts';

/** A block has at most 900,000 symbols of 20 bits, and its tables. */
const MAX_BLOCK_BYTES = 2_400_000;
const LEVEL_BYTES = 100_000;
const CHUNK_BYTES = 256 * 1024;
const BLOCK_MARK = [0x314159, 0x265359];
const END_MARK = [0x177245, 0x385090];

/**
 * Yields the content of bzip2 data: one stream after another, as `bzip2` and `pbzip2` write them. It holds one block, about
 * 7 MB. A chunk is overwritten when the next one is requested. Throws a RunFailure `decompression_failed` for data that is
 * damaged, truncated, or followed by other data, and the errors of `chunks`.
 */
export async function* readBzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new InputBuffer(chunks);
  const target = new Uint8Array(CHUNK_BYTES);
  const sortedOf = createArrays();
  try {
    for (let streams = 0; streams === 0 || (await input.fill(1)); streams++)
      yield* readStream(input, { level: await readLevel(input, streams === 0), sortedOf, target });
  } finally {
    await input.close();
  }
}

/** Reads the header of a stream. Returns the size of its blocks, in units of 100,000 bytes. */
async function readLevel(input: InputBuffer, isFirst: boolean): Promise<number> {
  const isWhole = await input.fill(4);
  const head = Buffer.from(input.bytes.subarray(input.at, Math.min(input.at + 4, input.end))).toString('latin1');
  if (!/^BZh[1-9]$/u.test(head)) {
    if (isFirst || (!isWhole && 'BZh'.startsWith(head.slice(0, 3)))) throw truncatedData();
    throw dataAfterEnd();
  }
  input.at += 4;
  return Number(head[3]);
}

/** Returns an array with room for a block. Streams of one size share it, because they may be short. */
type SortedOf = (length: number) => Uint32Array;

function createArrays(): SortedOf {
  let last = new Uint32Array(0);
  return (length) => {
    if (last.length !== length) last = new Uint32Array(length);
    return last;
  };
}

async function* readStream(
  input: InputBuffer,
  { level, sortedOf, target }: { level: number; sortedOf: SortedOf; target: Uint8Array },
): AsyncGenerator<Uint8Array> {
  const bits = new BitReader(input);
  let sum = 0;
  for (;;) {
    bits.release();
    await input.fill(MAX_BLOCK_BYTES);
    if (isEnd(bits)) break;
    const sorted = sortedOf(level * LEVEL_BYTES);
    const block = decodeBlock(bits, sorted);
    if (bits.isPastEnd) throw truncatedData();
    if (block === null) throw damagedData('a block is damaged');
    const output = new BlockOutput(block, sorted);
    for (let length = output.read(target); length > 0; length = output.read(target)) yield target.subarray(0, length);
    if (output.checksum !== block.checksum) throw wrongChecksum();
    sum = ((sum << 1) | (sum >>> 31)) ^ block.checksum;
  }
  const expected = bits.read32();
  bits.align();
  if (expected !== sum) throw wrongChecksum();
}

/** Reads the mark of a block or of the end of a stream. Returns whether it is the end. */
function isEnd(bits: BitReader): boolean {
  const [first, second] = [bits.read(24), bits.read(24)];
  if (bits.isPastEnd) throw truncatedData();
  if (first === END_MARK[0] && second === END_MARK[1]) return true;
  if (first !== BLOCK_MARK[0] || second !== BLOCK_MARK[1]) throw damagedData('a block is damaged');
  return false;
}
