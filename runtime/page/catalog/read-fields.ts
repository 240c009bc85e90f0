import type { AnySpec } from '../../../compiler/browser.ts';
import type { LoadedSpec } from './catalog.ts';

/** Returns the fields of a spec and of its record types. Copied and computed fields are not in their records, so they are left out. */
export function readFields(spec: AnySpec): Pick<LoadedSpec, 'fields' | 'recordTypes'> {
  if (!('recordTypes' in spec)) return { fields: spec.fields.filter(hasPlace), recordTypes: [] };
  const recordTypes = spec.recordTypes.map(({ name, fields }) => ({
    name,
    fields: fields.filter(hasPlace),
  }));
  return { fields: [], recordTypes };
}

function hasPlace({ from, value }: { readonly from?: string; readonly value?: string }): boolean {
  return from === undefined && value === undefined;
}
