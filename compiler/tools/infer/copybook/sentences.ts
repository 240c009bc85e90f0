import { NoDraft } from '../model/no-draft.ts';
import { readSourceLines, type SourceLine } from './source-lines.ts';

/** A word or a literal of a copybook. The text of a literal is its content; that of a word is in upper case. */
export interface Word {
  readonly text: string;
  readonly isLiteral: boolean;
  readonly line: number;
}

/** The words up to a period, and the comments before and beside them. */
export interface Sentence {
  readonly words: readonly Word[];
  readonly comments: readonly string[];
}

/** Splits a copybook into sentences. Throws NoDraft for a literal that does not end. */
export function readSentences(text: string): Sentence[] {
  const sentences: { words: Word[]; comments: string[] }[] = [];
  let current: { words: Word[]; comments: string[] } = { words: [], comments: [] };
  // A comment after the period on the line of a sentence belongs to it.
  let last: { comments: string[]; line: number } | null = null;
  for (const line of joinContinued(readSourceLines(text))) {
    for (const word of splitWords(line)) {
      if (word !== null) current.words.push(word);
      else if (current.words.length > 0) {
        sentences.push(current);
        last = { comments: current.comments, line: line.number };
        current = { words: [], comments: [] };
      }
    }
    if (line.comment === null) continue;
    const isBeside = current.words.length === 0 && last?.line === line.number;
    (isBeside ? (last?.comments ?? []) : current.comments).push(line.comment);
  }
  return current.words.length > 0 ? [...sentences, current] : sentences;
}

/** Appends each line with `-` in column 7 to the code that it continues. */
function joinContinued(lines: readonly SourceLine[]): SourceLine[] {
  const joined: SourceLine[] = [];
  for (const line of lines) {
    const at = line.continues ? joined.findLastIndex(({ code }) => code.trim() !== '') : -1;
    const before = joined[at];
    if (before === undefined) joined.push(line);
    else joined[at] = { ...before, code: continueCode(before.code, line.code) };
  }
  return joined;
}

/** The number of columns of code in a line of fixed format. An open literal has all of them. */
const CODE_WIDTH = 65;

function continueCode(before: string, code: string): string {
  const isOpen = /^(?:[^"']|"[^"]*"|'[^']*')*["'][^"']*$/.test(before);
  const more = code.trimStart();
  return isOpen ? before.padEnd(CODE_WIDTH) + more.replace(/^["']/, '') : before.trimEnd() + more.trimEnd();
}

/** A literal, a word, the period that ends a sentence, or a separator. */
const TOKEN =
  /(?<prefix>[XGNZ]{0,2})(?:"(?<double>(?:[^"]|"")*)"|'(?<single>(?:[^']|'')*)')|(?<end>\.(?=\s|$))|[,;](?=\s|$|["'])|(?<word>(?:[^\s"'.,;]|[.,;](?!\s|$))+)|(?<open>["'])|\s+|./giy;

/** Yields the words of a line. A period that ends a sentence is null. */
function* splitWords({ code, number: line }: SourceLine): Generator<Word | null> {
  for (const { groups = {} } of code.matchAll(TOKEN)) {
    const { double, single, end, word, open, prefix = '' } = groups;
    const literal = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'");
    if (literal !== undefined) {
      const isBytes = /^(?:X|NX|GX)$/i.test(prefix);
      yield { text: isBytes ? `X'${literal}'` : literal, isLiteral: !isBytes, line };
    } else if (end !== undefined) yield null;
    else if (word !== undefined) yield { text: word.toUpperCase(), isLiteral: false, line };
    else if (open !== undefined) throw new NoDraft(`line ${line}: a literal has no closing quote`);
  }
}
