import type { Registry } from '../../state/registry/open-registry.ts';
import type { RegisteredSpec } from '../../state/registry/spec/registered-spec.ts';
import { requireFoundSpec } from '../http/forbid.ts';
import { Problem } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';

/** Returns the spec with this id or, if there is none, the spec with this name. Returns null if there is neither. */
export function findSpecByIdOrName(registry: Registry, idOrName: string): RegisteredSpec | null {
  return registry.get(idOrName.toLowerCase()) ?? registry.findByName(idOrName);
}

/**
 * Returns the spec that the path of a request names by `id`. Throws a Problem: 403 if the caller may not use the spec, 404
 * if there is no such spec.
 */
export function requireSpecOf(
  { id = '' }: Readonly<Record<string, string>>,
  { registry, caller }: RequestServices,
): RegisteredSpec {
  const spec = findSpecByIdOrName(registry, id);
  requireFoundSpec(spec, { idOrName: id, principal: caller.principal });
  if (spec === null) throw specNotFound();
  return spec;
}

/** Creates the Problem (404) for a spec that does not exist. */
export function specNotFound(): Problem {
  return new Problem('spec_not_found', 'no spec has this id or name. GET /api/v1/specs lists them');
}
