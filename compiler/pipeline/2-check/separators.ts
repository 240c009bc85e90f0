import type { Field } from '../1-read/spec-shape.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Check } from './model/check.ts';

/**
 * Reports number separators that are equal to each other, or that are a digit, a sign or a line end. A decimal
 * separator must not be a blank either. Also reports separators of a DECIMAL that has a `scale`.
 */
export const checkSeparators: Check = ({ fields }, report) => {
  for (const [index, field] of fields.entries()) checkField(field, `/fields/${index}`, report);
};

function checkField(field: Field, pointer: string, report: Report): void {
  const { type, scale, groupSeparator } = field;
  if (type !== 'DECIMAL' && type !== 'INTEGER') return;
  const keys = type === 'DECIMAL' ? (['decimalSeparator', 'groupSeparator'] as const) : (['groupSeparator'] as const);
  for (const key of keys) {
    const value = field[key];
    if (value === undefined) continue;
    const because = findReason(key, value);
    if (because !== null) report('invalid_character', `${pointer}/${key}`, { key, value, because });
    if (type === 'DECIMAL' && scale !== undefined)
      report('scale_with_separator', `${pointer}/${key}`, { key }, { at: 'key' });
  }
  const point = type === 'DECIMAL' && scale === undefined ? (field.decimalSeparator ?? '.') : null;
  if (groupSeparator !== undefined && groupSeparator === point) {
    report('same_character', `${pointer}/groupSeparator`, {
      key: 'groupSeparator',
      other: 'decimalSeparator',
      value: point,
    });
  }
}

function findReason(key: 'decimalSeparator' | 'groupSeparator', value: string): string | null {
  if (/^[0-9]$/.test(value)) return 'it is a digit';
  if (value === '+' || value === '-') return 'it is a sign';
  if (/^[\r\n]$/.test(value)) return 'it ends a line';
  if (key === 'decimalSeparator' && /^\p{White_Space}$/u.test(value)) return 'it is a blank';
  return null;
}
