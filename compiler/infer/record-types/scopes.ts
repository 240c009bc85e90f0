import type { KindLine } from './kinds.ts';
import type { PlacedType } from './structure.ts';

/** A trailer and the lines of its scope before it. */
export interface TrailerScope {
  readonly trailer: string;
  /** The lines after the one that opens the scope. */
  readonly lines: readonly KindLine[];
}

/** Returns the scopes that the records of a trailer end. */
export function findScopes({ node, parent }: PlacedType, lines: readonly KindLine[]): TrailerScope[] {
  const scopes: TrailerScope[] = [];
  let from = 0;
  for (const [at, { kind, text }] of lines.entries()) {
    if (kind === parent?.kind) from = at + 1;
    if (kind === node.kind) scopes.push({ trailer: text, lines: lines.slice(from, at) });
  }
  return scopes;
}
