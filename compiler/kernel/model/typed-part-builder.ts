import type { DocumentCounts, Outcome, TypeCounts, TypedPart } from './contract.ts';

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

/** The state of a TypedPartBuilder before some records. */
export interface TypedPartMark {
  readonly counts: TypeCounts[];
  readonly messages: number;
  readonly unpublished: number;
}

const FIRST_MESSAGES = 1024;

/** Collects the types of the records of a batch. */
export class TypedPartBuilder {
  readonly #names: readonly (string | null)[];
  #counts: TypeCounts[];
  /** The record and the type of each message, and their number. */
  #records = new Float64Array(FIRST_MESSAGES);
  #types = new Uint16Array(FIRST_MESSAGES);
  #messages = 0;
  #unpublished = 0;
  readonly #documentTypes: readonly number[];
  #documents: DocumentCounts[];

  /** @param documents the types whose records form documents, as indexes */
  constructor(names: readonly string[], documents: readonly number[] = []) {
    this.#names = [...names, null];
    this.#documentTypes = documents;
    this.#documents = this.#createDocuments();
    this.#counts = this.#names.map(createCounts);
  }

  add({ type, outcome, isPublished, record }: TypedRecord): void {
    const index = type < 0 ? this.#names.length - 1 : type;
    const counts = this.#counts[index];
    if (counts === undefined) return;
    counts.total++;
    // A property with a computed name would take most of the time: this code runs for each record.
    if (outcome === 'failed') counts.failed++;
    else if (outcome === 'skipped') counts.skipped++;
    if (outcome !== 'processed') return;
    counts.processed++;
    if (isPublished) {
      counts.published++;
      this.#addMessage(record, index);
    } else this.#unpublished++;
  }

  /** Counts processed records of a type that are no messages. */
  addUnpublished(type: number, records: number): void {
    const counts = this.#counts[type];
    if (counts === undefined) return;
    counts.total += records;
    counts.processed += records;
    this.#unpublished += records;
  }

  /** Counts documents of some types with the same outcome. */
  addDocuments(types: readonly number[], outcome: Outcome): void {
    for (const type of types) {
      const counts = this.#documents[this.#documentTypes.indexOf(type)];
      if (counts === undefined) continue;
      counts.total++;
      counts[outcome]++;
    }
  }

  /** Returns the present state, for `restore`. */
  mark(): TypedPartMark {
    return {
      counts: this.#counts.map((counts) => ({ ...counts })),
      messages: this.#messages,
      unpublished: this.#unpublished,
    };
  }

  /** Removes everything that was added since a mark. A mark is used once. */
  restore({ counts, messages, unpublished }: TypedPartMark): void {
    this.#counts = counts;
    this.#messages = messages;
    this.#unpublished = unpublished;
  }

  /** Returns the part of the batch, and starts the next one. */
  take(): TypedPart {
    const part: TypedPart = {
      types: this.#counts,
      messageRecords: this.#records.slice(0, this.#messages),
      messageTypes: this.#types.slice(0, this.#messages),
      unpublished: this.#unpublished,
    };
    if (this.#documents.length > 0) part.documents = this.#documents;
    this.#documents = this.#createDocuments();
    this.#counts = this.#names.map(createCounts);
    this.#messages = 0;
    this.#unpublished = 0;
    return part;
  }

  #createDocuments(): DocumentCounts[] {
    const create = (type: number) => ({
      recordType: this.#names[type] ?? '',
      total: 0,
      processed: 0,
      failed: 0,
      skipped: 0,
    });
    return this.#documentTypes.map(create);
  }

  #addMessage(record: number, type: number): void {
    const at = this.#messages++;
    if (at === this.#records.length) {
      const records = new Float64Array(2 * at);
      const types = new Uint16Array(2 * at);
      records.set(this.#records);
      types.set(this.#types);
      this.#records = records;
      this.#types = types;
    }
    this.#records[at] = record;
    this.#types[at] = type;
  }
}

function createCounts(name: string | null): TypeCounts {
  return { name, total: 0, processed: 0, failed: 0, skipped: 0, published: 0 };
}
