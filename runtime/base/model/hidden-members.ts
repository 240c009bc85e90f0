import type { RecordTypeInfo, SpecInfo } from '../../../compiler/kernel/model/contract.ts';

/**
 * Returns the names of the members of events that people who may not see sensitive values must not see: sensitive fields of
 * all record types, and members with records that have one, at any depth.
 */
export function findHiddenMembers({ fields, recordTypes = [] }: SpecInfo): Set<string> {
  const all = [...fields, ...recordTypes.flatMap((type) => type.fields)];
  const members = recordTypes.flatMap((type) =>
    type.partOf !== undefined && hidesRecords(type, recordTypes) ? [type.partOf.member] : [],
  );
  return new Set([...all.filter(({ sensitive }) => sensitive).map(({ name }) => name), ...members]);
}

/** Returns whether a field of a spec is sensitive, in any of its record types. */
export function hasSensitiveFields({ fields, recordTypes = [] }: Pick<SpecInfo, 'fields' | 'recordTypes'>): boolean {
  return [fields, ...recordTypes.map((type) => type.fields)].flat().some(({ sensitive }) => sensitive);
}

/** Returns whether a record of a type, or a record inside of it, has a sensitive field. */
function hidesRecords({ name, fields }: RecordTypeInfo, all: readonly RecordTypeInfo[]): boolean {
  return (
    fields.some(({ sensitive }) => sensitive) ||
    all.some((inner) => inner.partOf?.type === name && hidesRecords(inner, all))
  );
}
