import type { FileReason } from '../../base/model/file-state.ts';
import type { RejectsBinding, RejectsOrder } from '../../base/model/rejects-order.ts';
import { StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import { withKeptTables } from '../../runs/find-versions.ts';
import { FileGone, NoSuchRun, RetryUnfinished } from '../../runs/failures.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { FileEvent } from '../ledger/transition.ts';
import { freeDestination } from './free-destination.ts';
import { type FileWork, tryEvent, type UsableSpec } from '../work/work.ts';

type OrderWork = Pick<FileWork, 'job' | 'services'>;

/**
 * Creates the run that publishes the rejects of a `taken` file, and returns the new row. May be repeated after a crash, also
 * by another process: there is one run. If there can be none, the file is what it was before, with the reason. If the spec
 * is not the approved one, the file needs approval again. `isNew`: the stored file was written just now. Throws the errors
 * of Runs.accept() and of the destination: then the file remains `taken`, and the next attempt may succeed.
 */
export async function publishOrder(
  work: OrderWork,
  file: StoredFile,
  { order, isNew = false }: { order: RejectsOrder; isNew?: boolean },
): Promise<StoredFile> {
  const { runs, limits, sources } = work.services;
  const earlier = isNew ? null : await runs.retryOf(order.runId);
  if (earlier !== null) return end(work, file, { kind: 'rejects_accepted', runId: earlier });
  const spec = findSpec(work, order);
  const reason = await findObstacle(work, order, spec);
  if (reason !== null && order.needsApproval) return end(work, file, { kind: 'rejects_reopened', reason });
  if (spec === null) return undo(work, file, { order, reason: SPEC_GONE });
  try {
    const runId = await runs.publishRejects({
      rejects: order,
      isStored: !isNew,
      ...(order.needsApproval && order.binding !== undefined && { binding: order.binding }),
      module: spec.module,
      specId: spec.id,
      limits,
      toDestination: (destination) => freeDestination(destination, sources),
    });
    return await end(work, file, { kind: 'rejects_accepted', runId });
  } catch (error) {
    const lost = reasonOf(error);
    if (lost === null) throw error;
    return undo(work, file, { order, reason: lost });
  }
}

/**
 * Returns why what was asked for cannot be published as it was asked for; null if it can. It would be read with another spec,
 * with other reference tables or with other keys of masks.
 */
export async function findObstacle(
  { services }: OrderWork,
  { specVersion, binding = {} }: RejectsOrder,
  spec: UsableSpec | null,
): Promise<FileReason | null> {
  if (spec === null) return SPEC_GONE;
  if (spec.module.spec.version !== specVersion) return SPEC_CHANGED;
  const { reference = [], maskKeys = [] }: RejectsBinding = await services.runs.bindRejects(spec.module);
  const table = findChanged(reference, binding.reference ?? []);
  if (table !== null) return changed('reference_changed', `The reference table ${JSON.stringify(table)}`);
  const key = findChanged(maskKeys, binding.maskKeys ?? []);
  return key === null ? null : changed('mask_key_changed', `The secret of the credential ${JSON.stringify(key)}`);
}

/** Returns the name of something whose version differs; null if there is none. */
function findChanged(now: readonly Versioned[], before: readonly Versioned[]): string | null {
  const differs = (all: readonly Versioned[]) => (one: Versioned) =>
    !all.some(({ name, version }) => name === one.name && version === one.version);
  return (now.find(differs(before)) ?? before.find(differs(now)))?.name ?? null;
}

interface Versioned {
  readonly name: string;
  readonly version: string;
}

function changed(code: string, what: string): FileReason {
  return { code, message: `${what} was changed after the request. Refuse it, and ask for the rejects again.` };
}

/** Returns the spec of an order as it is now; null if there is none. */
export function findSpec(
  { services }: OrderWork,
  { specId, specName, keepsReference, binding = {} }: RejectsOrder,
): UsableSpec | null {
  const spec = services.findSpec(specId) ?? services.findSpec(specName);
  if (spec === null || keepsReference !== true) return spec;
  return { ...spec, module: withKeptTables(spec.module, binding.reference ?? []) };
}

async function undo(
  work: OrderWork,
  file: StoredFile,
  { order, reason }: { order: RejectsOrder; reason: FileReason },
): Promise<StoredFile> {
  const { runs } = work.services;
  const row = await end(work, file, { kind: 'rejects_undone', reason });
  if ((await runs.retryOf(order.runId)) === null) await runs.discardRejects(order);
  return row;
}

/** Applies the event that ends a step. Another process may have done the same step: then returns its row. */
async function end(work: OrderWork, file: StoredFile, event: FileEvent): Promise<StoredFile> {
  const row = await tryEvent(work, file, { event });
  return row ?? (await work.services.tables.files.find(work.job.id, file.number)) ?? file;
}

const SPEC_CHANGED: FileReason = {
  code: 'spec_changed',
  message: 'The spec was changed after the request. Refuse it, and ask for the rejects again.',
};

const SPEC_GONE: FileReason = {
  code: 'spec_not_found',
  message: 'The spec of the run was removed or has errors, so its rejects cannot be published.',
};

/** Returns why what was stored can never be published; null if it may be later. */
function reasonOf(error: unknown): FileReason | null {
  const of = (code: string, why: string): FileReason => ({
    code,
    message: `${why}, so its rejects were not published.`,
  });
  if (error instanceof NoSuchRun) return of('run_deleted', 'The run was deleted');
  if (error instanceof FileGone) return of('file_gone', 'The stored file with the rejects of the run is missing');
  if (error instanceof StoredDataDamaged)
    return of('stored_data_damaged', 'The stored file with the rejects of the run was changed');
  return error instanceof RetryUnfinished ? of('run_in_progress', 'Another run reads the file') : null;
}
