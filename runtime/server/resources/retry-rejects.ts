import type { Destination } from '../../base/model/destination.ts';
import { mayUseConnections, type Principal } from '../../state/access/principal.ts';
import { CannotRetry, JobNotInService } from '../../jobs/job-failures.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readRunKey } from '../../jobs/take/run-key.ts';
import type { RejectsSource } from '../../runs/run-request.ts';
import { freeDestination } from '../../jobs/take/free-destination.ts';
import { withKeptTables } from '../../runs/find-versions.ts';
import { flag, type ParameterValues, withDefault } from '../api/parameter.ts';
import { checkBeforeBody, mediaTypeOf } from '../http/body.ts';
import { callerOf } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { json } from '../http/respond.ts';
import { toEntry } from '../http/record-request.ts';
import type { RequestServices } from '../http/services.ts';
import { withErrors } from '../http/with-errors.ts';
import { discardReceived, readTransientForm } from '../form/read-form.ts';
import { findSpecByIdOrName } from '../form/find-spec.ts';
import { requireMaskKeys } from '../form/require-mask-keys.ts';
import { specField, type ChosenSpec } from '../form/spec-field.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import { findRun, pathOfRun } from './runs.ts';

const PATH = '/api/v1/runs/:id/rejects/retry';

type Params = Readonly<Record<string, string>>;

/** The query parameters of POST /runs/{id}/rejects/retry. */
export const retryRejectsFilters = {
  keepReference: withDefault(
    false,
    flag('Whether the reference tables have the versions of the first run, instead of the current ones.'),
  ),
};

/**
 * POST /runs/{id}/rejects/retry: publishes what the run has not published, with the current version of its spec. The body
 * may be a form with the repaired rejects. 202 with the new run, or with the file of a job that needs approval; 409 if there is nothing to publish or if the run has not
 * finished, 422 if the file is not a copy of its rejects, 410 if the file of the run is no longer stored.
 */
export async function retryRejects(
  request: Request,
  services: RequestServices,
  params: Params,
  { keepReference }: ParameterValues<typeof retryRejectsFilters>,
): Promise<Response> {
  const { runs, storage, limits, caller, spoolQuota } = services;
  const { caller: sender } = callerOf(request, caller);
  const { run, spec } = await checkBeforeBody(request, async () => {
    const found = await findRun(params, services);
    await storage.check();
    await spoolQuota.check(caller.principal.name, found.progress.totalBytes);
    await runs.checkQueue(sender);
    const current = await currentSpecOf(found, services);
    return { run: found, spec: keepReference ? await keepTables(current, found.runId, services) : current };
  });
  const repaired = await readRepaired(request, services);
  try {
    const content = repaired === null ? null : { path: repaired.path, content: repaired.content };
    const source = { runId: run.runId, repaired: content, signal: request.signal };
    const ordered = await orderOfJob(services, {
      ...{ source, spec, params, isRepaired: repaired !== null, keepsReference: keepReference },
    });
    if (ordered !== null) return await answerOrder(ordered, services);
    const runId = await runs.retryRejects({
      ...source,
      module: spec.module,
      specId: spec.id,
      limits,
      toDestination: (destination) => {
        if (repaired !== null) requireWritable(destination, caller.principal);
        return toFreeDestination(destination, services);
      },
      caller: sender,
      principal: caller.principal.name,
      visibleRuns: { topics: caller.principal.topics, specs: caller.principal.specs },
    });
    caller.notes.runId = runId;
    return json(withErrors(await runs.get(runId)), { status: 202, headers: { location: pathOfRun(runId) } });
  } finally {
    if (repaired !== null) await discardReceived(repaired, services);
  }
}

type Order = Awaited<ReturnType<Jobs['retryRejects']>>;

/** Asks the job of a run for its rejects. Returns null if no job has a say. Throws CannotRetry if the job cannot be asked. */
async function orderOfJob(
  { jobs, runs, caller }: RequestServices,
  {
    source,
    spec,
    params,
    isRepaired,
    keepsReference,
  }: { source: RejectsSource; spec: ChosenSpec; params: Params; isRepaired: boolean; keepsReference: boolean },
): Promise<Order> {
  const { principal, notes } = caller;
  if (jobs === null && readRunKey(await runs.firstKeyOf(source.runId)) !== null) throw new JobNotInService();
  const audit = toEntry({
    ...{ ...caller, method: 'POST', path: PATH, params, status: 202, storesNothing: false },
    notes: { runId: source.runId },
  });
  const ordered = await jobs?.retryRejects({
    ...source,
    ...{
      spec: { id: spec.id, name: spec.module.spec.name, module: spec.module },
      principal: principal.name,
      audit,
      keepsReference,
    },
    checkDestination(destination) {
      if (isRepaired) requireWritable(destination, principal);
    },
  });
  if (ordered !== undefined && ordered !== null) notes.entry = audit;
  return ordered ?? null;
}

/** 202 with the run, or with the file of the job that waits for approval. */
async function answerOrder(
  { file, newRunId }: NonNullable<Order>,
  { runs, caller }: RequestServices,
): Promise<Response> {
  if (newRunId !== null) {
    caller.notes.runId = newRunId;
    return json(withErrors(await runs.get(newRunId)), { status: 202, headers: { location: pathOfRun(newRunId) } });
  }
  if (file.state !== 'needs_approval' && file.state !== 'taken') throw new CannotRetry(file.reason?.message ?? '');
  return json(file, { status: 202, headers: { location: pathOfRun(file.runId ?? '') } });
}

/** Returns the spec of a run as it is now. Throws a Problem: 403, 404 or 422. */
async function currentSpecOf(
  { runId, specId }: { runId: string; specId: string },
  services: RequestServices,
): Promise<ChosenSpec> {
  const name = (await services.runs.originOf(runId))?.specName ?? specId;
  const known = findSpecByIdOrName(services.registry, specId) === null ? name : specId;
  const spec = await specField.read(known, services);
  await requireMaskKeys(spec.module.spec, services);
  return spec;
}

/** Returns a spec that reads with the reference tables of the first run. Throws TablesGone. */
async function keepTables(spec: ChosenSpec, runId: string, { runs }: RequestServices): Promise<ChosenSpec> {
  return { ...spec, module: withKeptTables(spec.module, await runs.tablesOf(runId)) };
}

async function readRepaired(request: Request, services: RequestServices): Promise<SpooledFile | null> {
  const type = mediaTypeOf(request.headers);
  if (type === 'multipart/form-data') return (await readTransientForm(request, {}, services)).file;
  const isEmpty = request.body === null || Number(request.headers.get('content-length') ?? 0) === 0;
  if (isEmpty && !request.headers.has('transfer-encoding')) return null;
  return checkBeforeBody(request, () => {
    throw new Problem('unsupported_media_type', 'send the repaired rejects as the part "file" of multipart/form-data', {
      headers: { accept: 'multipart/form-data' },
    });
  });
}

/**
 * Throws a Problem (403) if the caller may not write what it has sent to this destination. Only a job writes to an
 * integration, and who creates jobs has the scope `connect`.
 */
function requireWritable({ kind }: Destination, principal: Principal): void {
  if (kind !== 'topic' && !mayUseConnections(principal))
    throw new Problem(
      'forbidden',
      'the run wrote to an integration. Sending repaired records there requires the scope "connect". Without a file, the stored records are read again',
      { field: 'file', requiredScope: 'connect' },
    );
}

/** A run into a file writes another file beside it. */
async function toFreeDestination(destination: Destination, { sources }: RequestServices): Promise<Destination> {
  return sources === null ? destination : freeDestination(destination, sources.integrations);
}
