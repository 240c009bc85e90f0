import { trimBlanks } from './blanks.ts';
import { readDate } from './dates.ts';
import { hasNotation, readNotation } from './number-notation.ts';
import type { Field } from './spec.ts';

/**
 * Reads a text as the type of its field. Returns the value as a text (digits as in the message, `true`, `false`), null
 * if the text is blank, and undefined if it is not of the type.
 */
export function readAsType(text: string, field: Field): string | null | undefined {
  if (field.type === 'STRING') return text;
  const bare = trimBlanks(text);
  if (bare === '') return null;
  if ((field.type === 'INTEGER' || field.type === 'DECIMAL') && hasNotation(field)) {
    const found = readNotation(bare, field);
    return found === undefined || field.scale === null ? found : readScaled(found, field.scale);
  }
  switch (field.type) {
    case 'INTEGER':
      return readInteger(bare, field);
    case 'DECIMAL':
      return field.scale === null ? readDecimal(bare, field) : readScaled(bare, field.scale);
    case 'DATE':
      return readDate(bare, field.format, field.centuryStart) === null ? undefined : bare;
    case 'BOOLEAN':
      return readBoolean(bare, field);
  }
}

function readInteger(text: string, field: Field): string | undefined {
  const { sign, rest } = takeSign(text);
  const digits = dropGroups(rest, field.groupSeparator);
  return digits === null || digits === '' ? undefined : sign + dropZeros(digits);
}

function readDecimal(text: string, field: Field): string | undefined {
  const { sign, rest } = takeSign(text);
  const [whole = '', ...decimals] = rest.split(field.decimalSeparator);
  const digits = dropGroups(whole, field.groupSeparator);
  if (digits === null || decimals.length > 1) return undefined;
  const fraction = decimals[0];
  if (fraction === undefined) return digits === '' ? undefined : sign + dropZeros(digits);
  return /^[0-9]+$/u.test(fraction) ? `${sign}${dropZeros(digits)}.${fraction}` : undefined;
}

function readScaled(text: string, scale: number): string | undefined {
  const { sign, rest } = takeSign(text);
  if (!/^[0-9]+$/u.test(rest)) return undefined;
  const digits = rest.padStart(scale + 1, '0');
  const whole = dropZeros(digits.slice(0, digits.length - scale));
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - scale)}`;
}

function takeSign(text: string): { sign: string; rest: string } {
  if (text.startsWith('-')) return { sign: '-', rest: text.slice(1) };
  return { sign: '', rest: text.startsWith('+') ? text.slice(1) : text };
}

/**
 * Returns the digits of a whole number, possibly empty, or null if the text is not one. Thousands are separated
 * everywhere or nowhere.
 */
function dropGroups(text: string, separator: string | null): string | null {
  if (/^[0-9]*$/u.test(text)) return text;
  if (separator === null) return null;
  const groups = text.split(separator);
  const rightly = groups.every((group, i) => (i === 0 ? /^[0-9]{1,3}$/u : /^[0-9]{3}$/u).test(group));
  return rightly ? groups.join('') : null;
}

function dropZeros(digits: string): string {
  return digits.replace(/^0+/u, '') || '0';
}

function readBoolean(text: string, field: Field): string | undefined {
  const says = (word: string, own: string[] | null) =>
    own === null ? equalsInAsciiCase(text, word) : own.includes(text);
  if (says('true', field.trueValues)) return 'true';
  return says('false', field.falseValues) ? 'false' : undefined;
}

function equalsInAsciiCase(text: string, word: string): boolean {
  return text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase()) === word;
}
