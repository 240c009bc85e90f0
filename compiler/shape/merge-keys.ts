import type { KeyShapes } from './shape.ts';

/** Kinds that contribute keys to an object. */
export type KindsWithKeys = { readonly [kind: string]: { readonly keys: KeyShapes } };

/** The keys of all kinds together. */
export type MergedKeys<Kinds extends KindsWithKeys> = Intersection<Kinds[keyof Kinds]['keys']>;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All extends KeyShapes,
) => void
  ? All
  : never;

/** Returns the keys of all kinds, in the order of the kinds. Kinds that share a key share its shape. */
export function mergeKeys<Kinds extends KindsWithKeys>(kinds: Kinds): MergedKeys<Kinds> {
  // TypeScript cannot compute the intersection of the spread objects.
  return Object.assign({}, ...Object.values(kinds).map(({ keys }) => keys)) as MergedKeys<Kinds>;
}

/** Returns the kinds that have a key, in the order of the kinds. Empty if the key belongs to none of them. */
export function findKindsOfKey(kinds: KindsWithKeys, key: string): string[] {
  return Object.keys(kinds).filter((kind) => Object.hasOwn(kinds[kind]?.keys ?? {}, key));
}
