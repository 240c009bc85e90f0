import { hasScope } from '../../state/access/principal.ts';
import { SCOPES } from '../../state/access/scopes.ts';
import { json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import type { CallerView } from '../shapes/caller.ts';

/** GET /caller: who sends the request, and what they may do. */
export function getCaller(_: Request, { caller: { principal } }: RequestServices): Response {
  const { kind, name, topics, specs } = principal;
  const view: CallerView = {
    kind,
    name,
    scopes: SCOPES.filter((scope) => hasScope(principal, scope)),
    topics: topics === null ? null : [...topics],
    specs: specs === null ? null : [...specs],
  };
  return json(view);
}
