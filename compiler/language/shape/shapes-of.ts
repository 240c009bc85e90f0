import type { ObjectShape } from './shape.ts';

/** Returns the shape of each kind, by the name of the kind. */
export function shapesOf<Kinds extends { readonly [kind: string]: { readonly shape: ObjectShape } }>(
  kinds: Kinds,
): { readonly [Kind in keyof Kinds]: Kinds[Kind]['shape'] } {
  const shapes = Object.entries(kinds).map(([kind, { shape }]) => [kind, shape]);
  // The type of Object.fromEntries does not contain the names of the kinds.
  return Object.fromEntries(shapes) as { readonly [Kind in keyof Kinds]: Kinds[Kind]['shape'] };
}
