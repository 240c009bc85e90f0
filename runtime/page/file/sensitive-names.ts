import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';

/** Returns the names of the sensitive fields of a type. A record of no type may have the values of any type. */
export function findSensitive({ fields, recordTypes = [] }: SpecInfo, recordType: string | undefined): Set<string> {
  const own = recordTypes.filter(({ name }) => recordType === undefined || name === recordType);
  const all = [...fields, ...own.flatMap((type) => type.fields)];
  return new Set(all.filter(({ sensitive }) => sensitive).map(({ name }) => name));
}
