import { typeKinds } from '../../../language/types/type-kinds.ts';
import { viewRecordTypes } from '../../1-read/record-views.ts';
import type { RecordType, RecordTypesSpec } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import type { TypesCheck } from './check.ts';

/** Reports types that are in an unknown type or in themselves, and numbers of records that are impossible. */
export const checkNesting: TypesCheck = (spec, report) => {
  const { recordTypes } = spec;
  const known = recordTypes.map(({ name }) => name);
  for (const [index, type] of recordTypes.entries()) {
    const pointer = `/recordTypes/${index}`;
    const by = `"in" of ${quoted(type.name)}`;
    if (type.in !== undefined && !known.includes(type.in))
      report('unknown_record_type', `${pointer}/in`, { by, name: type.in, known });
    else if (findAncestors(type, recordTypes) === null)
      report('record_type_cycle', `${pointer}/in`, { name: type.name });
    const { occurs } = type;
    if (typeof occurs !== 'object') continue;
    const { min = 0, max = Infinity, field } = occurs;
    if (field !== undefined) checkNumberField({ type, field, pointer }, spec, report);
    if (min > max) report('occurs_never', `${pointer}/occurs`, { min, max });
  }
};

interface CountedType {
  readonly type: RecordType;
  /** The field of the enclosing record with the number of records. */
  readonly field: string;
  readonly pointer: string;
}

/** Reports a number of records that is not an INTEGER field of the enclosing record. */
function checkNumberField({ type, field, pointer }: CountedType, spec: RecordTypesSpec, report: Report): void {
  const by = `"occurs" of ${quoted(type.name)}`;
  const { occurs } = type;
  if (typeof occurs === 'object' && (occurs.min !== undefined || occurs.max !== undefined))
    report('counted_occurs', `${pointer}/occurs`, { by, detail: 'has "field" together with "min" or "max"' });
  const parent = spec.recordTypes.findIndex(({ name }) => name === type.in);
  const view = viewRecordTypes(spec)[parent];
  if (view === undefined) {
    if (type.in === undefined)
      report('counted_occurs', `${pointer}/occurs/field`, { by, detail: 'needs "in", because the file has no fields' });
    return;
  }
  const found = view.fields.find(({ name }) => name === field);
  const known = view.fields.map(({ name }) => name);
  if (found === undefined) report('unknown_field', `${pointer}/occurs/field`, { by, field, known });
  else if (typeKinds[found.type].isNumber !== 'WHOLE')
    report('counted_occurs', `${pointer}/occurs/field`, {
      by,
      detail: `needs an INTEGER, but ${quoted(field)} is a ${found.type}`,
    });
}

/** Returns the types that enclose a type, the innermost first. Returns null if a type encloses itself. */
export function findAncestors(type: RecordType, types: readonly RecordType[]): RecordType[] | null {
  const found: RecordType[] = [];
  for (let outer = parentOf(type, types); outer !== undefined; outer = parentOf(outer, types)) {
    if (outer === type || found.includes(outer)) return null;
    found.push(outer);
  }
  return found;
}

function parentOf(type: RecordType, types: readonly RecordType[]): RecordType | undefined {
  return type.in === undefined ? undefined : types.find(({ name }) => name === type.in);
}
