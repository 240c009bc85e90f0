import { isClause, readOccurs, readValues } from './clauses.ts';
import type { Entry, SignClause } from './entry.ts';
import type { Sentence } from './sentences.ts';
import { readUsage } from './usages.ts';
import { WordReader } from './word-reader.ts';

type Draft = { -readonly [Key in keyof Entry]: Entry[Key] };

/**
 * Reads an entry of a copybook. `constants` has the numbers of the levels 78 before it. Returns null for a sentence that
 * describes no data. Throws NoDraft for COPY and for clauses that are unknown or not read.
 */
export function parseEntry(sentence: Sentence, constants: ReadonlyMap<string, number>): Entry | null {
  const words = new WordReader(sentence);
  refuse(sentence, words);
  const level = words.takeNumber();
  if (level === null) return skipHeader(words);
  const name = readName(words);
  const entry: Draft = {
    level,
    name,
    line: sentence.words[0]?.line ?? 0,
    comments: sentence.comments,
    redefines: null,
    picture: null,
    usage: null,
    sign: null,
    occurs: null,
    isSynchronized: false,
    isJustified: false,
    isBlankWhenZero: false,
    values: [],
    renames: null,
  };
  if (!isLevel(level)) throw words.fault(`${level} is no level: levels are 01 to 49, 66, 77, 78 and 88`);
  while (!words.isAtEnd) readClause(entry, words, constants);
  return entry;
}

function isLevel(level: number): boolean {
  return (level >= 1 && level <= 49) || [66, 77, 78, 88].includes(level);
}

/** Refuses sentences whose data are elsewhere. */
function refuse({ words: all }: Sentence, words: WordReader): void {
  for (const [at, { text, isLiteral, line }] of all.entries()) {
    const isInclude = /^(?:COPY|\+\+INCLUDE|-INC|INCLUDE)$/.test(text);
    if (isLiteral || !isInclude || (text === 'INCLUDE' && all[0]?.text !== 'EXEC')) continue;
    const what = all[at + 1]?.text ?? '';
    throw words.fault(
      `${text} ${what} is not read${line === words.line ? '' : ` (line ${line})`}. Put the text of ${what} in its place, and try again`,
    );
  }
}

/** Headers of a program, which describe no data of a record. */
const HEADERS = /^(?:IDENTIFICATION|ID|ENVIRONMENT|DATA|FILE|WORKING-STORAGE|LINKAGE|LOCAL-STORAGE|FD|SD|EXEC)$/;

function skipHeader(words: WordReader): null {
  const word = words.peek();
  if (word !== null && HEADERS.test(word)) return null;
  throw words.fault(
    `${word ?? 'a literal'} begins no entry. A copybook has entries such as: 05 AMOUNT PIC S9(7)V99 COMP-3.`,
  );
}

function readName(words: WordReader): string | null {
  const word = words.peek();
  if (word === null || isClause(word)) return null;
  const name = words.take('the name');
  return name === 'FILLER' ? null : name;
}

type ReadClause = (entry: Draft, words: WordReader, constants: ReadonlyMap<string, number>) => void;

const readPictureClause: ReadClause = (entry, words) => {
  words.skip('IS');
  entry.picture = words.take('the text of PIC');
};
const readSignClause: ReadClause = (entry, words) => {
  words.skip('IS');
  const place = words.take('LEADING or TRAILING');
  if (place !== 'LEADING' && place !== 'TRAILING') throw words.fault(`SIGN is LEADING or TRAILING, not ${place}`);
  entry.sign = readSeparate(place, words);
};
const readValueClause: ReadClause = (entry, words) => {
  words.skip('IS', 'ARE');
  entry.values = readValues(words);
};
const synchronize: ReadClause = (entry, words) => {
  words.skip('LEFT', 'RIGHT');
  entry.isSynchronized = true;
};
const justify: ReadClause = (entry, words) => {
  words.skip('RIGHT');
  entry.isJustified = true;
};
const ignore: ReadClause = () => {};

const READERS: Readonly<Record<string, ReadClause>> = {
  PIC: readPictureClause,
  PICTURE: readPictureClause,
  SIGN: readSignClause,
  LEADING: (entry, words) => (entry.sign = readSeparate('LEADING', words)),
  TRAILING: (entry, words) => (entry.sign = readSeparate('TRAILING', words)),
  REDEFINES: (entry, words) => (entry.redefines = words.take('the name after REDEFINES')),
  OCCURS: (entry, words, constants) => (entry.occurs = readOccurs(words, constants)),
  SYNC: synchronize,
  SYNCHRONIZED: synchronize,
  JUST: justify,
  JUSTIFIED: justify,
  BLANK(entry, words) {
    words.skip('WHEN');
    if (!words.skip('ZERO', 'ZEROS', 'ZEROES')) throw words.fault('ZERO is missing after BLANK WHEN');
    entry.isBlankWhenZero = true;
  },
  VALUE: readValueClause,
  VALUES: readValueClause,
  RENAMES(entry, words) {
    const first = words.take('the name after RENAMES');
    entry.renames = [first, words.skip('THRU', 'THROUGH') ? words.take('the name after THRU') : first];
  },
  EXTERNAL: ignore,
  GLOBAL: ignore,
  'GROUP-USAGE'(entry, words) {
    words.skip('IS');
    entry.usage = readUsage(words);
  },
};

function readClause(entry: Draft, words: WordReader, constants: ReadonlyMap<string, number>): void {
  words.skip('IS');
  const isUsage = words.skip('USAGE');
  if (isUsage) words.skip('IS');
  const usage = readUsage(words);
  if (usage !== null) {
    entry.usage = usage;
    return;
  }
  const word = words.peek() ?? 'a literal';
  const read = !isUsage && Object.hasOwn(READERS, word) ? READERS[word] : undefined;
  if (read === undefined) throw words.fault(describeUnknown(word, isUsage));
  words.take('a clause');
  read(entry, words, constants);
}

function describeUnknown(word: string, isUsage: boolean): string {
  if (isUsage) return `USAGE ${word} is not known`;
  return /^\d{1,2}$/.test(word)
    ? `${word} begins no clause. Is the period of the entry before it missing?`
    : `${word} begins no clause that is read`;
}

function readSeparate(place: SignClause['place'], words: WordReader): SignClause {
  const isSeparate = words.skip('SEPARATE');
  if (isSeparate) words.skip('CHARACTER');
  return { place, isSeparate };
}
