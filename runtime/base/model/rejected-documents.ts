import type { Failure, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { RunOptions } from './run-info.ts';

/** Returns how many rejected documents a run accepts: by its option, or by the spec. Null: any number. */
export function documentLimitOf(
  { maxRejectedDocuments }: Pick<RunOptions, 'maxRejectedDocuments'>,
  { documents }: Pick<SpecInfo, 'documents'>,
): number | null {
  return documents === undefined ? null : (maxRejectedDocuments ?? documents.maxRejected ?? null);
}

/** Returns the number of documents that a run has rejected so far. */
export function countRejected({ documents = [] }: Pick<Checkpoint, 'documents'>): number {
  return documents.reduce((sum, { failed, skipped }) => sum + failed + skipped, 0);
}

/** Returns the failure of a run that has rejected more documents than it accepts. Null if it has not. */
export function findTooManyRejected(limit: number | null, checkpoint: Pick<Checkpoint, 'documents'>): Failure | null {
  const rejected = countRejected(checkpoint);
  if (limit === null || rejected <= limit) return null;
  const found = limit === 0 ? 'a document was rejected' : `more than ${limit} documents were rejected`;
  return { code: 'too_many_rejected_documents', message: `${found}. The run stopped after that document` };
}
