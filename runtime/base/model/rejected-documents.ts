import type { DocumentCounts, Failure, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
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
  const many = limit === 1 ? 'more than 1 document was' : `more than ${limit} documents were`;
  const found = `${limit === 0 ? 'a document was' : many} rejected`;
  return { code: 'too_many_rejected_documents', message: `${found}. The run stopped after that document` };
}

/** Returns the sum of counts of documents. Null: there are none yet. Throws Error if they are of different specs. */
export function addDocumentCounts(
  known: readonly DocumentCounts[] | null,
  added: readonly DocumentCounts[],
): DocumentCounts[] {
  return added.map((more, index) => {
    const { recordType } = more;
    const sum = known === null ? { total: 0, processed: 0, failed: 0, skipped: 0 } : known[index];
    if (sum === undefined) throw new Error('the batches of a run have different documents');
    return {
      recordType,
      total: sum.total + more.total,
      processed: sum.processed + more.processed,
      failed: sum.failed + more.failed,
      skipped: sum.skipped + more.skipped,
    };
  });
}
