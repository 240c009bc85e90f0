import type { Authenticated } from '../../state/access/authenticated.ts';
import { KeysUnavailable } from '../../state/access/jwt/keys-unavailable.ts';
import { hasScope, type Principal, STRANGER } from '../../state/access/principal.ts';
import { nameOfAddress } from '../../state/access/rate-limiter.ts';
import type { RouteScope, Scope } from '../../state/access/scopes.ts';
import { addressOf, credentialsOf } from './caller.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';

const REALM = 'Bearer realm="specmill"';

/** Finds out who sends a request. Throws a Problem: 503 `keys_unavailable`. */
export function identify(request: Request, { access }: Pick<Services, 'access'>): Promise<Authenticated> {
  return access.authenticate(credentialsOf(request)).catch(rethrow);
}

/**
 * Returns the principal of a request to a route. `scope` is that of the route; `any` requires any valid key. `alsoScope`
 * is enough, too. Throws a
 * Problem: 401 `unauthenticated`, 403 `forbidden` if the scope is missing, 429 `rate_exceeded`.
 */
export function admit(
  request: Request,
  {
    scope,
    alsoScope = null,
    authenticated,
  }: { scope: RouteScope | 'any'; alsoScope?: Scope | null; authenticated: Authenticated },
  { access }: Pick<Services, 'access'>,
): Principal {
  if (scope === 'open') return authenticated.kind === 'known' ? authenticated.principal : STRANGER;
  const address = nameOfAddress(addressOf(request));
  if (authenticated.kind === 'refused') {
    limit(address, access);
    throw unauthenticated(authenticated.reason, request.headers.has('authorization'));
  }
  const { principal } = authenticated;
  limit(principal.kind === 'anonymous' ? address : principal.name, access);
  const isEnough = alsoScope !== null && hasScope(principal, alsoScope);
  if (scope !== 'any' && !isEnough && !hasScope(principal, scope))
    throw new Problem('forbidden', `the request requires the scope "${scope}", which the caller does not have`, {
      requiredScope: scope,
      headers: { 'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
    });
  return principal;
}

function limit(caller: string, { rate }: Services['access']): void {
  const seconds = rate?.take(caller) ?? 0;
  if (seconds > 0)
    throw new Problem('rate_exceeded', 'the caller sends too many requests. Send the request again later', {
      headers: { 'retry-after': String(seconds) },
    });
}

function unauthenticated(reason: string, hasCredentials: boolean): Problem {
  return new Problem('unauthenticated', `the request ${reason}`, {
    headers: { 'www-authenticate': hasCredentials ? `${REALM}, error="invalid_token"` : REALM },
  });
}

function rethrow(error: unknown): never {
  if (!(error instanceof KeysUnavailable)) throw error;
  throw new Problem(
    'keys_unavailable',
    'the keys of the token issuer cannot be fetched. Send the request again later',
    {
      headers: { 'retry-after': '30' },
    },
  );
}
