import { findDateForms } from './date-forms.ts';
import { names } from './labels.ts';
import { string, type TypeGuess } from './type-guess.ts';
import type { ColumnValues } from './values.ts';

/** The share of the texts from which a column is said to have values of a kind that has no form. */
const SHOWN = 0.8;
const MAX_TEXTS = 2000;

/** Infers a text from texts that look like numbers, dates or times, but that no form of the language fits. */
export function inferUnknown(values: ColumnValues): TypeGuess | null {
  const texts = [...values.counts.keys()].slice(0, MAX_TEXTS);
  const isShown = (form: RegExp) => texts.filter((text) => form.test(text)).length >= SHOWN * texts.length;
  if (isShown(VERSION_LIKE)) return null;
  if (isShown(MONTH_LIKE)) return string('months without a day are no dates');
  const undecided =
    isShown(NUMBER_LIKE) && texts.some((text) => /\d[.,'’]\d/.test(text))
      ? describeNumbers(texts)
      : isShown(MOMENT_LIKE)
        ? describeMoments(texts)
        : (describeWords(values) ?? describeDates(texts));
  return undecided === null ? null : { ...string(`undecided: ${undecided}`), undecided };
}

/** A number of a version or of a chapter. */
const VERSION_LIKE = /^\d+(?:\.\d+){2,}$/;
/** A month with its year. */
const MONTH_LIKE = /^(?:(?:0?[1-9]|1[0-2])[/.-](?:19|20)\d{2}|(?:19|20)\d{2}[/.-](?:0[1-9]|1[0-2]))$/;
/** A number with at most one currency, and with signs, separators or dashes in an unknown order. */
const NUMBER_LIKE =
  /^(?:\p{Sc}|[A-Z]{3}|Fr\.?)?\s?[-+(]?\s?\d{1,3}(?:[.,'’ \u00a0\u202f]?\d{3})*(?:[.,](?:\d+|-{1,2}))?\s?(?:\p{Sc}|[A-Z]{2,3}|%|‰|[-+)]|[CcDd][Rr]?|[SH])?$/u;
/** A date with a name of a month, or a time with a date. */
const MOMENT_LIKE =
  /^(?:\d{1,2}\.? ?[-/]?\p{L}{3,10}\.?[-/ ]?,? ?\d{2,4}|\p{L}{3,10}\.? \d{1,2},? \d{4}|(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ,].*)?)$/u;
/** Signs of accounting, written after the number. */
const SIDE = /\d\s?(CR|DR|Cr|Dr|C|D|S|H)$/;

function describeNumbers(texts: readonly string[]): string {
  const sides = [...new Set(texts.map((text) => SIDE.exec(text)?.[1] ?? ''))].filter((side) => side !== '');
  const [first = '', second = ''] = sides.sort();
  if (sides.length === 2)
    return `${first} or ${second} after its numbers is their sign: a field with value computes the number, such as x.endsWith(${JSON.stringify(second)}) ? -decimal(...) : decimal(...)`;
  return 'its values look like numbers, but no notation of the language fits all of them';
}

const MAX_FORMS = 8;

/** Names the patterns that the texts have, instead of the texts: these may be personal. */
function describeMoments(texts: readonly string[]): string {
  const patterns = new Set<string>();
  let unknown = 0;
  for (const text of texts) {
    const [form] = findDateForms(text, false);
    if (form === undefined) unknown++;
    else patterns.add(form.pattern);
  }
  if (patterns.size === 0) return 'its values look like dates or times, but no three patterns fit all of them';
  const all = [...patterns].slice(0, MAX_FORMS).join(', ');
  const others = unknown === 0 ? '' : `, and ${unknown} of ${texts.length} values have none of the usual ones`;
  return `its values look like dates or times, but no three patterns fit all of them: they have ${all}${others}. Ask for one form, or name the patterns in COERCE_DATE`;
}

/** Numbers with a few words between them, such as those of a spreadsheet or of a statistics office. */
const MAX_WORDS = 4;
const MAX_WORD_LENGTH = 12;
const MIN_NUMBERS = 0.1;
const NUMBER = /^[-+]?\d+(?:[.,'’ \u00a0\u202f]\d+)*%?$/;
const FLAGGED = /^[-+]?\d+(?:[.,]\d+)? ?[a-z]{1,2}$/;

/** Describes numbers with words between them, such as `s` for a number that is not published. Null if they are codes. */
function describeWords({ counts, filled }: ColumnValues): string | null {
  const texts = [...counts.keys()].slice(0, MAX_TEXTS);
  const others = texts.filter((text) => !NUMBER.test(text));
  const flagged = others.filter((text) => FLAGGED.test(text));
  const numbers = texts.filter((text) => NUMBER.test(text));
  const areShort = others.every((text) => text.length < 3);
  const areNumbers =
    isError(others) ||
    numbers.some((text) => /^[-+]?\d+[.,]\d/.test(text) || (areShort && /^-?[1-9]\d{3,}$/.test(text)));
  const words = others.filter((text) => !FLAGGED.test(text));
  const isFew =
    words.length <= MAX_WORDS &&
    words.every((text) => ERROR.test(text) || (text.length <= MAX_WORD_LENGTH && !/\d/.test(text)));
  const share = texts.reduce((sum, text) => sum + (words.includes(text) ? 0 : (counts.get(text) ?? 0)), 0) / filled;
  if (others.length === 0 || !isFew || share < MIN_NUMBERS) return null;
  if (flagged.length > 0)
    return new Set(others.map((text) => text.replace(/^[-+\d.,]+ ?/, ''))).size > 1 &&
      texts.some((text) => /\d[.,]\d/.test(text))
      ? 'its numbers have flags, such as letters, after them: split them into a number and a flag'
      : null;
  return areNumbers
    ? `its values are numbers and ${listWords(words)}: list these in nullValues if they mean no value`
    : null;
}

/** Two or more words with capitals, which may be the name of a person. */
const NAME = /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u;

/** Lists texts for a message. Names of people are counted only: many may read a spec. */
function listWords(texts: readonly string[]): string {
  const names = texts.filter((text) => NAME.test(text) && text !== text.toUpperCase()).length;
  if (names > 0) return `${texts.length} other text${texts.length === 1 ? '' : 's'}`;
  return texts.map((text) => JSON.stringify(text)).join(', ');
}

/** The share of the texts of a column that are dates, if others are faults or remarks. */
const MOSTLY_DATES = 0.6;

/** Describes dates with other texts between them, such as `pending` for a day that is not known. Null for other columns. */
function describeDates(texts: readonly string[]): string | null {
  const others = texts.filter((text) => !MOMENT_LIKE.test(text));
  if (others.length === 0 || texts.length - others.length < MOSTLY_DATES * texts.length) return null;
  const areWords = others.every((text) => text.length <= MAX_WORD_LENGTH && !/\d/.test(text));
  return areWords && others.length <= MAX_WORDS
    ? `its values are dates and ${listWords(others)}: list these in nullValues if they mean no value`
    : `most of its values are dates, and ${others.length} of ${texts.length} are not`;
}

/** Errors of a spreadsheet. */
const ERROR = /^#(?:N\/A|NV|DIV\/0!|REF!|BEZUG!|VALUE!|WERT!|VALEUR!|NAME\?|NUM!|ZAHL!|NOMBRE!|NULL!|N\/D)$/;

function isError(texts: readonly string[]): boolean {
  return texts.some((text) => ERROR.test(text));
}

const SHORTENED = /^[1-9][.,]\d{3,}[eE]\+(?:09|1\d)$/;

/** Infers a text from values that a spreadsheet has destroyed: `####`, and long codes as numbers with an exponent. */
export function inferDamaged({ counts }: ColumnValues, label: string): TypeGuess | null {
  const texts = [...counts.keys()].slice(0, MAX_TEXTS);
  const all = (form: RegExp) => texts.length > 0 && texts.every((text) => form.test(text));
  if (all(/^#{3,}$/)) {
    const undecided =
      'a spreadsheet has written # instead of values, because its column was too narrow: ask for the file again';
    return { ...string(`undecided: ${undecided}`), undecided };
  }
  const isCode = names(label, 'CODE') || names(label, 'ACCOUNT');
  if (!isCode || !texts.some((text) => SHORTENED.test(text)) || !all(/^\d+$|^[1-9][.,]\d+[eE]\+\d\d$/)) return null;
  const undecided =
    'a spreadsheet has shortened these codes, so that their last digits are lost: ask for the file again';
  return { ...string(`undecided: ${undecided}`), undecided };
}
