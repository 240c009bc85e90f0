import type { AnySpec } from '../../compiler/index.ts';
import { createFileLayout } from '../../compiler/formats.ts';
import type { FileReason } from '../base/model/file-state.ts';
import type { RejectsReview } from '../base/model/rejects-review.ts';
import type { StoredFile } from '../state/store/job-file-store.ts';
import { verifyStored } from './decide-rejects.ts';
import { CannotDecide } from './job-failures.ts';
import { type FileView, toFileView } from './job-view.ts';
import { findObstacle, findSpec } from './take/publish-order.ts';
import type { FileWork, UsableSpec } from './work/work.ts';

/** Which page of a review. */
export interface ReviewQuery {
  /** Only records with a greater number. */
  readonly after: number;
  readonly limit: number;
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** What a person sees before it decides about the rejects of a file. */
export interface OrderReview extends RejectsReview {
  readonly file: FileView;
  /** Why an approval would publish nothing; null if it would publish `records`. Then there are none. */
  readonly obstacle: FileReason | null;
}

/**
 * Returns a page of what an approval would publish, masked, with the records as they were sent. Throws CannotDecide if nothing
 * waits for approval, and the errors of Runs.reviewRejects().
 */
export async function reviewOrder(
  work: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  query: ReviewQuery,
): Promise<OrderReview> {
  const { services } = work;
  const { rejectsOrder: rejects, name, state } = file;
  if (state !== 'needs_approval' || rejects === null)
    throw new CannotDecide(`the file "${name}" is ${state}. Nothing waits for approval`);
  const spec = findSpec(work, rejects);
  const obstacle = (await findObstacle(work, rejects, spec)) ?? (await findLoss(work, rejects));
  const view = toFileView(file);
  if (obstacle !== null || spec === null) return { file: view, obstacle, records: [], hasMore: false, failure: null };
  const { id: specId, module } = spec;
  const binding = rejects.binding ?? (await services.runs.bindRejects(module));
  const read = { rejects, binding, module, specId, limits: services.limits, cells: cellsOf(spec), ...query };
  return { file: view, obstacle: null, ...(await services.runs.reviewRejects(read)) };
}

/** Returns why the stored records can no longer be published; null if they can. */
async function findLoss(work: Parameters<typeof verifyStored>[0], rejects: Parameters<typeof verifyStored>[1]) {
  try {
    await verifyStored(work, rejects);
    return null;
  } catch (error) {
    if (!(error instanceof CannotDecide)) throw error;
    return { code: 'nothing_to_approve', message: error.message };
  }
}

function cellsOf({ written }: UsableSpec) {
  return written === undefined ? null : { layout: createFileLayout(written), hidden: sensitiveNames(written) };
}

/** The names of the fields of all record types whose values are masked. */
function sensitiveNames(spec: AnySpec): string[] {
  const fields = 'recordTypes' in spec ? spec.recordTypes.flatMap((type) => type.fields) : spec.fields;
  return fields.filter(({ sensitive, mask }) => sensitive === true || mask !== undefined).map(({ name }) => name);
}
