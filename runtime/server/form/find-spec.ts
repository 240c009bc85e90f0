import type { Registry } from '../../registry/open-registry.ts';
import type { RegisteredSpec } from '../../registry/spec/registered-spec.ts';

/** Returns the spec with this id or, if there is none, the spec with this name. Returns null if there is neither. */
export function findSpecByIdOrName(registry: Registry, idOrName: string): RegisteredSpec | null {
  return registry.get(idOrName.toLowerCase()) ?? registry.findByName(idOrName);
}
