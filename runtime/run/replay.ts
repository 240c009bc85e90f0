import type { Batch, Position, SpecModule, TransformOptions } from '../../compiler/kernel/contract.ts';

/**
 * Reads the last batch of a run again, up to one of its records: a run that stops inside a batch
 * publishes and counts exactly what lies before. For this the bytes behind the last batch are kept,
 * which is little more than a record that has not ended yet.
 */
export class Replay {
  readonly #module: SpecModule;
  readonly #options: TransformOptions;
  #kept: Uint8Array = new Uint8Array(0);
  /** Offset of `#kept` in the undecoded file. */
  #keptFrom: number;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(module: SpecModule, options: TransformOptions) {
    this.#module = module;
    this.#options = options;
    this.#keptFrom = options.from?.byteOffset ?? 0;
  }

  /** The chunk that the run reads next. It must stay as it is until `release`. */
  hold(chunk: Uint8Array): void {
    this.#chunk = chunk;
  }

  /** The chunk is read; `position` stands behind the last batch (null: there was none). */
  release(position: Position | null): void {
    const from = position?.byteOffset ?? this.#keptFrom;
    this.#kept = Buffer.concat(this.#from(from));
    this.#keptFrom = from;
    this.#chunk = new Uint8Array(0);
  }

  /** The first `records` records behind `from` (null: the start of the file), in one batch or a few. */
  *readAgain(from: Position | null, records: number): Generator<Batch> {
    let position = from ?? this.#options.from ?? null;
    for (let missing = records; missing > 0; ) {
      const batch = this.#firstBatch(position, missing);
      const isStuck = batch?.records === 0 && batch.next.byteOffset === (position?.byteOffset ?? 0);
      if (batch === undefined || isStuck || batch.records > missing) throw new Error('a batch that is read again does not hold the same records');
      missing -= batch.records;
      position = batch.next;
      yield batch;
    }
  }

  #firstBatch(from: Position | null, batchRecords: number): Batch | undefined {
    const { from: _, ...options } = this.#options;
    const transformer = this.#module.createTransformer({ ...options, batchRecords, ...(from === null ? {} : { from }) });
    for (const bytes of this.#from(from?.byteOffset ?? 0)) {
      for (const batch of transformer.push(bytes)) return batch;
    }
    for (const batch of transformer.end()) return batch;
    return undefined;
  }

  #from(byteOffset: number): Uint8Array[] {
    const skip = byteOffset - this.#keptFrom;
    return [this.#kept.subarray(skip), this.#chunk.subarray(Math.max(0, skip - this.#kept.length))];
  }
}
