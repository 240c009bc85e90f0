import type { Principal } from '../../state/access/principal.ts';
import type { RouteScope, Scope } from '../../state/access/scopes.ts';
import { admit, identify } from './admit.ts';
import { answer } from './answer.ts';
import { releaseWhenRead } from './answer-budget.ts';
import { addressOf, type AuditNotes } from './caller.ts';
import { requireUnbound } from './forbid.ts';
import { recordRequest } from './record-request.ts';
import type { RequestContext } from './request-context.ts';
import type { RequestServices, Services } from './services.ts';

/** Handles a request whose query parameters are not read yet. `params` are the decoded parameters of its path. */
export type RawHandler = (
  request: Request,
  services: RequestServices,
  params: Readonly<Record<string, string>>,
) => Response | Promise<Response>;

/** What serveRequest() must know of a route. */
export interface ServedRoute {
  path: string;
  /** The scope that the caller needs. `any`: any valid key. */
  scope: RouteScope | 'any';
  alsoScope: Scope | null;
  storesNothing: boolean;
  /** Whether a response has no end of its own, as a stream of events. Then the route limits their number. */
  staysOpen: boolean;
  handle: RawHandler;
}

/** What a response to GET may need while its client does not read it: a result with 4 MiB of errors, as text. In bytes. */
const ANSWER_BYTES = 8 * 1024 * 1024;

/** Routes of things that belong to no topic and no spec, or to all of them. */
const FOR_ALL = /^\/(?:api\/v1\/(?:credentials|instances|integrations|jobs)|metrics)(?:\/|$)/;

/**
 * Admits a request, calls the handler of its route, and records the request in the audit. Requests to open routes are
 * not recorded. Adds the principal and the run to `context`. Never throws.
 */
export async function serveRequest(
  request: Request,
  params: Readonly<Record<string, string>>,
  { route, context, services }: { route: ServedRoute; context: RequestContext; services: Services },
): Promise<Response> {
  const address = addressOf(request);
  const notes: AuditNotes = {};
  let principal: Principal | null = null;
  const handle = async (): Promise<Response> => {
    const authenticated = await identify(request, services);
    principal = authenticated.kind === 'known' ? authenticated.principal : null;
    if (principal !== null) context.principal = principal.name;
    const admitted = admit(request, { scope: route.scope, alsoScope: route.alsoScope, authenticated }, services);
    if (FOR_ALL.test(route.path)) requireUnbound(admitted);
    const caller = { principal: admitted, address, notes };
    const spool = services.spoolQuota.spoolOf(admitted.name, services.spool);
    const all = { ...services, caller, spool };
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || route.staysOpen || route.scope === 'open') return route.handle(request, all, params);
    const release = await services.answers.take(admitted.name, ANSWER_BYTES, request.signal);
    try {
      return releaseWhenRead(await route.handle(request, all, params), release, request.signal);
    } catch (error) {
      release();
      throw error;
    }
  };
  const response = await answer(handle, request, services);
  if (notes.runId !== undefined) context.runId = notes.runId;
  if (route.scope === 'open') return response;
  const { path, storesNothing } = route;
  const { method } = request;
  const { status } = response;
  await recordRequest({ method, path, params, principal, address, notes, status, storesNothing }, services);
  return response;
}
