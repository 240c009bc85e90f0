import type { DecidedDocument, DocumentIssue, DocumentStep } from './document-step.ts';
import type { HeldDocument, HeldOptions, HeldRecord } from './held-document.ts';
import type { PartTypes } from './part-types.ts';

/** Creates what holds the records of the open document. */
export type CreateHeldDocument = <Payload>(options: HeldOptions<Payload>) => HeldDocument<Payload>;

/** Joins records with those that are their members. Only modules with such records contain the code. */
export interface PartJoiner {
  readonly indexed: PartTypes;
  /** Whether records of a type are members of other records. */
  isPart(type: number): boolean;
  /** Replaces the message of each record that has members. `finish` returns the payload with the joined message. */
  joinMessages<Payload>(records: readonly HeldRecord<Payload>[], form: PartForm<Payload>): void;
  /** Adds the members to the value of each record that has some. */
  joinValues<Payload>(records: readonly HeldRecord<Payload>[], valueOf: (payload: Payload) => object): void;
}

/** A message: a string becomes UTF-8. */
export type JoinedMessage = string | Uint8Array;

/** The messages of records, and what is done with the joined ones. */
export interface PartForm<Payload> {
  messageOf(payload: Payload): JoinedMessage;
  finish(record: HeldRecord<Payload>, message: JoinedMessage): void;
}

/** Follows the documents of one file. */
export interface DocumentRun {
  /** The types whose records form documents, as indexes. */
  readonly types: readonly number[];
  readonly createHeld: CreateHeldDocument;
  /** The types whose records are members of the record that encloses them. Null: there are none. */
  readonly parts: PartJoiner | null;
  /** What the last record means for the documents. */
  readonly step: DocumentStep;
  /** The document at the position where reading resumes, if its outcome is already known. Otherwise null. */
  readonly decided: DecidedDocument | null;
  /** Returns the issues of the document as a whole since the last call. */
  takeFound(): DocumentIssue[];
}
