import type { TypeGuess } from './type-guess.ts';
import { type ColumnValues, holdsForMost } from './values.ts';

interface PersonalData {
  readonly what: string;
  /** Tests whether a text has the form of this kind of data, and correct check digits if the form has check digits. */
  readonly form: RegExp | ((text: string) => boolean);
  /** Matches column labels of this kind of data. If missing, the form of the values is sufficient. */
  readonly label?: RegExp;
  readonly types?: readonly string[];
  /** Whether one distinct value is enough. */
  readonly isClear?: boolean;
}

const TEXTS = ['STRING', 'INTEGER'];

/** The form of an IBAN (ISO 13616), in groups or without blanks. */
const IBAN = /^[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}$/;

const KINDS: readonly PersonalData[] = [
  { what: 'e-mail addresses', form: /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/, isClear: true },
  { what: 'account numbers (IBAN)', form: isIban, isClear: true },
  // Test data and typing errors have wrong check digits: the label, or the length of the country, decides.
  { what: 'account numbers (IBAN)', form: IBAN, label: /iban/i, isClear: true },
  { what: 'account numbers (IBAN)', form: hasIbanLength, isClear: true },
  {
    what: 'account numbers',
    form: /^(?=(?:\D*\d){7})\d[\d -]{6,40}$/,
    label:
      /konto[ _.-]?(?:nr|nummer)|(?:account|acct)[ _.-]?(?:no|nr|num)|num(?:er|[e\u00e9]ro|ero) (?:konta|de compte|de cuenta)/i,
    isClear: true,
  },
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

/** Matches labels of columns with names of people. */
const PEOPLE =
  /(?:^|[^a-z])(?:(?:first|last|given|family|middle|full|maiden|sur|customer|client|contact|payee|payer|patient|employee|holder|owner|creditor|debtor|beneficiary|account|sender|receiver|recipient|insured|policyholder)[ _.-]?name|vorname|nachname|zuname|familienname|kundenname|(?:konto)?inhaber(?:in)?|empf\u00e4nger(?:in)?|auftraggeber(?:in)?|zahler(?:in)?|beg\u00fcnstigte[rn]?|versicherungsnehmer(?:in)?|ansprechpartner(?:in)?|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|berater(?:in)?|pr\u00e9nom|nom|titulaire|nombre|apellidos?|titular|cognome|intestatario|naam|achternaam|voornaam|imi\u0119|nazwisko|customer|client|holder|policyholder|creditor|debtor|beneficiary|payee|payer|patient|employee|contact|owner|agent|advisor|kunde|mitglied|member|person)(?:[^a-z]|$)/i;
/** A given name and a family name, in either order: `Anna Berg`, `Berg, Anna-Maria`, `Dr. Jan van Dyk`. */
const PERSON =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau)\.? )?\p{Lu}[\p{L}'’-]+,?(?: (?:van|von|de|der|den|di|la|\p{Lu}\.?))* \p{Lu}[\p{L}'’-]+$/u;

/**
 * Returns whether the values of a column are probably names of people. They must not be written into a spec, which many
 * may read.
 */
export function hasNamesOfPeople({ counts }: ColumnValues, label: string | null): boolean {
  const people = [...counts.keys()].filter((text) => PERSON.test(text)).length;
  // Without a label, the form of the values decides.
  if (label === null) return people > 1 && people * 2 > counts.size;
  const words = label.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  if (/[\p{Ll}]/u.test([...counts.keys()].join('')) && PEOPLE.test(words)) return true;
  return people > 2 && people * 2 > counts.size && /(?:^|[^a-z])name(?:[^a-z]|$)/i.test(words);
}

/**
 * Returns a description of the personal data in a column, such as "values look like card numbers", or null if none is
 * found. Examines the form of the values, their check digits, and the label of the column.
 */
export function findPersonalData(values: ColumnValues, { keys }: TypeGuess, label: string): string | null {
  const isOnlyOne = values.counts.size < 2;
  const found = KINDS.find(
    ({ form, label: named, types = TEXTS, isClear = false }) =>
      (isClear || !isOnlyOne) &&
      types.includes(keys.type) &&
      (named?.test(label) ?? true) &&
      holdsForMost(values, typeof form === 'function' ? form : (text) => form.test(text)),
  );
  return found === undefined ? null : `values look like ${found.what}`;
}

/** Whether a label is that of names of people. */
export function isLabelOfPeople(label: string): boolean {
  return PEOPLE.test(label.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

/** The lengths of IBANs of countries in which they contain only digits after the country. */
const DIGITS_OF: ReadonlyMap<string, number> = new Map([
  ...([
    ['AT', 20],
    ['BE', 16],
    ['CZ', 24],
    ['DE', 22],
    ['DK', 18],
    ['EE', 20],
    ['ES', 24],
    ['FI', 18],
  ] as const),
  ...([
    ['HR', 21],
    ['HU', 28],
    ['LT', 20],
    ['NO', 15],
    ['PL', 28],
    ['PT', 25],
    ['SE', 24],
    ['SI', 19],
    ['SK', 24],
  ] as const),
]);

/** The forms of IBANs of countries in which they contain letters after the country. */
const LETTERS_IN =
  /^(?:NL\d{2}[A-Z]{4}\d{10}|(?:GB|IE)\d{2}[A-Z]{4}\d{14}|(?:FR|MC)\d{12}[A-Z\d]{11}\d{2}|(?:IT|SM)\d{2}[A-Z]\d{10}[A-Z\d]{12}|(?:CH|LI)\d{7}[A-Z\d]{12}|LU\d{5}[A-Z\d]{13}|GR\d{9}[A-Z\d]{16}|RO\d{2}[A-Z]{4}[A-Z\d]{16}|BG\d{2}[A-Z]{4}\d{6}[A-Z\d]{8})$/;

/** Whether a text has the form and the length of an IBAN of its country, whatever its check digits are. */
function hasIbanLength(text: string): boolean {
  const compact = text.replace(/ /g, '').toUpperCase();
  if (LETTERS_IN.test(compact)) return true;
  return /^[A-Z]{2}\d+$/.test(compact) && DIGITS_OF.get(compact.slice(0, 2)) === compact.length;
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
