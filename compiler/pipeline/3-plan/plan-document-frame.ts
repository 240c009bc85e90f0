import type { DocumentFramePlan, FileRulePlan, RecordTypePlan } from '../../language/plan/record-types-plan.ts';

/** The record types of a spec, for what surrounds its documents. */
interface Surroundings {
  readonly types: readonly RecordTypePlan[];
  /** The types that form documents, as indexes. */
  readonly documents: readonly number[];
  readonly fileRules: readonly FileRulePlan[];
  /** Whether the types that no other type encloses occur in any order. */
  readonly anyOrder: boolean;
}

/**
 * Returns the records outside of documents without which a document cannot be read: those that enclose it, and those that
 * occur at most once. A record after the documents that has a total of all of them is none: it is wrong beside some of them.
 */
export function planDocumentFrame(spec: Surroundings): DocumentFramePlan {
  const { types } = spec;
  const totals = findTotals(spec);
  const trailers = [...totals.keys()].filter((type) => isTrailer(type, spec));
  const outside = types.flatMap((_, type) => (isInside(type, spec) ? [] : [type]));
  const frame = outside.filter(
    (type) => !trailers.includes(type) && (encloses(type, spec) || (types[type]?.place.max ?? Infinity) <= 1),
  );
  return {
    types: frame.length === 0 ? [] : withParents([...frame, ...spec.documents], types),
    totals: [...totals].map(([type, rules]) => ({ type, rules, isLeftOut: trailers.includes(type) })),
  };
}

function withParents(indexes: readonly number[], types: readonly RecordTypePlan[]): DocumentFramePlan['types'] {
  const sorted = [...indexes].sort((one, other) => one - other);
  return sorted.map((type) => ({ type, parent: types[type]?.place.parent ?? -1 }));
}

/** Returns the types outside of documents that have totals of records, each with the ids of the rules that compare them. */
function findTotals(spec: Surroundings): Map<number, string[]> {
  const totals = new Map<number, string[]>();
  for (const rule of spec.fileRules) {
    const type = 'total' in rule ? (rule.total?.type ?? -1) : -1;
    if (type < 0 || isInside(type, spec)) continue;
    totals.set(type, [...(totals.get(type) ?? []), rule.ruleId]);
  }
  return totals;
}

/** Returns whether the records of a type follow the documents of their scope, and enclose none. */
function isTrailer(type: number, spec: Surroundings): boolean {
  const { types, anyOrder } = spec;
  if (encloses(type, spec)) return false;
  const parent = types[type]?.place.parent ?? -1;
  const isAnyOrder = parent < 0 ? anyOrder : types[parent]?.place.anyOrder === true;
  if (isAnyOrder) return types.every(({ copiesFrom }) => !copiesFrom.includes(type));
  return types.some(
    ({ place }, before) =>
      before < type && place.parent === parent && (spec.documents.includes(before) || encloses(before, spec)),
  );
}

/** Returns whether records of a type belong to documents. */
function isInside(type: number, spec: Surroundings): boolean {
  return type >= 0 && (spec.documents.includes(type) || isInside(spec.types[type]?.place.parent ?? -1, spec));
}

/** Returns whether documents are inside records of a type, which belong to none themselves. */
function encloses(type: number, spec: Surroundings): boolean {
  return spec.types.some(
    ({ place }, inner) => place.parent === type && (spec.documents.includes(inner) || encloses(inner, spec)),
  );
}
