import { matchesPatterns, type NamePatterns } from './name-patterns.ts';
import { SCOPES, type Scope } from './scopes.ts';

/** Who sends a request, and what they may do. */
export interface Principal {
  kind: 'anonymous' | 'key' | 'jwt' | 'certificate';
  /**
   * Identifies the principal: `key:NAME`, `jwt:SUBJECT`, `certificate:SUBJECT` or `anonymous`. All keys with the same
   * name are one principal, so a key can be replaced.
   */
  name: string;
  /** Id of the API key. Null if the principal has none. */
  keyId: string | null;
  scopes: ReadonlySet<Scope>;
  /** The topics that the principal may use. Null: all. */
  topics: NamePatterns | null;
  /** The names of the specs that the principal may use. Null: all. */
  specs: NamePatterns | null;
  /**
   * The names of the integrations whose files and tables the principal may name as a `source`. Null: none, unless it has
   * the scope `connect`.
   */
  integrations: NamePatterns | null;
}

/** The bounds of a principal that has none. */
export const UNBOUND = { topics: null, specs: null, integrations: null } as const;

/** The caller of a service without access control: it may do everything. */
export const ANYBODY: Principal = createAnonymous(SCOPES);

/** A caller without a key of a service with access control: it may use open routes only. */
export const STRANGER: Principal = createAnonymous([]);

/** Returns true if the principal has a scope. `admin` includes all others. */
export function hasScope({ scopes }: Principal, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('admin');
}

/** Returns true if the principal may use a topic. */
export function mayUseTopic({ topics }: Principal, topic: string): boolean {
  return topics === null || matchesPatterns(topics, topic);
}

/** Returns true if the principal may use the spec with this name. */
export function mayUseSpec({ specs }: Principal, name: string): boolean {
  return specs === null || matchesPatterns(specs, name);
}

/** Returns true if the principal may use only some topics or specs. */
export function isBound({ topics, specs }: Principal): boolean {
  return topics !== null || specs !== null;
}

/**
 * Returns true if the principal may name an integration as a `source`: the scope `connect` allows all, and a list of
 * integrations those in it. A principal that is bound to topics or specs needs the list.
 */
export function mayReadIntegration(principal: Principal, name: string): boolean {
  return (
    mayUseConnections(principal) || (principal.integrations !== null && matchesPatterns(principal.integrations, name))
  );
}

/** Returns true if the principal may use credentials, integrations and free SQL: the scope `connect` without bounds. */
export function mayUseConnections(principal: Principal): boolean {
  return hasScope(principal, 'connect') && !isBound(principal);
}

/** Returns true if the principal may see a run: its topic and its spec must be allowed. */
export function maySeeRun(principal: Principal, run: { topic: string; specName: string }): boolean {
  return mayUseTopic(principal, run.topic) && mayUseSpec(principal, run.specName);
}

function createAnonymous(scopes: readonly Scope[]): Principal {
  return { kind: 'anonymous', name: 'anonymous', keyId: null, scopes: new Set(scopes), ...UNBOUND };
}
