import { isDeepStrictEqual } from 'node:util';

/** Members that registries write in another way, or that say nothing about how values are written. */
const IGNORED = new Set(['doc', 'default', 'namespace']);

/** Returns whether two schemas are written differently at most: other blanks, another order of members, other namespaces. */
export function isSameSchema(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(normalize(JSON.parse(one)), normalize(JSON.parse(other)));
  } catch {
    return false;
  }
}

function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !IGNORED.has(name));
  const [only] = members;
  // Avro: { "type": "string" } is "string".
  if (members.length === 1 && only?.[0] === 'type' && typeof only[1] === 'string') return only[1];
  return Object.fromEntries(members.map(([name, own]) => [name, name === 'name' ? shortName(own) : normalize(own)]));
}

/** Returns a name without the namespace before it. */
function shortName(name: unknown): unknown {
  return typeof name === 'string' ? name.slice(name.lastIndexOf('.') + 1) : normalize(name);
}
