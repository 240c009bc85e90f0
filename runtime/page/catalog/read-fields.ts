import type { AnySpec } from '../../../compiler/browser.ts';
import type { LoadedField, LoadedSpec } from './catalog.ts';

/** Returns the fields of a spec and of its record types, and its reference tables. Copied and computed fields are not in their records, so they are left out. */
export function readFields(spec: AnySpec): Pick<LoadedSpec, 'fields' | 'recordTypes' | 'tables'> {
  const tables = Object.entries(spec.reference ?? {}).map(([name, { file = null }]) => ({ name, file }));
  if (!('recordTypes' in spec)) return { fields: loadFields(spec.fields), recordTypes: [], tables };
  const recordTypes = spec.recordTypes.map(({ name, fields }) => ({
    name,
    fields: loadFields(fields),
  }));
  return { fields: [], recordTypes, tables };
}

type SpecField = Omit<LoadedField, 'columnName'> & {
  readonly columnName?: string | readonly string[];
  readonly from?: string;
  readonly value?: string;
  readonly fromLine?: unknown;
  readonly mask?: object;
};

/** Returns the fields that have a place. Of several names of a column, the first one is shown. */
function loadFields(fields: readonly SpecField[]): LoadedField[] {
  return fields.filter(hasPlace).map(({ columnName, mask, ...field }) => {
    const label = typeof columnName === 'object' ? columnName[0] : columnName;
    return {
      ...field,
      ...(mask !== undefined && { sensitive: true }),
      ...(label !== undefined && { columnName: label }),
    };
  });
}

function hasPlace({ from, value, fromLine }: SpecField): boolean {
  return from === undefined && value === undefined && fromLine === undefined;
}
