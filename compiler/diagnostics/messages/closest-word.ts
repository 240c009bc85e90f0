import { editDistance } from '../../kernel/values/edit-distance.ts';

/**
 * Words that other tools use, with the corresponding words of the spec language. The first corresponding word that is
 * allowed in the place of the written word is suggested.
 */
const otherWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    int: ['INTEGER'],
    long: ['INTEGER'],
    number: ['DECIMAL'],
    numeric: ['DECIMAL'],
    float: ['DECIMAL'],
    double: ['DECIMAL'],
    money: ['DECIMAL'],
    text: ['STRING'],
    varchar: ['STRING'],
    char: ['STRING'],
    datetime: ['TIMESTAMP'],
    type: ['ruleType', 'correctionType'],
    rule: ['ruleType'],
    correction: ['correctionType'],
    id: ['ruleId'],
    path: ['columnName', 'recordPath'],
    xpath: ['columnName', 'recordPath'],
    header: ['columnName', 'hasHeader'],
    alias: ['columnName'],
    separator: ['delimiter'],
    sep: ['delimiter'],
    charset: ['encoding'],
    end: ['length'],
    width: ['length'],
    position: ['start'],
    offset: ['start'],
    mandatory: ['required'],
    pattern: ['value', 'format'],
    rules: ['validationRules'],
    columns: ['fields'],
    key: ['messageKey'],
    fixed: ['FIXED_WIDTH'],
    min: ['MIN_VALUE'],
    max: ['MAX_VALUE'],
    enum: ['ALLOWED_VALUES'],
    notnull: ['REQUIRED'],
    matches: ['REGEX'],
    checksum: ['CHECK_DIGIT'],
    lei: ['MOD97'],
    gtin: ['EAN'],
    upc: ['EAN'],
    bic: ['BIC_SHAPE'],
    swift: ['BIC_SHAPE'],
    isbn: ['EAN'],
    'isbn-13': ['EAN'],
    isbn13: ['EAN'],
    'isbn-10': ['MOD11'],
    isbn10: ['MOD11'],
    issn: ['MOD11'],
  }),
);

/**
 * Returns the known word that the author most likely meant, or null. Letter case is ignored. Returns null for an empty
 * word and for a word of more than 64 characters. The first of these steps that finds a word wins:
 * 1. The known word for a word that other tools use, because `isbn` is not a misspelled `ISIN`.
 * 2. The closest word. One typo per three letters is allowed, at least one and at most three. A typo is an extra,
 * missing, wrong or swapped letter.
 * 3. The only known word with the same beginning (see `onlyBeginning`).
 */
export function findClosestWord(written: string, known: readonly string[]): string | null {
  const word = written.toLowerCase();
  if (word.length === 0 || word.length > 64) return null;
  const meant = otherWords.get(word)?.find((one) => known.includes(one)) ?? null;
  return meant ?? nearestWithin(word, known) ?? onlyBeginning(word, known);
}

/**
 * Returns the only known word that begins like the written word. The common beginning has at least four letters, and at
 * most two letters of the written word follow it. Returns null if there is no such word or more than one.
 */
function onlyBeginning(word: string, known: readonly string[]): string | null {
  const found = known.filter((candidate) => {
    const shared = sharedLetters(word, candidate.toLowerCase());
    return shared >= 4 && shared >= word.length - 2;
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function sharedLetters(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}

function nearestWithin(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  for (const candidate of known) {
    const distance = editDistance(word, candidate.toLowerCase(), limit);
    if (distance === null) continue;
    if (distance === 0) return candidate;
    best = candidate;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return best;
}
