import type { KeyShapes } from './shape.ts';

/** The kinds, such as formats or types, that contribute keys to an object, by name. */
export type KindsWithKeys = { readonly [kind: string]: { readonly keys: KeyShapes } };

/** The type of the keys of all kinds together. */
export type MergedKeys<Kinds extends KindsWithKeys> = Intersection<Kinds[keyof Kinds]['keys']>;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All extends KeyShapes,
) => void
  ? All
  : never;

/**
 * Returns the keys of all kinds together, in the order of the kinds. Kinds that have the same key must have the same
 * shape for it.
 */
export function mergeKeys<Kinds extends KindsWithKeys>(kinds: Kinds): MergedKeys<Kinds> {
  // TypeScript cannot infer the type of the merged object.
  return Object.assign({}, ...Object.values(kinds).map(({ keys }) => keys)) as MergedKeys<Kinds>;
}

/** Returns the names of the kinds that have a key, in the order of the kinds. Empty if no kind has it. */
export function findKindsOfKey(kinds: KindsWithKeys, key: string): string[] {
  return Object.keys(kinds).filter((kind) => Object.hasOwn(kinds[kind]?.keys ?? {}, key));
}
