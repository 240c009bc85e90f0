import { correctionName } from '../model/all-rules.ts';
import { findSource, splitSource, type TypedField } from '../../1-read/record-views.ts';
import type { RecordType } from '../../1-read/spec-shape.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { TypesCheck } from './check.ts';
import { findAncestors } from './nesting.ts';
import { isHeld } from '../../1-read/parts.ts';
import type { Format } from '../../../language/formats/file-formats.ts';
import { selectsByPath } from '../../../language/formats/format-kinds.ts';

/** The keys that a copied field may have. */
const allowed = new Set(['name', 'from', 'required', 'sensitive', 'mask']);

/**
 * Reports fields with both or neither of `type` and `from`, copies from unknown fields, and copies from records that
 * may not have been read yet. Also reports corrections of copied fields.
 */
export const checkCopies: TypesCheck = ({ recordTypes, order, format }, report) => {
  for (const [index, type] of recordTypes.entries()) {
    for (const [place, field] of type.fields.entries()) {
      const pointer = pointerTo('recordTypes', index, 'fields', place);
      checkKeys(field, pointer, report);
      if (field.from !== undefined)
        checkSource({ from: field.from, type, types: recordTypes, order, format }, pointer, report);
    }
    for (const [place, correction] of (type.correctionRules ?? []).entries()) {
      if (type.fields.find(({ name }) => name === correction.field)?.from === undefined) continue;
      const pointer = pointerTo('recordTypes', index, 'correctionRules', place, 'field');
      report('corrected_copy', pointer, { by: correctionName(correction), field: correction.field });
    }
  }
};

function checkKeys(field: TypedField, pointer: string, report: Report): void {
  if ((field.type === undefined) === (field.from === undefined))
    report('copied_field_type', pointer, { field: field.name, hasBoth: field.type !== undefined });
  if (field.from === undefined || field.type !== undefined) return;
  for (const key of Object.keys(field)) {
    if (!allowed.has(key)) report('copied_field_key', `${pointer}/${key}`, { field: field.name, key }, { at: 'key' });
  }
}

interface Copy {
  readonly from: string;
  readonly type: RecordType;
  readonly types: readonly RecordType[];
  /** The order of the types that no other type encloses. */
  readonly order: 'LIST' | 'ANY' | undefined;
  readonly format: Format;
}

function checkSource(copy: Copy, pointer: string, report: Report): void {
  const { from, type, types } = copy;
  const source = findSource(from, types);
  if (source === null) {
    const readable = types.filter((one) => isReadBefore(one, copy));
    const known = readable.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`));
    report('unknown_source', `${pointer}/from`, { from, known });
  } else if (!isReadBefore(source.type, copy)) {
    const holder = findHolder(source.type, copy);
    report('source_not_read_yet', `${pointer}/from`, {
      ...{ from, type: splitSource(from).type, name: type.name },
      ...(holder !== null && { holder }),
    });
  }
}

/** Returns the type that needs `hold: true` so that the value is there. Null: there is none. */
function findHolder(source: RecordType, { type, types, format }: Copy): string | null {
  const isSingle = source.occurs === 'ONCE' || source.occurs === 'OPTIONAL';
  const encloses = (findAncestors(type, types) ?? []).some(({ name }) => name === source.in);
  const isLines = !selectsByPath(format);
  return isSingle && encloses && isLines && source.in !== undefined ? source.in : null;
}

/** Returns whether the record around a source is read to its end before its first record is checked. */
function isHeldAround({ in: parent, repeat }: RecordType, { types, format }: Pick<Copy, 'types' | 'format'>): boolean {
  const enclosing = types.find(({ name }) => name === parent);
  const isLines = !selectsByPath(format) && repeat === undefined;
  return isLines && enclosing !== undefined && isHeld(enclosing, types);
}

/**
 * Returns whether a record of the source has been read before each record of the copying type, if there is one: the
 * source encloses the type, or occurs at most once before the type or before a type that encloses it.
 */
function isReadBefore(source: RecordType, { type, types, order, format }: Copy): boolean {
  const ancestors = findAncestors(type, types) ?? [];
  if (ancestors.includes(source)) return true;
  if (source.occurs !== 'ONCE' && source.occurs !== 'OPTIONAL') return false;
  const path = [type, ...ancestors];
  const sibling = path.find((one) => one.in === source.in);
  const enclosing = types.find(({ name }) => name === source.in);
  const isOrdered = (source.in === undefined ? order : enclosing?.order) !== 'ANY';
  if (sibling === undefined) return false;
  return (isOrdered && types.indexOf(source) < types.indexOf(sibling)) || isHeldAround(source, { types, format });
}
