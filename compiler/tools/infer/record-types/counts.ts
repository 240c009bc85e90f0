import type { KindLine } from './kinds.ts';
import type { TrailerNumbers } from './numbers.ts';
import type { TrailerScope } from './scopes.ts';
import type { PlacedType } from './structure.ts';
import { type Wanted, widen } from './wanted.ts';

/** The usual width of a count. Zeros before it are not its own. */
const COUNT_DIGITS = 8;
const FEW = 10;

interface Counted {
  readonly types: readonly PlacedType[];
  readonly scopes: readonly TrailerScope<KindLine>[];
  readonly numbers: TrailerNumbers;
}

/** Finds the numbers of lines of some kinds in a trailer: groups, details, and all of them. */
export function findCounts({ parent }: PlacedType, { types, scopes, numbers }: Counted): Wanted[] {
  const present = new Set(scopes.flatMap(({ lines }) => lines.map(({ kind }) => kind)));
  const inside = types.filter((one) => present.has(one.node.kind));
  const framed = inside.filter((one) => !one.node.isOnce);
  const details = framed.filter((one) => one.node.inside.every(({ isTrailer }) => !isTrailer));
  const groups = framed.filter((one) => one.parent === parent && one.node.inside.some(({ isTrailer }) => isTrailer));
  const header = inside.filter((one) => one.node.isOnce && one.parent === null);
  const sets = [groups, details, inside.filter((one) => !header.includes(one)), ...details.map((one) => [one])];
  const found = sets.flatMap((set): Wanted[] => {
    const kinds = set.map((one) => one.node.kind);
    if (kinds.length === 0) return [];
    const counts = scopes.map(({ lines }) => lines.filter(({ kind }) => kinds.includes(kind)).length);
    // One record is found in many numbers by chance, so its place must follow the record type.
    const isClear = counts.some((count) => count > 1);
    const places = numbers
      .find(counts)
      .slice(0, 1)
      .filter(({ start, kind }) => isClear || start === kind.length)
      .map((place) => widen(place, COUNT_DIGITS));
    return [{ places, of: { kinds, isSmall: counts.every((count) => count < FEW) }, isWhole: true }];
  });
  return found.filter(
    ({ places: [place] }, index) => found.findIndex((one) => one.places[0]?.end === place?.end) === index,
  );
}
