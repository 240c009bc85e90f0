import type { Field, Spec } from './spec.ts';

/** Returns the JSON text of a record: one flat object in spec order. */
export function writeMessage(spec: Spec, values: (string | null)[]): string {
  const members = spec.fields.map(
    (field, i) => `${JSON.stringify(field.name)}:${writeValue(field, values[i] ?? null, spec.numbersAs)}`,
  );
  return `{${members.join(',')}}`;
}

function writeValue(field: Field, value: string | null, numbersAs: string): string {
  if (value === null || field.type === 'BOOLEAN') return String(value);
  const isNumber = field.type === 'INTEGER' || field.type === 'DECIMAL';
  return isNumber && numbersAs === 'NUMBER' ? value : JSON.stringify(value);
}

/** Returns the key of a message, or null if it has none. */
export function writeKey(spec: Spec, values: (string | null)[]): string | null {
  const parts = spec.messageKey.map((name) => values[spec.fields.findIndex((field) => field.name === name)] ?? null);
  if (parts.length === 0 || parts.includes(null)) return null;
  return parts.length === 1 ? (parts[0] ?? null) : JSON.stringify(parts);
}
