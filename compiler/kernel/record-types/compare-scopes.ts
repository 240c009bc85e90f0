import { copyScope, type ScopeState } from './structure.ts';
import type { TypeTree } from './type-tree.ts';

/** A scope that is open in the actual state and in the assumed one. */
export interface ScopePair {
  readonly real: ScopeState;
  readonly assumed: ScopeState;
  /** Whether both contain the same numbers. If not, the end of the scope shows a difference. */
  isSame: boolean;
}

/** Above this number, a count means that a missing record was reported, and additions are no longer exact. */
const MAX_COUNT = 2 ** 50;

/**
 * Pairs the open scopes of two states at the same position of a file. Returns null if the next records could be judged
 * differently.
 */
export function compareScopes(
  tree: TypeTree,
  real: readonly ScopeState[],
  assumed: readonly ScopeState[],
): ScopePair[] | null {
  if (real.length !== assumed.length) return null;
  const pairs: ScopePair[] = [];
  for (const [depth, scope] of real.entries()) {
    const other = assumed[depth];
    if (other === undefined || !isComparable(scope, other)) return null;
    const isSame = areEqual(scope.counts, other.counts) && areEqual(scope.seen, other.seen);
    if (!isSame && !isSimilar(tree, scope, other)) return null;
    pairs.push({ real: scope, assumed: other, isSame });
  }
  return pairs;
}

/**
 * Returns the actual scopes at a later position from those of the reader that started in the assumed state. Returns null
 * if that reader has left a scope with other numbers, or if its counts may have decided where a record fits.
 */
export function correctScopes(
  tree: TypeTree,
  pairs: readonly ScopePair[],
  scopes: readonly ScopeState[],
): ScopeState[] | null {
  const corrected = scopes.map(withoutId);
  for (const [depth, { real, assumed, isSame }] of pairs.entries()) {
    if (isSame) continue;
    const later = scopes[depth];
    const scope = corrected[depth];
    if (later === undefined || scope === undefined || later.id === undefined || later.id !== assumed.id) return null;
    for (const [place, type] of tree.childrenOf(real.type).entries()) {
      const count = later.counts[place] ?? 0;
      const hasRestarted = (later.resets?.[place] ?? 0) !== (assumed.resets?.[place] ?? 0);
      const missing = hasRestarted ? 0 : (real.counts[place] ?? 0) - (assumed.counts[place] ?? 0);
      const added = count - (assumed.counts[place] ?? 0);
      if (missing !== 0 && added > 0 && count + missing > tree.maxIn(real, type)) return null;
      scope.counts[place] = count + missing;
      scope.seen[place] = (later.seen[place] ?? 0) + ((real.seen[place] ?? 0) - (assumed.seen[place] ?? 0));
    }
  }
  return corrected;
}

function isComparable(one: ScopeState, other: ScopeState): boolean {
  return (
    one.type === other.type && one.at === other.at && JSON.stringify(one.numbers) === JSON.stringify(other.numbers)
  );
}

/** Returns whether scopes with different numbers allow and demand the same next records. */
function isSimilar(tree: TypeTree, one: ScopeState, other: ScopeState): boolean {
  return tree.childrenOf(one.type).every((type, place) => {
    const max = tree.maxIn(one, type);
    const min = one.numbers?.[place] ?? tree.get(type)?.min ?? 0;
    const seen = [one.seen[place] ?? 0, other.seen[place] ?? 0];
    if (max <= 1 && one.counts[place] !== other.counts[place]) return false;
    return seen[0] === seen[1] || seen.every((count) => count >= min && count < MAX_COUNT);
  });
}

function withoutId(scope: ScopeState): ScopeState {
  const { id: _, resets: __, ...copy } = copyScope(scope);
  return copy;
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.every((number, index) => number === other[index]);
}
