import type { PlacedType } from './structure.ts';

/** A trailer and the lines of its scope before it. */
export interface TrailerScope<Line> {
  readonly trailer: Line;
  /** The line that opens the scope, or null in the scope of the file. */
  readonly opener: Line | null;
  /** The lines after the one that opens the scope. */
  readonly lines: readonly Line[];
}

/** Returns the scopes that the records of a trailer end. */
export function findScopes<Line extends { readonly kind: string }>(
  { node, parent }: PlacedType,
  lines: readonly Line[],
): TrailerScope<Line>[] {
  const scopes: TrailerScope<Line>[] = [];
  let from = 0;
  for (const [at, line] of lines.entries()) {
    if (line.kind === parent?.kind) from = at + 1;
    if (line.kind !== node.kind) continue;
    const opener = parent === null ? null : (lines[from - 1] ?? null);
    scopes.push({ trailer: line, opener, lines: lines.slice(from, at) });
  }
  return scopes;
}
