import type { KindLine } from './kinds.ts';
import type { TrailerNumbers } from './numbers.ts';
import type { TrailerScope } from './scopes.ts';
import type { PlacedType } from './structure.ts';
import type { FoundTotal, NumberRange } from './total.ts';
import { type Wanted, widen } from './wanted.ts';

/** A larger number is found by chance in few places. */
const MIN_SUM = 100;

interface Nested {
  readonly parent: PlacedType['parent'];
  readonly scopes: readonly TrailerScope<KindLine>[];
  readonly numbers: TrailerNumbers;
}

/**
 * Finds the sums of the totals of enclosed trailers. A small one must be directly before the total that follows it in the
 * enclosed trailer, too. `totals` are those of the enclosed trailers, which `types` contain.
 */
export function findNestedSums(
  totals: readonly FoundTotal[],
  types: readonly PlacedType[],
  { parent, scopes, numbers }: Nested,
): Wanted[] {
  const groups = types.filter((one) => one.parent === parent).map(({ node }) => node.kind);
  const nested = types.filter(({ node, parent: group }) => node.isTrailer && groups.includes(group?.kind ?? ''));
  const kinds = nested.map(({ node }) => node.kind);
  const own = totals.filter(({ total }) => kinds.includes(total.kind));
  const sums = own
    .sort((one, other) => other.total.end - one.total.end)
    .map(({ total, of }) => ({
      total,
      what: 'sum' in of ? of.what : ({ kind: 'COUNT' } as const),
      sums: sumOf(total, scopes),
    }));
  const found: Wanted[] = [];
  let anchor: number | null = null;
  for (const { total, what, sums: values } of sums) {
    const length = total.end - total.start;
    const limit: number | null = anchor;
    const isLarge = values.some((one) => one >= MIN_SUM);
    const places: NumberRange[] = (
      what.kind === 'HASH' ? numbers.find(values.map((one) => one % 10 ** length)) : numbers.find(values)
    )
      .filter(({ end }) => (limit === null ? isLarge : end <= limit))
      .sort((one, other) => other.end - one.end);
    const [last] = places;
    if (last === undefined) continue;
    anchor = last.digits;
    const of: FoundTotal['of'] = { sum: total, where: null, what };
    // A number of records may have more digits in the trailer of the file.
    found.push({ places: [widen(last, isLarge ? length : length + 2)], of });
  }
  return found;
}

function sumOf({ kind, start, end }: NumberRange, scopes: readonly TrailerScope<KindLine>[]): number[] {
  return scopes.map(({ lines }) =>
    lines.reduce((sum, line) => sum + (line.kind === kind ? Number(line.text.slice(start, end)) : 0), 0),
  );
}
