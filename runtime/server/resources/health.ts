import { type SpecDiagnostic, toPublicDiagnostics } from '../../registry/compile/spec-diagnostic.ts';
import type { BrokenState } from '../../registry/folder/git-specs.ts';
import { json } from '../http/respond.ts';
import type { Services } from '../http/services.ts';

/** GET /health/live: always 200, because the process responds. */
export function live(): Response {
  return json({ status: 'live' });
}

/**
 * GET /health/ready: 200 if the service is not stopping and can store data, otherwise 503 with the reason in `status`.
 * The response also names the state of the specs folder (in git) that is in use, and says why a newer state is not
 * used.
 */
export async function ready(_: Request, { registry, isStopping, store }: Services): Promise<Response> {
  const { serves, newer } = registry.git;
  const git = {
    state: serves.state,
    since: serves.since,
    specs: serves.specs.size,
    newer: newer === null ? null : toBrokenJson(newer),
  };
  const problem = isStopping() ? 'stopping' : await store.findProblem();
  const status = problem ?? 'ready';
  return json({ status, specs: { git, api: registry.apiSpecs } }, { status: problem === null ? 200 : 503 });
}

function toBrokenJson({ state, found, files }: BrokenState): {
  state: string | null;
  found: string;
  problems: { file: string | null; diagnostics: SpecDiagnostic[] }[];
} {
  return {
    state,
    found,
    problems: files.map(({ file, diagnostics }) => ({ file, diagnostics: toPublicDiagnostics(diagnostics) })),
  };
}
