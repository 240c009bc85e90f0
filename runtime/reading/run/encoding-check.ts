import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { judgeWarnings, severityOfWarning } from '../../../compiler/formats.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { Source } from '../source/contract.ts';
import { createSyncReader } from '../source/disk/file-progress.ts';
import { canBeSuspect, EXAMINED_BYTES, findSuspectEncoding } from './suspect-encoding.ts';

/**
 * Checks whether the file of a run seems to be in another encoding than its spec says. An attempt of the run checks the
 * file at most once. If the checkpoint already has the warning, or with `isOmitted`, the check is omitted. A warning
 * that is FATAL becomes the failure of the checkpoint before the first record is read.
 */
export class EncodingCheck {
  readonly #module: SpecModule;
  readonly #source: Source;
  readonly #checkpoint: Checkpoint;
  readonly #copy = new FileHeadCopy(EXAMINED_BYTES);
  /** Whether the check can make the run fail. Then no record is read before it. */
  readonly #canFail: boolean;
  #isDone: boolean;

  constructor(module: SpecModule, source: Source, checkpoint: Checkpoint, isOmitted = false) {
    this.#module = module;
    this.#source = source;
    this.#checkpoint = checkpoint;
    // A run that has committed records has passed the check.
    this.#canFail = canFailByEncoding(module) && (checkpoint.position?.record ?? 0) === 0;
    this.#isDone = isOmitted || checkpoint.warnings.some(({ code }) => CODES.has(code));
  }

  /**
   * Checks the file now if it is completely received and not compressed, so that the first commit already stores the
   * warning. If the check can make the run fail, waits for the first bytes. Otherwise does nothing.
   */
  async begin(): Promise<void> {
    const { seekable, content } = this.#source;
    const isComplete = content !== undefined || (seekable !== undefined && seekable.shared.fileProgress === undefined);
    if (isComplete || (this.#canFail && seekable !== undefined)) await this.end();
  }

  /**
   * Passes the chunks of the file through, which start at `byteOffset`. If the file can be read only once and
   * `byteOffset` is 0, the first bytes are also copied for the check. If the check can make the run fail, they are held
   * until it is done, and no chunk is passed after a failure.
   */
  watch(chunks: AsyncIterable<Uint8Array>, byteOffset: number): AsyncIterable<Uint8Array> {
    const { seekable, content } = this.#source;
    if (byteOffset > 0 || seekable !== undefined || content !== undefined) return chunks;
    return this.#canFail && !this.#isDone ? this.#hold(chunks) : this.#copy.copy(chunks);
  }

  /** Checks the file, unless it was checked before. If the encoding is suspect, the checkpoint gets the finding. */
  async end(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    const { bytes, isAll } = (await readFileHead(this.#source, EXAMINED_BYTES)) ?? this.#copy.take();
    const warning = findSuspectEncoding(this.#module.spec, bytes, isAll);
    if (warning === null) return;
    const { warnings, failure } = judgeWarnings([warning], this.#module.spec.runWarnings);
    this.#checkpoint.warnings.unshift(...warnings);
    if (this.#canFail) this.#checkpoint.failure ??= failure;
  }

  async *#hold(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let held: Uint8Array[] | null = [];
    let bytes = 0;
    for await (const chunk of this.#copy.copy(chunks)) {
      if (held === null) {
        yield chunk;
        continue;
      }
      held.push(chunk.slice());
      bytes += chunk.length;
      if (bytes < EXAMINED_BYTES) continue;
      await this.end();
      if (this.#checkpoint.failure !== null) return;
      yield* held;
      held = null;
    }
    if (held === null) return;
    await this.end();
    if (this.#checkpoint.failure === null) yield* held;
  }
}

const CODES: ReadonlySet<string> = new Set(['ENCODING_SUSPECT', 'DOUBLE_ENCODED']);

/** Returns whether a suspect encoding can make a run with this module fail. */
function canFailByEncoding({ spec }: SpecModule): boolean {
  return [...CODES].some((code) => severityOfWarning(code, spec.runWarnings) === 'FATAL' && canBeSuspect(spec, code));
}

/** The first bytes of a file. */
interface FileHead {
  bytes: Uint8Array;
  /** Whether `bytes` is the whole file. */
  isAll: boolean;
}

/**
 * Copies the first `maxBytes` bytes of a file while the file is read. It serves for files that can be read only once.
 */
class FileHeadCopy {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #isAll = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Yields the same chunks and copies the first bytes. `chunks` must begin at the start of the file. */
  async *copy(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (this.#length < this.#maxBytes) {
        this.#chunks.push(chunk.slice(0, this.#maxBytes - this.#length));
        this.#length += chunk.length;
      }
      yield chunk;
    }
    this.#isAll = this.#length <= this.#maxBytes;
  }

  /** Returns the bytes copied so far. `isAll` is false unless copy() has ended. */
  take(): FileHead {
    return { bytes: Buffer.concat(this.#chunks), isAll: this.#isAll };
  }
}

/**
 * Reads at most `maxBytes` bytes from the start of a file on disk or in memory. Waits for the bytes if the file is still
 * being received. Returns null if the file is compressed, and for a pipe.
 */
async function readFileHead({ seekable, content }: Source, maxBytes: number): Promise<FileHead | null> {
  if (content !== undefined) return { bytes: content.subarray(0, maxBytes), isAll: content.length <= maxBytes };
  if (seekable === undefined) return null;
  const bytes = Buffer.allocUnsafeSlow(Math.min(maxBytes, seekable.bytes) + 1);
  const length = await createSyncReader(seekable.shared)(bytes, 0);
  return { bytes: bytes.subarray(0, Math.min(length, maxBytes)), isAll: length <= maxBytes };
}
