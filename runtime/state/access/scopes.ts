/**
 * What a caller may do. `read`: read specs, runs and topics. `transform`: send files, dry runs included. `specs`:
 * create, replace and delete specs. `connect`: credentials, integrations and jobs. `approve`: accept or refuse what others
 * want to publish. `admin`: everything.
 */
export const SCOPES = ['read', 'transform', 'specs', 'connect', 'approve', 'admin'] as const;

/** One of SCOPES. */
export type Scope = (typeof SCOPES)[number];

/** The scope that a route requires. A route with `open` accepts every caller, also one without a key. */
export type RouteScope = Scope | 'open';

/** Returns true if `text` is the name of a scope. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
