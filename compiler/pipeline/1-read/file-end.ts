import { readSpec, type SpecText } from './read-spec.ts';
import { hasRecordTypes } from './record-views.ts';
import type { AnySpec, RecordType } from './spec-shape.ts';

/**
 * Returns whether the last lines of a file decide how it is read: `skipLines.bottom` skips them, or the last of them is a
 * required record. A file without its end is then read wrong, or refused. Returns false for a spec that cannot be read.
 */
export function dependsOnFileEnd(input: SpecText): boolean {
  const { spec } = readSpec(input);
  return spec !== null && ((spec.skipLines?.bottom ?? 0) > 0 || hasTrailer(spec));
}

function hasTrailer(spec: AnySpec): boolean {
  if (!hasRecordTypes(spec)) return false;
  const { recordTypes } = spec;
  // The last type inside the last type ends the file, if each of them is required.
  let last = lastInside(recordTypes, undefined);
  for (let isFirst = true; last !== undefined && isRequired(last); isFirst = false) {
    const inside = lastInside(recordTypes, last.name);
    if (inside === undefined) return !isFirst || recordTypes.filter((type) => type.in === undefined).length > 1;
    last = inside;
  }
  return false;
}

function lastInside(types: readonly RecordType[], parent: string | undefined): RecordType | undefined {
  return types.findLast((type) => type.in === parent);
}

function isRequired({ occurs = 'MANY' }: RecordType): boolean {
  return typeof occurs === 'string' ? occurs === 'ONCE' || occurs === 'SOME' : (occurs.min ?? 0) > 0;
}
