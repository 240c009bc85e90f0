import type { DocumentIssue, DocumentStep, RejectedDocument } from './document-step.ts';
import type { HeldDocument } from './held-document.ts';

/** Creates what holds the records of the open document. `rejected` is that of the position where reading resumes. */
export type CreateHeldDocument = <Payload>(
  skipsInvalid: boolean,
  rejected: RejectedDocument | null,
) => HeldDocument<Payload>;

/** Follows the documents of one file. */
export interface DocumentRun {
  /** The types whose records form documents, as indexes. */
  readonly types: readonly number[];
  readonly createHeld: CreateHeldDocument;
  /** What the last record means for the documents. */
  readonly step: DocumentStep;
  /** The document at the position where reading resumes, if it is already known to be rejected. Otherwise null. */
  readonly rejected: RejectedDocument | null;
  /** Returns the issues of the document as a whole since the last call. */
  takeFound(): DocumentIssue[];
}
