import { NoDraft } from '../model/no-draft.ts';
import type { Sentence, Word } from './sentences.ts';

/** Reads the words of a sentence one after the other. Its methods throw NoDraft for what an entry must not contain. */
export class WordReader {
  readonly #words: readonly Word[];
  #at = 0;

  constructor({ words }: Pick<Sentence, 'words'>) {
    this.#words = words;
  }

  /** The number of the line of the next word, or of the last one. */
  get line(): number {
    return (this.#words[this.#at] ?? this.#words.at(-1))?.line ?? 0;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#words.length;
  }

  /** Returns the next word in upper case, or null if the next one is a literal, or there is none. */
  peek(): string | null {
    const word = this.#words[this.#at];
    return word === undefined || word.isLiteral ? null : word.text;
  }

  /** Skips the next word if it is one of these. Returns whether it was. */
  skip(...words: readonly string[]): boolean {
    const next = this.peek();
    if (next === null || !words.includes(next)) return false;
    this.#at++;
    return true;
  }

  /** Returns the next word, which is no literal. `what` says what is missing otherwise. */
  take(what: string): string {
    const next = this.peek();
    if (next === null) throw this.fault(`${what} is missing`);
    this.#at++;
    return next;
  }

  /** Returns the next word or literal. */
  takeAny(): Word {
    const word = this.#words[this.#at];
    if (word === undefined) throw this.fault('a value is missing');
    this.#at++;
    return word;
  }

  /** Returns the next word if it is a whole number. */
  takeNumber(): number | null {
    const next = this.peek();
    if (next === null || !/^\d+$/.test(next)) return null;
    this.#at++;
    return Number(next);
  }

  /** Returns the error for this place. */
  fault(message: string): NoDraft {
    return new NoDraft(`line ${this.line}: ${message}`);
  }
}
