import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { Source } from '../source/contract.ts';
import { FileHeadCopy, readFileHead } from './file-head.ts';
import { EXAMINED_BYTES, findSuspectEncoding } from './suspect-encoding.ts';

/**
 * Checks whether the file of a run seems to be in another encoding than its spec says. An attempt of the run checks the
 * file at most once. If the checkpoint already has the warning, or with `isOmitted`, the check is omitted.
 */
export class EncodingCheck {
  readonly #module: SpecModule;
  readonly #source: Source;
  readonly #checkpoint: Checkpoint;
  readonly #copy = new FileHeadCopy(EXAMINED_BYTES);
  #isDone: boolean;

  constructor(module: SpecModule, source: Source, checkpoint: Checkpoint, isOmitted = false) {
    this.#module = module;
    this.#source = source;
    this.#checkpoint = checkpoint;
    this.#isDone = isOmitted || checkpoint.warnings.some(({ code }) => code === 'ENCODING_SUSPECT');
  }

  /**
   * Checks the file now if it is completely received and not compressed, so that the first commit already stores the
   * warning. Otherwise does nothing.
   */
  async begin(): Promise<void> {
    const { seekable, content } = this.#source;
    const isComplete = content !== undefined || (seekable !== undefined && seekable.shared.fileProgress === undefined);
    if (isComplete) await this.end();
  }

  /**
   * Passes the chunks of the file through, which start at `byteOffset`. If the file can be read only once and
   * `byteOffset` is 0, the first bytes are also copied for the check.
   */
  watch(chunks: AsyncIterable<Uint8Array>, byteOffset: number): AsyncIterable<Uint8Array> {
    const { seekable, content } = this.#source;
    return byteOffset === 0 && seekable === undefined && content === undefined ? this.#copy.copy(chunks) : chunks;
  }

  /** Checks the file, unless it was checked before. If the encoding is suspect, adds a warning to the checkpoint. */
  async end(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    const { bytes, isAll } = (await readFileHead(this.#source, EXAMINED_BYTES)) ?? this.#copy.take();
    const warning = findSuspectEncoding(this.#module.spec, bytes, isAll);
    if (warning !== null) this.#checkpoint.warnings.unshift(warning);
  }
}
