import type { HeldRecord } from './held-document.ts';

/** The message of a record, with its key. Null: there is no message. */
export interface HeldMessage {
  readonly message: string | Uint8Array | null;
  readonly key: string | null;
  /** The key that a batch contains if the record is rejected. Null: none. */
  readonly rejectedKey: string | null;
}

/** What a loop over fast readers needs of the documents that the careful reader holds. */
export interface OpenDocument {
  /** Whether messages are not joined: a record that is a member of another one has a message of its own. */
  readonly partsApart: boolean;
  /** Whether the batch ends after the document that was added last. */
  readonly isDue: boolean;
  /** The record that begins a document and that the careful reader has read, with the bytes of both. Null: there is none. */
  held(): { record: HeldRecord<HeldMessage>; bytes: number } | null;
  /** Notes a document of the fast reader, with the records that the careful reader holds. */
  accept(): void;
  /** Ends the document whose records the careful reader holds. No rule of its scope is broken. */
  endHeld(): void;
  /** Whether the careful reader holds any records. */
  readonly isHolding: boolean;
}
