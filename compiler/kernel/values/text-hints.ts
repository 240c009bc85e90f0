import { describeInvisible } from './invisible-characters.ts';

/** The beginnings of names of months in other languages that are no beginnings of English names, without accents. */
const OTHER_MONTHS =
  /^(?:mrz|marz|maerz|maer|mai|maj|mei|mag|may[io]|okt|ott|out|oct(?:obre|ubre)|dez|dic|dec(?:embre|iembre)|ene|gen(?:naio)?|janv|janeiro|jan(?:uar|uari|vier)|feb(?:ruar|ruari|rero|braio)|fev|fevr|fev(?:rier|ereiro)|mars|mrt|maart|marzo|marco|avr|avril|abr|abril|april(?:e|is)|juin|jui|juil|juillet|giu|lug|junho|julho|jun(?:i|io)|jul(?:i|io)|aou|aout|ago|agosto|augustus|set|sept(?:embre|iembre)|setembro|settembre|septiembre|novembre|noviembre|novembro|dezember|dezembro|dicembre|diciembre|oktober|ottobre|outubro|gennaio|enero|mayo|maggio|maio|giugno|luglio)$/;
/** A word between two numbers, as in `3. Mai 2024`. */
const BETWEEN_NUMBERS = /\d[^\p{L}\d]{0,3}(\p{L}{3,})[^\p{L}\d]{0,3}\d/u;
/** A number whose digits before the last three are in groups of two. */
const INDIAN = /^[-+]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
/** A number with groups and decimals. */
const GROUPED = [/^[-+]?(\d+(?:,\d+)+)\.\d+$/, /^[-+]?(\d+(?:\.\d+)+),\d+$/];
const THREES = /^\d{1,3}(?:[,.]\d{3})+$/;
/** What the demand for a date contains if its names are in a given language. */
const LANGUAGE = ' with names in ';
/** The kinds of characters of a text, as bits. No kind of number has one of OTHERS. */
const DIGIT = 1;
const MARK = 2;
const SIGN = 4;
const PARENTHESIS = 8;
const LETTER = 16;
const FOREIGN = 32;
const UNIT = 64;
const BLANK = 128;
const OTHERS = 256;
const EXPONENT = 512;
/** Set if there are digits, and nothing but digits and marks. */
const ONLY_DIGITS = 4096;
/** Set if a letter lies between two digits. */
const BETWEEN_DIGITS = 1024;
/** Set if three letters follow each other. */
const WORD = 2048;
/** The kind of each ASCII character. */
const KINDS = Uint16Array.from({ length: 0x80 }, (_, code) => kindOf(String.fromCharCode(code)));
/**
 * A notation of a number: the kinds of characters (one is enough), its form, what to say, and the messages of fields that
 * it does not concern.
 */
type Notation = readonly [needs: number, pattern: RegExp, hint: string, known: RegExp];
/** Numbers in other notations, and the key that reads each. */
const NOTATIONS: readonly Notation[] = [
  [EXPONENT, /^[-+]?\d[\d.,]*e[-+]?\d{1,3}$/i, 'it has an exponent, which exponent: true reads', /exponent|DATE|TIME/],
  [SIGN, /^(?:\d[\d., '’]*)[-+]$/, 'its sign is at the end, which sign: TRAILING or EITHER reads', /sign|DATE|TIME/],
  [
    PARENTHESIS,
    /^\(\d[\d., '’]*\)$/,
    'it is in parentheses, which sign: PARENTHESES reads as negative',
    /parenthes|DATE|TIME/,
  ],
  [
    LETTER | UNIT,
    /^\d{4,}[A-R{}]$/,
    'its last character may be a digit with a sign (zoned), which sign: OVERPUNCH reads',
    /sign|DATE|TIME/,
  ],
  [
    WORD | FOREIGN | UNIT,
    /^[-+]?(?:\p{Sc}|[A-Z]{3}|%) ?[-+]?\d[\d., '’]*$|^[-+]?\d[\d., '’]* ?(?:\p{Sc}|[A-Z]{3}|%)$/u,
    'it has a unit beside the number, which affixes reads',
    /DATE|TIME|BOOLEAN/,
  ],
  [
    ONLY_DIGITS,
    /^[1-7]\d{4}(?:\.\d+)?$/,
    'it may be the number of a day in a spreadsheet, which COERCE_DATE with sourceFormat: SERIAL reads',
    /^(?!.*DATE.*yyyy)|SERIAL/,
  ],
];
/** What the demand for a time of day contains. */
const DEMANDS_TIME = /TIME|H|h:?mm/;
/** A separator of groups of digits that ASCII does not have: its value of `groupSeparator`, and a number with it. */
interface Separator {
  readonly name: string;
  readonly pattern: RegExp;
}
const SEPARATORS: readonly Separator[] = [
  { name: 'SPACE', pattern: /\d[\u00a0\u2009\u202f]\d/ },
  { name: 'APOSTROPHE', pattern: /\d\u2019\d/ },
];
const IS_NO_NUMBER = /DATE|TIME|BOOLEAN/;
/** Only the beginning of a long text is searched, as only that is in an issue. */
const MAX_UNITS = 100;

/** What a demand leaves open: the notations and separators that it does not name, and whether it names no language. */
interface OpenForms {
  readonly notations: readonly Notation[];
  readonly separators: readonly Separator[];
  readonly months: boolean;
  /** Whether the text has the name of a month. */
  readonly hasMonth: boolean;
  readonly hasTime: boolean;
}

/** Returns the forms that a text may have by mistake although `demand`, what the text must be, does not name them. */
function openFormsOf(demand: string): OpenForms {
  return {
    notations: NOTATIONS.filter(([, , , known]) => !known.test(demand)),
    separators: IS_NO_NUMBER.test(demand) ? [] : SEPARATORS.filter(({ name }) => !demand.includes(name)),
    months: !demand.includes(LANGUAGE),
    hasMonth: demand.includes('MMM'),
    hasTime: DEMANDS_TIME.test(demand),
  };
}

/** What demands leave open. A module has one demand for each field and type. */
const stored = new Map<string, OpenForms>();
const MAX_STORED = 1000;

/**
 * Returns what is unusual about a text that is not of its type: characters that people do not see, and what its form
 * suggests, such as a month in another language than English, digits that are not in groups of three, or another
 * notation of a number. Empty if nothing is. `demand` is what the text must be, one of few. A file can have such a text in
 * each record.
 */
export function describeText(text: string, demand: string): string {
  let open = stored.get(demand);
  if (open === undefined) {
    open = openFormsOf(demand);
    if (stored.size >= MAX_STORED) stored.clear();
    stored.set(demand, open);
  }
  const start = trimmed(text);
  const kinds = kindsOf(start);
  const form = (kinds & DIGIT) === 0 ? describeBytes(text) : describeForm(start, kinds, open);
  const isPlain = start === text && (kinds & (FOREIGN | OTHERS)) === 0;
  return isPlain ? form : describeInvisible(text) + form;
}

function describeForm(start: string, kinds: number, open: OpenForms): string {
  const { notations, separators, months, hasMonth } = open;
  const moment = open.hasTime ? describeTime(start) : '';
  if (moment !== '') return moment;
  const hasLetter = (kinds & (LETTER | FOREIGN)) !== 0;
  if ((kinds & FOREIGN) !== 0) {
    const separator = separators.find(({ pattern }) => pattern.test(start));
    if (separator !== undefined) return `, which groupSeparator: ${separator.name} reads`;
  }
  if (!hasLetter && (kinds & OTHERS) !== 0) return '';
  for (const [needs, pattern, hint] of notations) if ((kinds & needs) !== 0 && pattern.test(start)) return `; ${hint}`;
  if ((kinds & MARK) !== 0) {
    if (INDIAN.test(start))
      return '; its digits are in groups of two before the last three, which grouping: INDIAN reads';
    const digits = GROUPED.map((pattern) => pattern.exec(start)?.[1]).find((found) => found !== undefined);
    if (digits !== undefined && !THREES.test(digits)) return '; its digits are not in groups of three';
  }
  const month =
    months && (kinds & BETWEEN_DIGITS) !== 0 && (kinds & (WORD | FOREIGN)) !== 0
      ? BETWEEN_NUMBERS.exec(start)?.[1]
      : undefined;
  return month === undefined || !(isOtherMonth(month) || (hasMonth && /[^\p{ASCII}]/u.test(month)))
    ? ''
    : `; ${JSON.stringify(month)} is no English name of a month: those of other languages need locale`;
}

/** Returns what is unusual in the time of a text: the hour 24, or `pm` in lower case. */
function describeTime(text: string): string {
  if (/(?:^|[T ])24:?00(?::?00(?:[.,]0+)?)?(?:$|[ Z+-])/.test(text))
    return '; 24:00 is the end of a day, which only a TIME with endOfDay: true reads';
  const half = /\d ?([ap]m|[AP]m|[ap]M|[ap]\.? ?m\.|[AP]\. ?M\.)$/.exec(text)?.[1];
  if (half === undefined) return '';
  return /^[ap]m$/i.test(half)
    ? `; ${JSON.stringify(half)} must be in capitals, which the correction UPPER_CASE writes`
    : `; ${JSON.stringify(half)} must be AM or PM, which the correction REGEX_REPLACE can write`;
}

/** Returns the beginning of a text without the blanks around it. */
function trimmed(text: string): string {
  const start = text.length <= MAX_UNITS ? text : text.slice(0, MAX_UNITS);
  return isVisible(start.charCodeAt(0)) && isVisible(start.charCodeAt(start.length - 1)) ? start : start.trim();
}

function isVisible(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f;
}

/** Returns the kinds of the characters of a text. */
function kindsOf(text: string): number {
  let kinds = 0;
  let letters = 0;
  let isLetterAfterDigit = false;
  for (let i = 0; i < text.length; i++) {
    const kind = KINDS[text.charCodeAt(i)] ?? FOREIGN;
    if ((kind & (LETTER | FOREIGN)) === 0) {
      letters = 0;
      if (kind === DIGIT && isLetterAfterDigit) kinds |= BETWEEN_DIGITS;
    } else {
      if (++letters === 3) kinds |= WORD;
      if ((kinds & DIGIT) !== 0) isLetterAfterDigit = true;
    }
    kinds |= kind;
  }
  return (kinds | MARK) === (DIGIT | MARK) ? kinds | ONLY_DIGITS : kinds;
}

function kindOf(character: string): number {
  if (/\d/.test(character)) return DIGIT;
  if (/[.,']/.test(character)) return MARK;
  if (/[-+]/.test(character)) return SIGN;
  if (/[()]/.test(character)) return PARENTHESIS;
  if (/[Ee]/.test(character)) return LETTER | EXPONENT;
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/[%${}]/.test(character)) return UNIT;
  return character === ' ' ? BLANK : OTHERS;
}

/** Returns a hint if a text without digits has control characters, and not only NULs: a number as bytes, not as text. */
function describeBytes(text: string): string {
  return isBinary(text) ? '; its bytes may be a packed or binary number (COMP-3, COMP)' : '';
}

function isBinary(text: string): boolean {
  return text.length >= 2 && text.length <= 32 && /[\u0000-\u0008\u000b-\u001f]/.test(text) && !/^[\0 ]*$/.test(text);
}

function isOtherMonth(word: string): boolean {
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Without its accent, the German abbreviation of March is the English one.
  return OTHER_MONTHS.test(folded) || (folded === 'mar' && word.toLowerCase() !== folded);
}
