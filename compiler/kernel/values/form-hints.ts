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
/** The kind of each ASCII character. */
const KINDS = Uint16Array.from({ length: 0x80 }, (_, code) => kindOf(String.fromCharCode(code)));
/** A notation of a number: what it needs, its form, what to say, and the messages of fields that it does not concern. */
type Notation = readonly [needs: number, pattern: RegExp, hint: string, known: RegExp];
/** Numbers in other notations, and the key that reads each. */
const NOTATIONS: readonly Notation[] = [
  [LETTER, /^[-+]?\d[\d.,]*e[-+]?\d{1,3}$/i, 'it has an exponent, which exponent: true reads', /exponent|DATE|TIME/],
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
    LETTER | FOREIGN | UNIT,
    /^[-+]?(?:\p{Sc}|[A-Z]{3}|%) ?[-+]?\d[\d., '’]*$|^[-+]?\d[\d., '’]* ?(?:\p{Sc}|[A-Z]{3}|%)$/u,
    'it has a unit beside the number, which affixes reads',
    /DATE|TIME|BOOLEAN/,
  ],
  [
    DIGIT,
    /^[1-7]\d{4}(?:\.\d+)?$/,
    'it may be the number of a day in a spreadsheet, which COERCE_DATE with sourceFormat: SERIAL reads',
    /^(?!.*DATE.*yyyy)|SERIAL/,
  ],
];
/** What the demand for a time of day contains. */
const DEMANDS_TIME = /TIME|H|h:?mm/;
/** Only the beginning of a long text is searched, as only that is in an issue. */
const MAX_UNITS = 100;

/**
 * Returns what the form of a text suggests, for the message about a text that is not of its type: a month in another
 * language than English, digits that are not in groups of three, or another notation of a number. Empty if it suggests
 * nothing. `demand` is what the text must be.
 */
export function describeForm(text: string, demand: string): string {
  const start = text.slice(0, MAX_UNITS).trim();
  const kinds = kindsOf(start);
  if ((kinds & DIGIT) === 0) return isBinary(text) ? '; its bytes may be a packed or binary number (COMP-3, COMP)' : '';
  const moment = DEMANDS_TIME.test(demand) ? describeTime(start) : '';
  if (moment !== '') return moment;
  const hasLetter = (kinds & (LETTER | FOREIGN)) !== 0;
  if ((kinds & FOREIGN) !== 0 && !/DATE|TIME|BOOLEAN/.test(demand)) {
    const group = describeGroup(start, demand);
    if (group !== '') return group;
  }
  if (!hasLetter && (kinds & OTHERS) !== 0) return '';
  const notation = NOTATIONS.find(
    ([needs, pattern, , known]) => (kinds & needs) !== 0 && pattern.test(start) && !known.test(demand),
  );
  if (notation !== undefined) return `; ${notation[2]}`;
  if ((kinds & MARK) !== 0) {
    if (INDIAN.test(start))
      return '; its digits are in groups of two before the last three, which grouping: INDIAN reads';
    const digits = GROUPED.map((pattern) => pattern.exec(start)?.[1]).find((found) => found !== undefined);
    if (digits !== undefined && !THREES.test(digits)) return '; its digits are not in groups of three';
  }
  const month = hasLetter ? BETWEEN_NUMBERS.exec(start)?.[1] : undefined;
  return month === undefined || demand.includes(LANGUAGE) || !(isOtherMonth(month) || isForeign(month, demand))
    ? ''
    : `; ${JSON.stringify(month)} is no English name of a month: those of other languages need locale`;
}

/** Returns what reads the blanks or apostrophes between the digits of a number, other than those of ASCII. */
function describeGroup(text: string, demand: string): string {
  if (/\d[\u00a0\u2009\u202f]\d/.test(text) && !demand.includes('SPACE')) return ', which groupSeparator: SPACE reads';
  return /\d\u2019\d/.test(text) && !demand.includes('APOSTROPHE') ? ', which groupSeparator: APOSTROPHE reads' : '';
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

/** Returns whether a word, where the name of a month is expected, has letters that no English name has. */
function isForeign(word: string, demand: string): boolean {
  return /MMM/.test(demand) && /[^\p{ASCII}]/u.test(word);
}

/** Returns the kinds of the characters of a text. */
function kindsOf(text: string): number {
  let kinds = 0;
  for (let i = 0; i < text.length; i++) kinds |= KINDS[text.charCodeAt(i)] ?? FOREIGN;
  return kinds;
}

function kindOf(character: string): number {
  if (/\d/.test(character)) return DIGIT;
  if (/[.,']/.test(character)) return MARK;
  if (/[-+]/.test(character)) return SIGN;
  if (/[()]/.test(character)) return PARENTHESIS;
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/[%${}]/.test(character)) return UNIT;
  return character === ' ' ? BLANK : OTHERS;
}

/** Returns whether a text without digits has control characters, and not only NULs: a number as bytes, not as text. */
function isBinary(text: string): boolean {
  return text.length >= 2 && text.length <= 32 && /[\u0000-\u0008\u000b-\u001f]/.test(text) && !/^[\0 ]*$/.test(text);
}

function isOtherMonth(word: string): boolean {
  const folded = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Without its accent, the German abbreviation of March is the English one.
  return OTHER_MONTHS.test(folded) || (folded === 'mar' && word.toLowerCase() !== folded);
}
