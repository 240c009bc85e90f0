import { isFallback, selectsByValue } from '../../1-read/parts.ts';
import type { RecordType } from '../../1-read/spec-shape.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Format } from '../../../language/formats/file-formats.ts';
import { formatKinds, hasKey, selectsByColumn, selectsByPath } from '../../../language/formats/format-kinds.ts';
import { hasOnlyValues } from '../../../language/formats/model/record-when.ts';
import { conditionsIn, findShared } from './condition-languages.ts';
import type { TypesCheck } from './check.ts';
import { findAncestors } from './nesting.ts';

/** Reports a second type without `when`, and pairs of types whose values one record may have at once. */
export const checkSelection: TypesCheck = ({ format, recordTypes }, report) => {
  const fallback = recordTypes.findIndex(isFallback);
  for (const [index, type] of recordTypes.entries()) {
    if (isFallback(type) && index !== fallback)
      report(
        'second_fallback',
        pointerTo('recordTypes', index),
        { name: type.name, other: recordTypes[fallback]?.name ?? '' },
        { seeAlso: pointerTo('recordTypes', fallback) },
      );
    for (const [earlier, other] of recordTypes.slice(0, index).entries()) {
      if (areInDifferentTypes(type, other, recordTypes) && selectsByPath(format)) continue;
      const shared = findSharedValues(type.when, other.when, format);
      if (shared === null) continue;
      const params = { name: type.name, other: other.name, value: shared.value, otherValue: shared.otherValue };
      report('ambiguous_record_type', pointerTo('recordTypes', index, 'when'), params, {
        seeAlso: pointerTo('recordTypes', earlier, 'when'),
      });
    }
  }
};

type When = NonNullable<RecordType['when']>;

/** Returns a value of each type that one record may have at once. Returns null if no record has values of both. */
function findSharedValues(
  when: When | undefined,
  other: When | undefined,
  format: Format,
): { value: string; otherValue: string } | null {
  // The check of the format reports records at different places.
  if (when !== undefined && other !== undefined && (when.path === undefined) !== (other.path === undefined))
    return null;
  if (when?.path !== undefined && other?.path !== undefined) {
    const meet = formatKinds[format].mayMeet?.(when.path, other.path) ?? false;
    const [own, others] = [when, other].map((one) => hasKey(format, 'recordWhen') && selectsByValue({ when: one }));
    const isSamePlace = when.path === other.path;
    // A path alone has the values that no other type at the path selects.
    if (!meet || (isSamePlace && own !== others)) return null;
    if (!isSamePlace || own !== true) return { value: when.path, otherValue: other.path };
  }
  if (when !== undefined && other !== undefined && !(hasOnlyValues(when) && hasOnlyValues(other)))
    return findSharedConditions(when, other, selectsByColumn(format) || selectsByPath(format));
  for (const value of when?.values ?? []) {
    for (const otherValue of other?.values ?? []) {
      if (when !== undefined && other !== undefined && !differs({ when, value }, { when: other, value: otherValue }))
        return { value, otherValue };
    }
  }
  return null;
}

/** Returns whether the records of two types are inside of records of different types that are in no other one. */
function areInDifferentTypes(type: RecordType, other: RecordType, types: readonly RecordType[]): boolean {
  const [own, others] = [findAncestors(type, types)?.at(-1), findAncestors(other, types)?.at(-1)];
  return own !== undefined && others !== undefined && own !== others;
}

function findSharedConditions(
  when: When,
  other: When,
  byColumn: boolean,
): { value: string; otherValue: string } | null {
  const [own, others] = [conditionsIn(when, byColumn), conditionsIn(other, byColumn)];
  return own === null || others === null ? null : findShared(own, others);
}

interface Selected {
  readonly when: When;
  readonly value: string;
}

/** Returns whether a record cannot have both values, because they differ in a character that both cover. */
function differs(one: Selected, other: Selected): boolean {
  if (one.when.start === undefined || other.when.start === undefined) {
    const columns = [one.when.column, other.when.column];
    // The check of the format reports a type without a place.
    if (columns.includes(undefined)) return true;
    return columns[0] === columns[1] && one.value !== other.value;
  }
  const characters = [...one.value];
  const shift = one.when.start - other.when.start;
  return [...other.value].some((character, at) => {
    const own = characters[at - shift];
    return own !== undefined && own !== character;
  });
}
