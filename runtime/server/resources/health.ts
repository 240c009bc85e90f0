import { type SpecDiagnostic, toPublicDiagnostics } from '../../state/registry/compile/spec-diagnostic.ts';
import type { BrokenState } from '../../state/registry/folder/git-specs.ts';
import { hasScope } from '../../state/access/principal.ts';
import { json } from '../http/respond.ts';
import type { RequestServices, Services } from '../http/services.ts';
import type { BrokenSpecs, Reason } from '../shapes/health.ts';

/** GET /health/live: always 200, because the process responds. */
export function live(): Response {
  return json({ status: 'live' });
}

/** From this time on, in seconds, a broker that cannot be reached makes the service not ready. */
const BROKER_SECONDS = 30;

/**
 * GET /health/ready: 200 if the service can do its work, otherwise 503 with the reasons. The response also names the
 * state of the specs folder (in git) that is in use, and says why a newer state is not used: to every caller by the codes
 * of its diagnostics, and to callers with the scope `read` in full.
 */
export async function ready(_: Request, services: RequestServices): Promise<Response> {
  const { serves, newer } = services.registry.git;
  const { sources } = services;
  const git = {
    state: serves.state,
    since: serves.since,
    specs: serves.specs.size,
    newer: newer === null ? null : toBrokenJson(newer, hasScope(services.caller.principal, 'read')),
  };
  const reasons = await findReasons(services);
  const status = reasons[0] ?? 'ready';
  return json(
    {
      status,
      reasons,
      specs: { git, api: services.registry.apiSpecs },
      integrations: sources === null ? null : { git: sources.git.list().length, broken: sources.git.brokenCodes() },
    },
    { status: reasons.length === 0 ? 200 : 503 },
  );
}

async function findReasons({
  isStopping,
  cluster,
  store,
  storage,
  brokerUnreachableSeconds,
}: Services): Promise<Reason[]> {
  const problem = await store.findProblem();
  // If the disk cannot be measured, the folder cannot be used, which is the problem above.
  const isNearlyFull = await storage.isReached().catch(() => false);
  return [
    ...(isStopping() ? (['stopping'] as const) : []),
    ...(cluster?.isDraining === true ? (['draining'] as const) : []),
    ...(problem === null ? [] : [problem]),
    ...(isNearlyFull ? (['insufficient_storage'] as const) : []),
    ...(brokerUnreachableSeconds() >= BROKER_SECONDS ? (['broker_unavailable'] as const) : []),
  ];
}

function toBrokenJson({ state, found, files }: BrokenState, isDetailed: boolean): BrokenSpecs {
  return {
    state,
    found,
    problems: files.map(({ file, diagnostics }) => ({
      file,
      codes: countCodes(diagnostics),
      ...(isDetailed && { diagnostics: toPublicDiagnostics(diagnostics) }),
    })),
  };
}

function countCodes(diagnostics: readonly SpecDiagnostic[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
