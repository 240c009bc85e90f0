import type { BatchBuilder } from '../model/batch-builder.ts';
import type { Position } from '../model/contract.ts';
import { utf8Length } from '../values/text.ts';
import type { DocumentRun, JoinedMessage, PartJoiner } from './document-run.ts';
import type { DecidedDocument, LongDocuments } from './document-step.ts';
import type { HeldMessage, OpenDocument } from './open-document.ts';
import {
  failRecord,
  type HeldDocument,
  type HeldRecord,
  type JoinRecords,
  type JudgedRecords,
} from './held-document.ts';

/** Adds records to batches when the outcome of their document is known. */
export class DocumentBatches implements OpenDocument {
  readonly #held: HeldDocument<HeldMessage>;
  readonly #run: DocumentRun;
  readonly #batch: BatchBuilder;
  readonly #keepsMessages: boolean;
  /** Whether records that are members of others are messages of their own. */
  readonly partsApart: boolean;
  /** The position before the record that is read next. Null: it was not needed. */
  #before: Position | null = null;
  /** Whether the batch waits for the end of a document. */
  #isWaiting = false;
  #isDue = false;

  constructor(run: DocumentRun, batch: BatchBuilder, options: DocumentOptions) {
    const { skipsInvalid, keepsMessages, maxBytes, partsApart, long } = options;
    this.#run = run;
    this.#batch = batch;
    this.#keepsMessages = keepsMessages;
    this.partsApart = partsApart;
    const join = run.parts === null || partsApart ? null : createJoin(run.parts, maxBytes);
    this.#held = run.createHeld({ skipsInvalid, decided: run.decided, join, long });
  }

  /** Whether the last record belongs to a document whose outcome is not known: then no batch may end after it. */
  get isHolding(): boolean {
    return this.#held.isHolding;
  }

  /** The open document whose outcome is already known. Null: there is none. */
  get decided(): DecidedDocument | null {
    return this.#held.decided;
  }

  /**
   * Whether a fast reader may read the next document: at most its first record has been read. If `endsDocuments`, also more
   * records of a document may have been read, which the next one ends.
   */
  allowsFast(endsDocuments: boolean): boolean {
    if (this.#held.decided !== null || this.#held.isNoting) return false;
    return endsDocuments || !this.isHolding || this.#held.onlyRecord !== null;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  /** Returns whether the batch ends after the documents of the fast reader. A further call returns false. */
  takeDue(): boolean {
    const isDue = this.#isDue;
    this.#isDue = false;
    return isDue;
  }

  held(): { record: HeldRecord<HeldMessage>; bytes: number } | null {
    const record = this.#held.onlyRecord;
    return record === null ? null : { record, bytes: this.#held.size.bytes };
  }

  accept(): void {
    this.#held.forget();
    this.#noteEnd();
  }

  endHeld(): void {
    for (const judged of this.#held.end([])) this.#store(judged);
    this.#noteEnd();
  }

  #noteEnd(): void {
    this.#isDue = this.#isWaiting || this.#batch.isFull;
    this.#isWaiting = false;
  }

  /** Whether a batch may end before the next record, so that `setBefore` must be called with the present position. */
  get needsBefore(): boolean {
    return this.isHolding && (this.#isWaiting || this.#batch.isNearlyFull(this.#held.size));
  }

  /** Notes the position before the next record. Null: it is not needed. */
  setBefore(position: Position | null): void {
    this.#before = position;
  }

  /** Asks for a batch when the open document has ended. */
  wait(): void {
    this.#isWaiting = true;
  }

  /**
   * Adds the record that was read last, whose message has `messageBytes` bytes. Yields a position if a batch must end there,
   * before the rest of the records is added.
   */
  *add(record: HeldRecord<HeldMessage>, messageBytes: number): Generator<Position> {
    for (const judged of this.#held.add(record, messageBytes, this.#run.step, () => this.#run.takeFound())) {
      this.#store(judged);
      if (!judged.isBefore) continue;
      const before = this.#before;
      if (before !== null && (this.#isWaiting || this.#batch.isFull)) yield before;
      if (before !== null) this.#isWaiting = false;
    }
  }

  /** Ends the file. `isBroken`: the file cannot be read further. */
  end(isBroken: boolean): void {
    const judged = isBroken ? this.#held.abandon() : this.#held.end(this.#run.takeFound());
    for (const one of judged) this.#store(one);
  }

  #store({ records, documents, outcome }: JudgedRecords<HeldMessage>): void {
    this.#batch.addDocuments(documents, outcome);
    for (const record of records) this.#storeRecord(record);
  }

  #storeRecord(held: HeldRecord<HeldMessage>): void {
    const { location, outcome, type, name, payload } = held;
    const isPublished = held.isPublished || (this.partsApart && this.#run.parts?.isPart(type) === true);
    this.#batch.addRecord(location, outcome, held);
    this.#batch.addType({ type, name, outcome, isPublished, record: location.record }, held);
    const { message, key, rejectedKey } = payload;
    if (outcome !== 'processed') {
      if (rejectedKey !== null) this.#batch.addRejectedKey(rejectedKey);
    } else if (isPublished) {
      if (this.#keepsMessages) this.#batch.addMessage(message ?? '', key);
      else this.#batch.countMessage();
    }
  }
}

interface DocumentOptions {
  /** Whether a record with an ERROR issue rejects its document. */
  readonly skipsInvalid: boolean;
  readonly keepsMessages: boolean;
  readonly partsApart: boolean;
  /** The documents that are too long to be held. Null: these are rejected. */
  readonly long: LongDocuments | null;
  /** Maximum size of a message and its key together, in bytes. */
  readonly maxBytes: number;
}

/** Creates the function that makes one message of a record and its members. */
function createJoin(parts: PartJoiner, maxBytes: number): JoinRecords<HeldMessage> {
  const messageOf = ({ message }: HeldMessage) => {
    if (message !== null) return message;
    throw new Error('a record with members has no message');
  };
  return (records) =>
    parts.joinMessages(records, {
      messageOf,
      finish(record, message) {
        record.payload = { ...record.payload, message };
        const { key } = record.payload;
        // Each unit of UTF-16 has at most three bytes.
        if ((message.length + (key?.length ?? 0)) * 3 <= maxBytes) return;
        if (sizeOf(message) + utf8Length(key ?? '') > maxBytes)
          failRecord(record, 'MESSAGE_TOO_LARGE', `the message is larger than ${maxBytes} bytes`);
      },
    });
}

function sizeOf(message: JoinedMessage): number {
  return typeof message === 'string' ? utf8Length(message) : message.length;
}
