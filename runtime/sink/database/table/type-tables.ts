import type { SpecInfo } from '../../../../compiler/kernel/model/contract.ts';

/** A table for the records of one type. */
export interface TypeTable {
  readonly table: string;
  /** The record type as an index. Null: the spec has one type. */
  readonly type: number | null;
  /** The type of the records that enclose those of the table, as an index, if these are members of theirs. Otherwise null. */
  readonly parent: number | null;
  readonly fields: SpecInfo['fields'];
}

/**
 * Returns the tables of a spec. With several record types, each type that is published, or a member of one, has its own table:
 * `<table>_<record type>`, in the order of the spec, so that the table of an enclosing record precedes those inside.
 */
export function findTypeTables({ fields, recordTypes }: SpecInfo, table: string): TypeTable[] {
  const published = (own: SpecInfo['fields']) => own.filter(({ isPublished = true }) => isPublished);
  if (recordTypes === undefined) return [{ table, type: null, parent: null, fields: published(fields) }];
  return recordTypes.flatMap(({ name, isPublished, partOf, fields: own }, type) => {
    if (!isPublished && partOf === undefined) return [];
    const parent = partOf === undefined ? null : recordTypes.findIndex((one) => one.name === partOf.type);
    return [{ table: `${table}_${name}`, type, parent, fields: published(own) }];
  });
}
