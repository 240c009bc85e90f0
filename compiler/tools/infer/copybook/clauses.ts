import type { ConditionValue, Occurs } from './entry.ts';
import type { WordReader } from './word-reader.ts';

/** Words that begin a clause, so that an entry without a name is recognised. */
const CLAUSES =
  /^(?:REDEFINES|PIC|PICTURE|USAGE|SIGN|LEADING|TRAILING|OCCURS|SYNC|SYNCHRONIZED|JUST|JUSTIFIED|BLANK|VALUES?|RENAMES|COMP(?:UTATIONAL)?(?:-\w)?|BINARY|PACKED-DECIMAL|DISPLAY|INDEX|POINTER|EXTERNAL|GLOBAL)$/;

/** Reads what follows OCCURS. Throws NoDraft if it has no number. */
export function readOccurs(words: WordReader, constants: ReadonlyMap<string, number>): Occurs {
  const read = (): number => {
    const number = words.takeNumber();
    if (number !== null) return number;
    const name = words.take('the number after OCCURS');
    const constant = constants.get(name);
    if (constant === undefined)
      throw words.fault(`OCCURS ${name} is not read: it has no number. Write how often the item occurs at most`);
    return constant;
  };
  let times = read();
  if (words.skip('TO')) times = read();
  words.skip('TIMES');
  if (times < 1) throw words.fault('OCCURS needs a number from 1');
  let dependingOn: string | null = null;
  while (words.skip('DEPENDING', 'ASCENDING', 'DESCENDING', 'INDEXED')) {
    const isDepending = words.skip('ON');
    words.skip('KEY', 'BY');
    words.skip('IS');
    const name = readNames(words, isDepending ? 1 : Infinity);
    if (isDepending) dependingOn = name;
  }
  return { times, dependingOn };
}

/** Skips names with their qualifiers. Returns the first one. */
function readNames(words: WordReader, max: number): string {
  const first = words.take('a name');
  for (let count = 1; ; ) {
    if (words.skip('OF', 'IN')) words.take('a name');
    else if (count < max && isName(words.peek())) {
      words.take('a name');
      count++;
    } else return first;
  }
}

function isName(word: string | null): boolean {
  return word !== null && !isClause(word) && !/^(?:DEPENDING|ASCENDING|DESCENDING|INDEXED)$/.test(word);
}

/** Reads the values after VALUE, up to the next clause. */
export function readValues(words: WordReader): ConditionValue[] {
  const values: ConditionValue[] = [];
  while (!words.isAtEnd) {
    if (values.length > 0 && isClause(words.peek())) break;
    if (words.skip('WHEN', 'FALSE')) {
      words.skip('SET');
      words.skip('TO');
      words.skip('FALSE');
      words.skip('IS');
      words.takeAny();
      continue;
    }
    values.push(readValue(words));
  }
  return values;
}

function readValue(words: WordReader): ConditionValue {
  words.skip('ALL');
  const { text, isLiteral } = words.takeAny();
  const to = words.skip('THRU', 'THROUGH') ? words.takeAny().text : null;
  return { value: text, to, isFigurative: !isLiteral && !/^[-+]?[\d.]+$/.test(text) };
}

/** Returns whether a word begins a clause. */
export function isClause(word: string | null): boolean {
  return word !== null && CLAUSES.test(word);
}
