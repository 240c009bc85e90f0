import type { Outcome, TypeCounts, TypedPart } from './contract.ts';

/** A record and its type. */
export interface TypedRecord {
  /** Index of the type. -1 if it is not known. */
  readonly type: number;
  /** Name of the type. Undefined if it is not known. */
  readonly name: string | undefined;
  readonly outcome: Outcome;
  /** Whether the record becomes a message if it is processed. */
  readonly isPublished: boolean;
  /** Number of the record in the file, from 1. */
  readonly record: number;
}

/** Collects the types of the records of a batch. */
export class TypedPartBuilder {
  readonly #names: readonly (string | null)[];
  #counts: TypeCounts[];
  #records: number[] = [];
  #types: number[] = [];
  #unpublished = 0;

  constructor(names: readonly string[]) {
    this.#names = [...names, null];
    this.#counts = this.#names.map(createCounts);
  }

  add({ type, outcome, isPublished, record }: TypedRecord): void {
    const index = type < 0 ? this.#names.length - 1 : type;
    const counts = this.#counts[index];
    if (counts === undefined) return;
    counts.total++;
    counts[outcome]++;
    if (outcome !== 'processed') return;
    if (isPublished) {
      counts.published++;
      this.#records.push(record);
      this.#types.push(index);
    } else this.#unpublished++;
  }

  /** Returns the part of the batch, and starts the next one. */
  take(): TypedPart {
    const part: TypedPart = {
      types: this.#counts,
      messageRecords: Float64Array.from(this.#records),
      messageTypes: Uint16Array.from(this.#types),
      unpublished: this.#unpublished,
    };
    this.#counts = this.#names.map(createCounts);
    this.#records = [];
    this.#types = [];
    this.#unpublished = 0;
    return part;
  }
}

function createCounts(name: string | null): TypeCounts {
  return { name, total: 0, processed: 0, failed: 0, skipped: 0, published: 0 };
}
