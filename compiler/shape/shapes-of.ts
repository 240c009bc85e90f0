import type { ObjectShape } from './shape.ts';

/** Returns the shape of each kind, under the name of the kind. */
export function shapesOf<Kinds extends { readonly [kind: string]: { readonly shape: ObjectShape } }>(
  kinds: Kinds,
): { readonly [Kind in keyof Kinds]: Kinds[Kind]['shape'] } {
  const shapes = Object.entries(kinds).map(([kind, { shape }]) => [kind, shape]);
  // Object.fromEntries loses the names of the kinds.
  return Object.fromEntries(shapes) as { readonly [Kind in keyof Kinds]: Kinds[Kind]['shape'] };
}
