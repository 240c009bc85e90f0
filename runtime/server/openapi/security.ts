import type { CredentialKind } from '../../state/access/control/authenticate.ts';
import type { Route } from '../api/route.ts';
import type { JsonSchema } from '../../../compiler/index.ts';

const SCHEMES: Readonly<Record<CredentialKind, JsonSchema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key (`specmill keys add`), or a JWT of the issuer that the service trusts.',
  },
  certificate: {
    type: 'mutualTLS',
    description:
      'With `--tls-client-ca`, every connection needs a client certificate. Its subject has scopes, unless the request has a bearer token.',
  },
};

/** Returns the security scheme objects of these kinds of credentials, by name. */
export function describeSecuritySchemes(kinds: readonly CredentialKind[]): JsonSchema {
  return Object.fromEntries(kinds.map((kind) => [kind, SCHEMES[kind]]));
}

/**
 * Returns the security requirement of a route: one of these kinds of credentials, with a scope of the route. OpenAPI 3.1
 * lists scopes as the roles of schemes that are not OAuth 2.
 */
export function describeSecurity(
  { scope, alsoScope }: Pick<Route, 'scope' | 'alsoScope'>,
  kinds: readonly CredentialKind[],
): readonly JsonSchema[] {
  if (scope === 'open') return [];
  const scopes = alsoScope === null ? [scope] : [scope, alsoScope];
  return scopes.flatMap((one) => kinds.map((kind) => ({ [kind]: [one] })));
}
