import type { Destination } from '../../base/model/destination.ts';
import { mayUseConnections, type Principal } from '../../state/access/principal.ts';
import { freeDestination } from '../../jobs/take/free-destination.ts';
import { checkBeforeBody, mediaTypeOf } from '../http/body.ts';
import { callerOf } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import { withErrors } from '../http/with-errors.ts';
import { discardReceived, readTransientForm } from '../form/read-form.ts';
import { findSpecByIdOrName } from '../form/find-spec.ts';
import { specField, type ChosenSpec } from '../form/spec-field.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import { findRun, pathOfRun } from './runs.ts';

type Params = Readonly<Record<string, string>>;

/**
 * POST /runs/{id}/rejects/retry: publishes what the run has not published, with the current version of its spec. The body
 * may be a form with the repaired rejects. 202 with the new run; 409 if there is nothing to publish or if the run has not
 * finished, 422 if the file is not a copy of its rejects, 410 if the file of the run is no longer stored.
 */
export async function retryRejects(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const { runs, storage, limits, caller, spoolQuota } = services;
  const { caller: sender } = callerOf(request, caller);
  const { run, spec } = await checkBeforeBody(request, async () => {
    const found = await findRun(params, services);
    await storage.check();
    await spoolQuota.check(caller.principal.name, found.progress.totalBytes);
    await runs.checkQueue(sender);
    return { run: found, spec: await currentSpecOf(found, services) };
  });
  const repaired = await readRepaired(request, services);
  try {
    const runId = await runs.retryRejects({
      runId: run.runId,
      module: spec.module,
      specId: spec.id,
      repaired: repaired === null ? null : { path: repaired.path, content: repaired.content },
      limits,
      toDestination: (destination) => {
        if (repaired !== null) requireWritable(destination, caller.principal);
        return toFreeDestination(destination, services);
      },
      caller: sender,
      principal: caller.principal.name,
      visibleRuns: { topics: caller.principal.topics, specs: caller.principal.specs },
      signal: request.signal,
    });
    caller.notes.runId = runId;
    return json(withErrors(await runs.get(runId)), { status: 202, headers: { location: pathOfRun(runId) } });
  } finally {
    if (repaired !== null) await discardReceived(repaired, services);
  }
}

/** Returns the spec of a run as it is now. Throws a Problem: 403, 404 or 422. */
async function currentSpecOf(
  { runId, specId }: { runId: string; specId: string },
  services: RequestServices,
): Promise<ChosenSpec> {
  const name = (await services.runs.originOf(runId))?.specName ?? specId;
  const known = findSpecByIdOrName(services.registry, specId) === null ? name : specId;
  return specField.read(known, services);
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
