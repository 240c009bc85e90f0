import { escapeToken } from '../../../kernel/json/fields/pointer-tree.ts';
import { columnNameOf } from '../model/column-names.ts';
import type { Texts } from '../../shape/shape.ts';

/** Returns the JSON Pointer of a field below its record: its columnName, or its name. */
export function pointerOf(field: { readonly name: string; readonly columnName?: Texts }): string {
  return field.columnName === undefined ? `/${escapeToken(field.name)}` : columnNameOf(field);
}

/** Returns the tokens of a JSON Pointer without escapes (RFC 6901). Null if it is not one. */
export function readPointer(pointer: string): string[] | null {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
