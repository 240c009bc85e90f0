import type { TypeGuess } from './type.ts';
import { type ColumnValues, holdsForMost } from './values.ts';

interface PersonalData {
  readonly what: string;
  /** Tests whether a text has the form of this kind of data, and correct check digits if the form has check digits. */
  readonly form: RegExp | ((text: string) => boolean);
  /** Matches column labels of this kind of data. If missing, the form of the values is sufficient. */
  readonly label?: RegExp;
  readonly types?: readonly string[];
}

const TEXTS = ['STRING', 'INTEGER'];

const KINDS: readonly PersonalData[] = [
  { what: 'e-mail addresses', form: /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/ },
  { what: 'account numbers (IBAN)', form: isIban },
  { what: 'card numbers', form: isCardNumber },
  { what: 'phone numbers', form: /^\+\d{1,3}[ ./-]?\(?\d[\d ()./-]{5,}$/, types: ['STRING'] },
  {
    what: 'phone numbers',
    form: /^[+(0-9][\d ()./-]{5,}$/,
    label:
      /(?:^|[^a-z])(?:phone|tele?(?:ph|f)on\w*|tel|mobile?|mobil(?:nummer|funk)?|handy\w*|fax|gsm|cell)(?:[^a-z]|$)|phone|telefon/i,
  },
  {
    what: 'birth dates',
    form: /\d/,
    label:
      /birth|geburt|geb\.? ?(?:dat|am)|(?:^|[^a-z])dob(?:[^a-z]|$)|naissance|nacimiento|nascita|geboorte|f\u00f6dels/i,
    types: ['DATE', 'STRING', 'INTEGER'],
  },
  {
    what: 'personal identifiers',
    form: /\d/,
    label: /(?:^|[^a-z])(?:ssn|social ?security|passport|tax ?id|steuer-?id\w*|sozialversicherung\w*|national ?id)/i,
  },
];

/**
 * Returns a description of the personal data in a column, such as "values look like card numbers", or null if none is
 * found. Examines the form of the values, their check digits, and the label of the column.
 */
export function findPersonalData(values: ColumnValues, { keys }: TypeGuess, label: string): string | null {
  if (values.counts.size < 2) return null;
  const found = KINDS.find(
    ({ form, label: named, types = TEXTS }) =>
      types.includes(keys.type) &&
      (named?.test(label) ?? true) &&
      holdsForMost(values, typeof form === 'function' ? form : (text) => form.test(text)),
  );
  return found === undefined ? null : `values look like ${found.what}`;
}

/** Whether a text is an IBAN (ISO 13616) with correct check digits. */
function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const digits = (compact.slice(4) + compact.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/**
 * Whether a text is a card number (ISO/IEC 7812): 13 to 19 digits that begin with 2 to 6, with a correct check digit
 * (Luhn).
 */
function isCardNumber(text: string): boolean {
  if (!/^[2-6]\d{3}(?:\d{9,15}|([ -])\d{4}\1\d{4}\1\d{1,7}|([ -])\d{6}\2\d{5})$/.test(text)) return false;
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
    0,
  );
  return sum % 10 === 0;
}
