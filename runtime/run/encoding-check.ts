import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { Source } from '../source/contract.ts';
import { FileHeadCopy, readFileHead } from './file-head.ts';
import { EXAMINED_BYTES, findSuspectEncoding } from './suspect-encoding.ts';

/** Checks once per attempt of a run whether its file seems to be in another encoding than its spec says. */
export class EncodingCheck {
  readonly #module: SpecModule;
  readonly #source: Source;
  readonly #checkpoint: Checkpoint;
  readonly #copy = new FileHeadCopy(EXAMINED_BYTES);
  #isDone: boolean;

  constructor(module: SpecModule, source: Source, checkpoint: Checkpoint) {
    this.#module = module;
    this.#source = source;
    this.#checkpoint = checkpoint;
    this.#isDone = checkpoint.warnings.some(({ code }) => code === 'ENCODING_SUSPECT');
  }

  /** Checks the file now if it is on disk and complete. Then the first commit stores the warning. */
  async begin(): Promise<void> {
    const { seekable } = this.#source;
    if (seekable !== undefined && seekable.shared.fileProgress === undefined) await this.end();
  }

  /** Yields the chunks of the file from `byteOffset`. Copies the first bytes of a file that can be read only once. */
  watch(chunks: AsyncIterable<Uint8Array>, byteOffset: number): AsyncIterable<Uint8Array> {
    return byteOffset === 0 && this.#source.seekable === undefined ? this.#copy.copy(chunks) : chunks;
  }

  /** Adds the warning to the checkpoint, unless the file has been checked. */
  async end(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    const { bytes, isAll } = (await readFileHead(this.#source, EXAMINED_BYTES)) ?? this.#copy.take();
    const warning = findSuspectEncoding(this.#module.spec, bytes, isAll);
    if (warning !== null) this.#checkpoint.warnings.unshift(warning);
  }
}
