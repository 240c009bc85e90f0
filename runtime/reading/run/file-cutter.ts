import type { Position } from '../../../compiler/kernel/model/contract.ts';
import type { FilePiece } from '../../base/model/pieces.ts';
import type { SplitFile } from '../split/range-reader.ts';
import { findPositionAfter } from './read-records-to.ts';

/** A piece of a file without what rules have found in it. */
export type FileCut = Omit<FilePiece, 'repeated'>;

/** How a file is cut. */
export interface CutterOptions {
  /** The approximate size of a piece, in bytes. */
  pieceBytes: number;
  /** How much longer a piece becomes before it is cut, because a better place may follow. Default: 0. */
  slackBytes?: number;
  /** Called for each piece in turn, with the offsets of its first byte and after its last one; Infinity: the end of the file. */
  onPiece?: ((from: number, to: number) => Promise<void>) | undefined;
}

/** Divides a file while its batches arrive. */
export class FileCutter {
  readonly cuts: FileCut[] = [];
  /** The position after the last batch. */
  at: Position | null = null;
  readonly #file: SplitFile;
  readonly #options: CutterOptions;
  /** Where the current piece starts. */
  #from: Position | null = null;

  constructor({ memory: _, ...file }: SplitFile, options: CutterOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Cuts the file, where it must be cut before the position `next` after a batch. */
  async reach(next: Position): Promise<void> {
    for (;;) {
      const cut = await this.#findCut(next);
      if (cut === null) break;
      await this.close(cut);
      this.at = cut;
    }
    this.at = next;
  }

  /** Cuts the file at the position after a record, however its bytes arrive. Does nothing if the piece would be empty. */
  async cutAt(position: Position): Promise<void> {
    if (position.record > (this.#from?.record ?? 0)) await this.close(position);
  }

  /** Ends the current piece. Null: it ends with the file. */
  async close(end: Position | null): Promise<void> {
    await this.#options.onPiece?.(this.#from?.byteOffset ?? 0, end?.byteOffset ?? Infinity);
    this.cuts.push({ from: this.#from, end });
    this.#from = end;
  }

  /** Returns the first position at which the current piece is large enough; null if there is none up to `to`. */
  async #findCut(to: Position): Promise<Position | null> {
    const { byteOffset: began = 0, record: first = 0 } = this.at ?? {};
    const { pieceBytes, slackBytes = 0 } = this.#options;
    const wanted = (this.#from?.byteOffset ?? 0) + pieceBytes;
    if (to.byteOffset < wanted + slackBytes || to.record === first) return null;
    const share = Math.max(0, (wanted - began) / (to.byteOffset - began));
    const record = Math.min(to.record, first + Math.max(1, Math.ceil((to.record - first) * share)));
    const cut = await findPositionAfter(this.#file, this.at, record);
    return cut === null || cut.record > to.record ? null : cut;
  }
}
