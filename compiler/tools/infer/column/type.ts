import { inferDate, inferSerial } from './dates.ts';
import { inferLocalDate } from './local-dates.ts';
import { names } from './labels.ts';
import { notatedFormats, seeNotation } from './number-formats.ts';
import { inferDamaged, inferUnknown } from './unknown-forms.ts';
import { createTest, guess, string, type TypeGuess } from './type-guess.ts';
import { type ColumnValues, countFailed, holdsForMost } from './values.ts';

/** Infers the type that nearly all texts of a column have: BOOLEAN, DATE, INTEGER or DECIMAL, or else STRING. */
export function inferType(values: ColumnValues, label = ''): TypeGuess {
  if (values.counts.size === 0) return string('the sample has no value in this column');
  return (
    inferDamaged(values, label) ??
    inferCode(values, label) ??
    inferBoolean(values) ??
    inferTime(values, label) ??
    inferDate(values, label) ??
    inferLocalDate(values) ??
    inferSerial(values, label) ??
    inferNumber(values, { decimal: null, label }) ??
    inferDashed(values, label) ??
    inferOverpunch(values) ??
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

/** Infers numbers whose last digit has a sign. Letters alone, as in 12A, are rather a part of a code. */
function inferOverpunch(values: ColumnValues): TypeGuess | null {
  const keys = { type: 'INTEGER', sign: 'OVERPUNCH' } as const;
  const accepts = (text: string) => /^\d+[{}A-R]$/.test(text);
  const isShown = [...values.counts.keys()].some((text) => /^\d+[{}]$/.test(text));
  return isShown && holdsForMost(values, accepts) ? guess(values, keys, { accepts, doubts: [HIDDEN_SCALE] }) : null;
}

/** Infers BOOLEAN from a column of 1 and 0 whose label says that it is a flag. */
function inferFlag(values: ColumnValues, label: string): TypeGuess | null {
  const [mark = ''] = values.counts.keys();
  if (values.counts.size !== 1 || values.empty === 0 || !/^(?:x|✓|\*)$/i.test(mark) || !names(label, 'FLAG'))
    return null;
  return string(`${JSON.stringify(mark)} is probably true, and an empty cell false`);
}

/**
 * Infers a number format again after other columns have shown the decimal separator of the file, `decimal`. Returns
 * `type` unchanged if `decimal` is null, if `type` is not a number, or if its format agrees with `decimal`.
 */
export function inferNumberAgain(values: ColumnValues, type: TypeGuess, decimal: string | null): TypeGuess {
  const { groupSeparator, decimalSeparator = '.' } = type.keys;
  const isOdd = groupSeparator === decimal || (type.keys.type === 'DECIMAL' && decimalSeparator !== decimal);
  return decimal !== null && isOdd ? (inferNumber(values, { decimal, label: '' }) ?? type) : type;
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
  // A code has no minus.
  const isNegative = texts.some((text) => /^-0\d/.test(text));
  const isCode = (isPadded && !isNegative) || texts.some((text) => /^\+\d{7,}$/.test(text));
  const best = bestNumber(values, orderFormats(decimal, NUMBERS));
  if (best === null) return null;
  const { keys, accepts } = best;
  const isAmount = isNegative || names(label, 'AMOUNT');
  if (keys.type === 'INTEGER' && isPadded && keys.groupSeparator === undefined && isAmount)
    return guess(values, keys, { accepts, doubts: [HIDDEN_SCALE] });
  // Codes have no decimals: 00012.50 is a padded number.
  const isNumber = keys.type === 'DECIMAL' && texts.every((text) => /^[+-]?\d+[.,]\d{1,4}$/.test(text));
  if (isCode && !isNumber) return string('leading zeros or "+" suggest a code, not a number', ...doubtsOfDigits(texts));
  const isFlag = keys.type === 'INTEGER' && texts.every((text) => text === '0' || text === '1') && names(label, 'FLAG');
  if (isFlag) {
    const flag = { type: 'BOOLEAN', trueValues: ['1'], falseValues: ['0'] } as const;
    return guess(values, flag, { accepts: (text) => text === '0' || text === '1', doubts: ['or INTEGER'] });
  }
  const doubts = [...doubtsOfNumber(keys, texts), ...doubtsOfMoments(texts, label)];
  return withOpenPoint(guess(values, keys, { accepts, doubts }), texts, decimal);
}

/** Dashes before digits, which look like a minus. */
const DASH = /^\D*[\u2013\u2212]\s?\D?\d|\d\s?[\u2013\u2212]$/;

/** Infers numbers with an en dash or a minus sign of typography in place of the minus. */
function inferDashed(values: ColumnValues, label: string): TypeGuess | null {
  if (![...values.counts.keys()].some((text) => DASH.test(text))) return null;
  const counts = new Map<string, number>();
  for (const [text, count] of values.counts) {
    const bare = text.replace(/[\u2013\u2212]/g, '-');
    counts.set(bare, (counts.get(bare) ?? 0) + count);
  }
  const type = inferNumber({ ...values, counts }, { decimal: null, label });
  return type === null || type.keys.type === 'STRING' ? null : { ...type, dashes: '\\u2013\\u2212' };
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
  const isOnce = isOpenPoint(best.keys, texts);
  const hasHiddenScale = best.keys.type === 'INTEGER' && texts.some((text) => /^\D*0\d/.test(text));
  const doubts = [
    ...(hasHiddenScale ? [HIDDEN_SCALE] : []),
    ...(isOnce ? ['or the separator is that of decimals'] : []),
    ...((seen.keys.affixes?.length ?? 0) > 1
      ? ['the unit differs between records: publish it as a field of its own']
      : []),
  ];
  return withOpenPoint(guess(values, best.keys, { accepts: best.accepts, doubts }), texts, decimal);
}

/** Labels of moments that computers write. */
const MOMENT = /(?:^|[^a-z])(?:ts|epoch|unix|stamp|created|updated|modified|at)(?:[^a-z]|$)|timestamp/;
const COUNTED: readonly (readonly [what: string, form: RegExp])[] = [
  ['the seconds since 1970', /^1\d{9}(?:\.\d+)?$/],
  ['the milliseconds since 1970', /^1\d{12}$/],
  ['day numbers of Excel, with a time', /^[2-6]\d{4}\.\d+$/],
];

/** Returns a doubt if numbers below the label of a moment count the time. */
function doubtsOfMoments(texts: readonly string[], label: string): string[] {
  const isMoment =
    names(label, 'DATE') ||
    names(label, 'TIME') ||
    MOMENT.test(label.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase());
  const found = isMoment ? COUNTED.find(([, form]) => texts.every((text) => form.test(text))) : undefined;
  return found === undefined ? [] : [`probably ${found[0]}`];
}

/** Fewer different days hardly show that six digits are dates. */
const MIN_DAYS = 5;
const SHORT_DAY: readonly (readonly [pattern: string, form: RegExp])[] = [
  ['yyMMdd', /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/],
  ['ddMMyy', /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d$/],
];

/** Returns a doubt if codes of six digits may be dates. */
function doubtsOfDigits(texts: readonly string[]): string[] {
  const found = SHORT_DAY.find(([, form]) => texts.length >= MIN_DAYS && texts.every((text) => form.test(text)));
  return found === undefined ? [] : [`or dates in the form ${found[0]}`];
}

/** Signs of a currency without decimals. `\\` is that of the yen in Shift_JIS. */
const YEN = /^(?:[¥￥\\₩₫]|JP¥|JPY|KRW|円)$/u;

/** Whether all numbers have one separator with three digits after it: `1,234` is 1234, or less than 2. */
function isOpenPoint({ type, affixes }: TypeGuess['keys'], texts: readonly string[]): boolean {
  return (
    (type === 'INTEGER' || type === 'DECIMAL') &&
    affixes?.every((affix) => YEN.test(affix)) !== true &&
    texts.every((text) => /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/.test(text))
  );
}

/** Marks numbers whose separator may be that of groups or of decimals, unless other columns show that of decimals. */
function withOpenPoint(type: TypeGuess, texts: readonly string[], decimal: string | null): TypeGuess {
  if (decimal !== null || !isOpenPoint(type.keys, texts)) return type;
  const [, separator = ''] = /\d([.,])\d{3}/.exec(texts[0] ?? '') ?? [];
  return { ...type, undecided: `${JSON.stringify(separator)} separates thousands or decimals`, isOpen: 'NUMBER' };
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
  if (!isTime || !holdsForMost(values, (text) => /^\d{1,2}:\d{1,2}(?::\d{1,2})?$/.test(text))) return null;
  const undecided = 'its values look like times, but minutes or seconds of one digit have no format';
  return { ...string(`undecided: ${undecided}`), undecided };
}
