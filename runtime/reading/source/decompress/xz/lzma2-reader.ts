import { damagedData } from '../data/damaged-data.ts';
import type { InputBuffer } from '../data/input-buffer.ts';
import { LzmaDecoder, type LzmaProperties } from './lzma-decoder.ts';
import { Window } from './window.ts';

/** The most bytes that a chunk has. */
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Reads LZMA2 data with a dictionary, one after another: blocks may be short, and memory is not. */
export class Lzma2Reader {
  readonly dictionaryBytes: number;
  readonly #window: Window;
  readonly #decoder: LzmaDecoder;

  constructor(dictionaryBytes: number) {
    this.dictionaryBytes = dictionaryBytes;
    this.#window = new Window(dictionaryBytes, CHUNK_BYTES);
    this.#decoder = new LzmaDecoder(this.#window);
  }

  /**
   * Yields the content of the data at the input, a chunk of at most 2 MiB at a time. Chunks are overwritten later. Throws a
   * RunFailure if it is damaged or truncated.
   */
  async *read(input: InputBuffer): AsyncGenerator<Uint8Array> {
    let needs: 'DICTIONARY' | 'PROPERTIES' | 'NOTHING' = 'DICTIONARY';
    for (;;) {
      const control = (await input.take(1))[0] as number;
      if (control === 0) return;
      const chunk = CONTROLS.find(({ from, to }) => control >= from && control <= to);
      if (chunk === undefined || (needs === 'DICTIONARY' && !chunk.resetsDictionary)) throw damagedChunk();
      if (chunk.resetsDictionary) {
        this.#window.reset();
        needs = 'PROPERTIES';
      }
      if (chunk.isStored) this.#window.append(await input.take(await readSize(input)));
      else {
        const length = ((control & 0x1f) << 16) + (await readSize(input));
        const compressed = await readSize(input);
        if (chunk.hasProperties) {
          this.#decoder.reset(readProperties((await input.take(1))[0] as number));
          needs = 'NOTHING';
        } else if (needs !== 'NOTHING') throw damagedChunk();
        else if (chunk.resetsState) this.#decoder.reset();
        if (!this.#decoder.decode(await input.take(compressed), length)) throw damagedChunk();
      }
      yield* this.#window.take();
    }
  }
}

/** What the first byte of a chunk says. */
const CONTROLS = [
  { from: 0x01, to: 0x01, isStored: true, resetsDictionary: true, resetsState: false, hasProperties: false },
  { from: 0x02, to: 0x02, isStored: true, resetsDictionary: false, resetsState: false, hasProperties: false },
  { from: 0x80, to: 0x9f, isStored: false, resetsDictionary: false, resetsState: false, hasProperties: false },
  { from: 0xa0, to: 0xbf, isStored: false, resetsDictionary: false, resetsState: true, hasProperties: false },
  { from: 0xc0, to: 0xdf, isStored: false, resetsDictionary: false, resetsState: true, hasProperties: true },
  { from: 0xe0, to: 0xff, isStored: false, resetsDictionary: true, resetsState: true, hasProperties: true },
] as const;

async function readSize(input: InputBuffer): Promise<number> {
  const [high = 0, low = 0] = await input.take(2);
  return ((high << 8) | low) + 1;
}

function readProperties(byte: number): LzmaProperties {
  const [positionBits, rest] = [Math.floor(byte / 45), byte % 45];
  const properties = { literalContextBits: rest % 9, literalPositionBits: Math.floor(rest / 9), positionBits };
  if (positionBits > 4 || properties.literalContextBits + properties.literalPositionBits > 4) throw damagedChunk();
  return properties;
}

function damagedChunk(): Error {
  return damagedData('a chunk is damaged');
}
