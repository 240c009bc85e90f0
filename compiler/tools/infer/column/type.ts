import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { type ColumnValues, countFailed, holdsForMost } from './values.ts';
import { notatedFormats, seeNotation } from './number-formats.ts';
import {
  type DateForm,
  findDateForms,
  findLocalForms,
  hasTime,
  hasTwoDigitYear,
  LABELLED_FORMS,
} from './date-forms.ts';
import { names } from './labels.ts';

/** The inferred type of a column, with the other keys of a field that describe it. */
export interface TypeGuess {
  readonly keys: Pick<Field, 'type'> & Partial<Field>;
  /** The date patterns that COERCE_DATE converts to yyyy-MM-dd. Empty if no conversion is needed. */
  readonly coerced: readonly string[];
  /** The language of the names in these patterns. Absent: English, or they have none. */
  readonly locale?: string;
  /** Notes for people about uncertain guesses. */
  readonly doubts: readonly string[];
  /** What a person must decide about the values, or missing if there is nothing. */
  readonly undecided?: string;
}

/** Infers the type that nearly all texts of a column have: BOOLEAN, DATE, INTEGER or DECIMAL, or else STRING. */
export function inferType(values: ColumnValues, label = ''): TypeGuess {
  if (values.counts.size === 0) return string('the sample has no value in this column');
  return (
    inferCode(values, label) ??
    inferBoolean(values) ??
    inferTime(values, label) ??
    inferDate(values, label) ??
    inferLocalDate(values) ??
    inferSerial(values, label) ??
    inferNumber(values, { decimal: null, label }) ??
    inferFlag(values, label) ??
    inferUnknown(values) ??
    string()
  );
}

/** Infers a text from a column of digits whose label says that they are a code, such as a postcode. */
function inferCode(values: ColumnValues, label: string): TypeGuess | null {
  if (names(label, 'POSTCODE') && holdsForMost(values, (text) => /^\d{3,10}$/.test(text)))
    return string('a postcode is a code, not a number');
  const isCode =
    (names(label, 'CODE') && holdsForMost(values, (text) => /^\d{4,20}$/.test(text))) ||
    (names(label, 'ACCOUNT') && holdsForMost(values, (text) => /^\d{7,34}$/.test(text)));
  return isCode ? string('these digits are a code, not a number') : null;
}

/** Infers BOOLEAN from a column of 1 and 0 whose label says that it is a flag. */
function inferFlag(values: ColumnValues, label: string): TypeGuess | null {
  const [mark = ''] = values.counts.keys();
  if (values.counts.size !== 1 || values.empty === 0 || !/^(?:x|✓|\*)$/i.test(mark) || !names(label, 'FLAG'))
    return null;
  return string(`${JSON.stringify(mark)} is probably true, and an empty cell false`);
}

/** The share of the texts from which a column is said to have values of a kind that has no form. */
const SHOWN = 0.8;

/** Infers a text from texts that look like numbers, dates or times, but that no form of the language fits. */
function inferUnknown({ counts }: ColumnValues): TypeGuess | null {
  const texts = [...counts.keys()].slice(0, 2000);
  const isShown = (form: RegExp) => texts.filter((text) => form.test(text)).length >= SHOWN * texts.length;
  const isNumber = isShown(NUMBER_LIKE) && texts.some((text) => /\d[.,'’]\d/.test(text)) && !isShown(VERSION_LIKE);
  if (!isNumber && (!isShown(MOMENT_LIKE) || isShown(VERSION_LIKE))) return null;
  const undecided = isNumber
    ? 'its values look like numbers, but no notation of the language fits all of them'
    : 'its values look like dates or times, but no three patterns fit all of them';
  return { ...string(`undecided: ${undecided}`), undecided };
}

/** A number of a version or of a chapter. */
const VERSION_LIKE = /^\d+(?:\.\d+){2,}$/;
/** A number with at most one currency, and with signs, separators or dashes in an unknown order. */
const NUMBER_LIKE =
  /^(?:\p{Sc}|[A-Z]{3}|Fr\.?)?\s?[-+(]?\s?\d{1,3}(?:[.,'’ \u00a0\u202f]?\d{3})*(?:[.,](?:\d+|-{1,2}))?\s?(?:\p{Sc}|[A-Z]{2,3}|%|‰|[-+)]|[CcDd][Rr]?|[SH])?$/u;
/** A date with a name of a month, or a time with a date. */
const MOMENT_LIKE =
  /^(?:\d{1,2}\.? ?[-/]?\p{L}{3,10}\.?[-/ ]?,? ?\d{2,4}|\p{L}{3,10}\.? \d{1,2},? \d{4}|(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ,].*)?)$/u;

/**
 * Infers a number format again after other columns have shown the decimal separator of the file, `decimal`. Returns
 * `type` unchanged if `decimal` is null, if `type` is not a number, or if its format agrees with `decimal`.
 */
export function inferNumberAgain(values: ColumnValues, type: TypeGuess, decimal: string | null): TypeGuess {
  const { groupSeparator, decimalSeparator = '.' } = type.keys;
  const isOdd = groupSeparator === decimal || (type.keys.type === 'DECIMAL' && decimalSeparator !== decimal);
  return decimal !== null && isOdd ? (inferNumber(values, { decimal, label: '' }) ?? type) : type;
}

function string(...doubts: string[]): TypeGuess {
  return { keys: { type: 'STRING' }, coerced: [], doubts };
}

/** Creates a guess with a note about the number of cells that deviate from it. */
function guess(
  values: ColumnValues,
  keys: TypeGuess['keys'],
  { accepts, doubts = [], coerced = [] }: { accepts: (text: string) => boolean; doubts?: string[]; coerced?: string[] },
): TypeGuess {
  const failed = countFailed(values, accepts);
  const mismatches =
    failed === 0
      ? []
      : [
          `${failed} of ${values.filled} values ${failed === 1 ? 'does' : 'do'} not match and ${failed === 1 ? 'is' : 'are'} rejected`,
        ];
  return { keys, coerced, doubts: [...doubts, ...mismatches] };
}

const TRUE = ['true', 't', 'yes', 'y', 'ja', 'j', 'oui', 'si', 'sí', 'wahr', 'on'];
const FALSE = ['false', 'f', 'no', 'n', 'nein', 'non', 'falsch', 'off'];

function inferBoolean(values: ColumnValues): TypeGuess | null {
  const isWord = (text: string) => /^(?:true|false)$/i.test(text);
  if (holdsForMost(values, isWord)) return guess(values, { type: 'BOOLEAN' }, { accepts: isWord });
  const isTrueOrFalse = (text: string) => TRUE.includes(text.toLowerCase()) || FALSE.includes(text.toLowerCase());
  if (!holdsForMost(values, isTrueOrFalse)) return null;
  const trues = [...values.counts.keys()].filter((text) => TRUE.includes(text.toLowerCase()));
  const falses = [...values.counts.keys()].filter((text) => FALSE.includes(text.toLowerCase()));
  if (trues.length === 0 || falses.length === 0) return null;
  return guess(
    values,
    { type: 'BOOLEAN', trueValues: trues, falseValues: falses },
    { accepts: isTrueOrFalse, doubts: ['other words may also mean true or false'] },
  );
}

interface NumberHints {
  /** The decimal separator of other columns, or null if it is unknown. */
  readonly decimal: string | null;
  readonly label: string;
}

function inferNumber(values: ColumnValues, { decimal, label }: NumberHints): TypeGuess | null {
  const texts = [...values.counts.keys()];
  const notated = inferNotation(values, { decimal, label });
  if (notated !== null) return notated;
  if (!holdsForMost(values, (text) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text))) return null;
  const isPadded = texts.some((text) => /^[+-]?0\d/.test(text));
  const isCode = isPadded || texts.some((text) => /^\+\d{7,}$/.test(text));
  const best = bestNumber(values, orderFormats(decimal, NUMBERS));
  if (best === null) return null;
  const { keys, accepts } = best;
  if (keys.type === 'INTEGER' && isPadded && keys.groupSeparator === undefined && names(label, 'AMOUNT'))
    return guess(values, keys, { accepts, doubts: [HIDDEN_SCALE] });
  // Codes have no decimals: 00012.50 is a padded number.
  const isNumber = keys.type === 'DECIMAL' && texts.every((text) => /^[+-]?\d+[.,]\d{1,4}$/.test(text));
  if (isCode && !isNumber) return string('leading zeros or "+" suggest a code, not a number');
  const isFlag = keys.type === 'INTEGER' && texts.every((text) => text === '0' || text === '1') && names(label, 'FLAG');
  if (isFlag) {
    const flag = { type: 'BOOLEAN', trueValues: ['1'], falseValues: ['0'] } as const;
    return guess(values, flag, { accepts: (text) => text === '0' || text === '1', doubts: ['or INTEGER'] });
  }
  return guess(values, keys, { accepts, doubts: doubtsOfNumber(keys, texts) });
}

const HIDDEN_SCALE = 'if the last digits are decimals, a DECIMAL with their number as scale';

/**
 * Infers numbers whose notation needs keys of its own: signs after the digits, exponents, texts beside the number, several
 * kinds of group separators, Indian groups. Returns a text if leading zeros show a code, and null for the usual notation.
 */
function inferNotation(values: ColumnValues, { decimal, label }: NumberHints): TypeGuess | null {
  const texts = [...values.counts.keys()];
  const seen = seeNotation(texts.slice(0, 2000));
  if (seen === null) return null;
  const isUsual = Object.keys(seen.keys).length === 0 && !seen.isIndian;
  const isMixed = seen.groups.some((group) => group === 'APOSTROPHE' || group === 'SPACE');
  if (isUsual && !isMixed) return null;
  const best = bestNumber(values, orderFormats(decimal, notatedFormats(seen)));
  if (best === null || (isUsual && best.keys.groupSeparator === undefined)) return null;
  if (!names(label, 'AMOUNT') && texts.some((text) => best.accepts(text) && isPaddedCode(text, best.keys)))
    return string('leading zeros suggest a code, not a number');
  const isOnce = texts.every((text) => /^\D*\d{1,3}[.,]\d{3}\D*$/.test(text));
  const hasHiddenScale = best.keys.type === 'INTEGER' && texts.some((text) => /^\D*0\d/.test(text));
  const doubts = [
    ...(hasHiddenScale ? [HIDDEN_SCALE] : []),
    ...(isOnce ? ['or the separator is that of decimals'] : []),
    ...((seen.keys.affixes?.length ?? 0) > 1
      ? ['the unit differs between records: publish it as a field of its own']
      : []),
  ];
  return guess(values, best.keys, { accepts: best.accepts, doubts });
}

/** Whether a text with leading zeros is rather a code: it has no decimals, and no sign after the digits. */
function isPaddedCode(text: string, { type, sign, affixes }: TypeGuess['keys']): boolean {
  const hasDecimals = type === 'DECIMAL' && /\d[.,]\d/.test(text);
  const isSigned = sign !== undefined && affixes === undefined;
  return /^\D*0\d/.test(text) && !hasDecimals && !isSigned;
}

interface NumberFormat {
  readonly keys: TypeGuess['keys'];
  readonly accepts: (text: string) => boolean;
}

/**
 * Returns the number format that rejects the fewest cells. If several formats reject equally few, returns the first of
 * them. Returns null if no format fits nearly all texts.
 */
function bestNumber(values: ColumnValues, formats: readonly TypeGuess['keys'][]): NumberFormat | null {
  let best: (NumberFormat & { failed: number }) | null = null;
  for (const keys of formats) {
    const accepts = createTest(keys);
    if (!holdsForMost(values, accepts)) continue;
    const failed = countFailed(values, accepts);
    if (best === null || failed < best.failed) best = { keys, accepts, failed };
    if (failed === 0) break;
  }
  return best;
}

const GROUPS = [',', '.', ' ', "'", '\u00a0', '\u202f'];

const NUMBERS: readonly TypeGuess['keys'][] = [
  { type: 'INTEGER' },
  { type: 'DECIMAL' },
  ...GROUPS.map((groupSeparator) => ({ type: 'INTEGER', groupSeparator }) as const),
  { type: 'DECIMAL', decimalSeparator: ',' },
  ...GROUPS.filter((group) => group !== '.').map((groupSeparator) => ({ type: 'DECIMAL', groupSeparator }) as const),
  ...GROUPS.filter((group) => group !== ',').map(
    (groupSeparator) => ({ type: 'DECIMAL', decimalSeparator: ',', groupSeparator }) as const,
  ),
];

/**
 * Returns the number formats in the order in which they are tried. Formats that contradict the decimal separator of
 * other columns come last.
 */
function orderFormats(decimal: string | null, formats: readonly TypeGuess['keys'][]): readonly TypeGuess['keys'][] {
  const pointOf = ({ type, decimalSeparator }: TypeGuess['keys']) =>
    type === 'DECIMAL' ? (decimalSeparator ?? '.') : null;
  const isOdd = (keys: TypeGuess['keys']) =>
    decimal !== null && ((pointOf(keys) ?? decimal) !== decimal || keys.groupSeparator === decimal);
  return [...formats.filter((keys) => !isOdd(keys)), ...formats.filter(isOdd)];
}

function createTest(keys: TypeGuess['keys']): (text: string) => boolean {
  const kind = typeKinds[keys.type];
  const plan = kind.plan({ name: '', ...keys });
  const isWhole = keys.type === 'INTEGER' && keys.groupSeparator !== undefined;
  // A group is no fraction: 0,125 is not 125.
  return (text) => kind.parse(text, plan) !== null && !(isWhole && FRACTION.test(text));
}

const FRACTION = /^\D*0[.,]\d/;

function doubtsOfNumber({ type, groupSeparator }: TypeGuess['keys'], texts: readonly string[]): string[] {
  if (type === 'INTEGER' && (groupSeparator === ',' || groupSeparator === '.')) {
    const isOnce = texts.every((text) => text.split(groupSeparator).length <= 2);
    return isOnce ? [`or a decimal ${groupSeparator === ',' ? 'comma' : 'point'}`] : [];
  }
  if (
    type === 'DECIMAL' &&
    groupSeparator === undefined &&
    texts.every((text) => /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text))
  )
    return ['or the separator is that of groups'];
  if (type === 'INTEGER' && texts.length === 2 && texts.every((text) => text === '0' || text === '1'))
    return ['or BOOLEAN with trueValues ["1"] and falseValues ["0"]'];
  return [];
}

/** Infers times of day: `HH:mm`, `HH:mm:ss`, with or without decimals, and other forms if the label says that it is a time. */
function inferTime(values: ColumnValues, label: string): TypeGuess | null {
  const texts = [...values.counts.keys()];
  for (const keys of [
    { type: 'TIME' },
    { type: 'TIME', endOfDay: true },
    { type: 'TIME', format: 'h:mm a' },
  ] as const) {
    const accepts = createTest(keys);
    // Text that only looks like a time, such as a score of 2:1, has hours of one digit.
    if (holdsForMost(values, accepts)) return guess(values, keys, { accepts });
  }
  if (
    texts.length > 0 &&
    holdsForMost(values, (text) => /^\d{1,3}:[0-5]\d(?::[0-5]\d)?$/.test(text)) &&
    texts.some((text) => /^(?:2[4-9]|[3-9]\d|\d{3}):/.test(text))
  )
    return string('times of 24:00 and later are durations, or times of the day after');
  return inferShortTime(values, label);
}

/** Infers times with hours of one digit or without colons. They are times only if the label says so. */
function inferShortTime(values: ColumnValues, label: string): TypeGuess | null {
  const isTime = names(label, 'TIME');
  for (const format of ['H:mm', 'H:mm:ss', 'HHmmss', 'HHmm']) {
    const keys = { type: 'TIME', format } as const;
    const accepts = createTest(keys);
    const isDigits = !format.includes(':');
    if (!holdsForMost(values, accepts) || (isDigits && !(isTime && values.counts.size > 1))) continue;
    if (isTime) return guess(values, keys, { accepts });
    if (values.counts.size > 1) return string(`durations, or times of day: a TIME with format "${format}"`);
  }
  return null;
}

/** Whether a date pattern has an offset from UTC outside of its literal text. */
function hasOffset(pattern: string): boolean {
  return /[XZ]/.test(pattern.replace(/'[^']*'/g, ''));
}

function inferDate(values: ColumnValues, label: string): TypeGuess | null {
  const bare = values.counts.size > 1 && holdsForMost(values, (text) => /^(?:19|20)\d{6}$|^99991231$/.test(text));
  const labelled = bare ? null : inferLabelledDate(values, label);
  if (labelled !== null) return labelled;
  const covered = coverDates(values, bare);
  const [form] = covered;
  if (form === undefined) return null;
  const accepts = (text: string) => covered.some((one) => one.accepts(text));
  const doubts = covered
    .flatMap((one) => rivalsOf(one, values, bare))
    .map((pattern) => `or ${pattern}: no day is above 12`);
  if (covered.length === 1 && hasOffset(form.pattern)) {
    const isUsual = holdsForMost(values, createTest({ type: 'TIMESTAMP' }));
    return guess(
      values,
      { type: 'TIMESTAMP', ...(isUsual ? {} : { format: form.pattern }), ...centuryOf(form) },
      { accepts, doubts: [...doubts, ...centuryDoubts([form])] },
    );
  }
  if (covered.length === 1 && hasTime(form))
    doubts.push('or a TIMESTAMP with the zone of the sender: zone: Europe/Berlin');
  if (covered.length === 1 && (hasTime(form) || form.pattern === 'yyyy-MM-dd')) {
    return guess(
      values,
      { type: 'DATE', ...(form.pattern === 'yyyy-MM-dd' ? {} : { format: form.pattern }), ...centuryOf(form) },
      { accepts, doubts: [...doubts, ...centuryDoubts([form])] },
    );
  }
  if (covered.some(hasTime)) return null;
  const coerced = covered.map(({ pattern }) => pattern);
  return guess(values, { type: 'DATE' }, { accepts, coerced, doubts });
}

/** The number of texts from which the language of dates is guessed. */
const LOCALE_TEXTS = 5;

/** Infers dates whose months have names in another language than English. */
function inferLocalDate(values: ColumnValues): TypeGuess | null {
  const forms = findLocalForms([...values.counts.keys()].slice(0, LOCALE_TEXTS)).filter(({ accepts }) =>
    holdsForMost(values, accepts),
  );
  const [form] = forms;
  if (form === undefined) return null;
  const { accepts, pattern, locale } = form;
  const others = [...new Set(forms.map((one) => one.locale))].filter((one) => one !== locale).slice(0, 3);
  const doubts = others.length === 0 ? [] : [`the names of months fit other languages, too: ${others.join(', ')}`];
  return { ...guess(values, { type: 'DATE' }, { accepts, coerced: [pattern], doubts }), locale };
}

/** Infers dates that are only digits: the label of the column says that they are dates. */
function inferLabelledDate(values: ColumnValues, label: string): TypeGuess | null {
  if (!names(label, 'DATE') || !holdsForMost(values, (text) => /^\d{4,8}$/.test(text))) return null;
  const forms = LABELLED_FORMS.filter(({ accepts }) => holdsForMost(values, accepts));
  const [form, ...others] = forms;
  if (form === undefined) {
    const isDay = holdsForMost(values, (text) => /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/.test(text));
    return isDay ? string('a day and a month without a year: undecided') : null;
  }
  const doubts = others.map(({ pattern }) => `or ${pattern}`);
  return guess(values, { type: 'DATE' }, { accepts: form.accepts, coerced: [form.pattern], doubts });
}

/** Words of a header above dates. */
const DATE_LABEL = /(?:^|[^\p{L}])(?:date|datum|fecha|birthday|dob)(?:[^\p{L}]|$)|datum(?:[^\p{L}]|$)/iu;
/** The numbers of 1927-05-18 and 2119-01-05 in Excel. Other numbers are probably no dates. */
const SERIALS = { first: 10_000, last: 80_000 };

/** Infers the day numbers of Excel in a column whose header says that it has dates. */
function inferSerial(values: ColumnValues, label: string): TypeGuess | null {
  if (!DATE_LABEL.test(label.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))) return null;
  const accepts = (text: string) => /^[1-9]\d{4}$/.test(text) && +text >= SERIALS.first && +text <= SERIALS.last;
  if (!holdsForMost(values, accepts)) return null;
  return guess(
    values,
    { type: 'DATE' },
    { accepts, coerced: ['SERIAL'], doubts: ['day numbers of Excel, or numbers'] },
  );
}

/** The first of the hundred years that a year of two digits means in a draft. */
export const CENTURY_START = 1950;

function centuryOf({ pattern }: DateForm): { centuryStart?: number } {
  return hasTwoDigitYear(pattern) ? { centuryStart: CENTURY_START } : {};
}

function centuryDoubts(forms: readonly DateForm[]): string[] {
  return forms.some(({ pattern }) => hasTwoDigitYear(pattern)) ? [CENTURY_NOTE] : [];
}

/** The comment at a `centuryStart` that the draft chose. */
export const CENTURY_NOTE = `years of two digits are read as ${CENTURY_START} to ${CENTURY_START + 99}: check centuryStart`;

/** The maximum number of date patterns for one column. */
const MAX_FORMS = 3;

/**
 * Finds one to three patterns so that nearly every text is a date of at least one of them. Returns an empty list if
 * three patterns are not enough.
 */
function coverDates(values: ColumnValues, bare: boolean): DateForm[] {
  const covered: DateForm[] = [];
  while (covered.length < MAX_FORMS) {
    const isTaken = (text: string) => covered.some(({ accepts }) => accepts(text));
    if (covered.length > 0 && holdsForMost(values, isTaken)) return covered;
    const left = [...values.counts.keys()].filter((text) => !isTaken(text));
    const best = bestForm(left.slice(0, 500), bare);
    if (best === null) return [];
    covered.push(best);
  }
  return holdsForMost(values, (text) => covered.some(({ accepts }) => accepts(text))) ? covered : [];
}

/**
 * Returns the pattern that the most texts match, or null if there is none. Only patterns that one of the first five
 * texts matches are tried.
 */
function bestForm(texts: readonly string[], bare: boolean): DateForm | null {
  const forms = new Map<string, DateForm>();
  for (const text of texts.slice(0, 5))
    for (const form of findDateForms(text, bare)) if (!forms.has(form.pattern)) forms.set(form.pattern, form);
  let best: { form: DateForm; count: number } | null = null;
  for (const form of forms.values()) {
    const count = texts.filter(form.accepts).length;
    if (best === null || count > best.count) best = { form, count };
  }
  return best?.form ?? null;
}

/**
 * Returns the pattern with exchanged day and month if it also fits all dates of the column. Otherwise returns an empty
 * list.
 */
function rivalsOf(form: DateForm, values: ColumnValues, bare: boolean): string[] {
  const dates = [...values.counts.keys()].filter(form.accepts);
  const [first = ''] = dates;
  const swapped = form.pattern.replace(/d+|M+/g, (letters) =>
    (letters.startsWith('d') ? 'M' : 'd').repeat(letters.length),
  );
  return findDateForms(first, bare)
    .filter(({ pattern, accepts }) => pattern === swapped && pattern !== form.pattern && dates.every(accepts))
    .map(({ pattern }) => pattern);
}
