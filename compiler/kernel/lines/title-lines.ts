import type { Failures } from '../expressions/failures.ts';
import type { Position } from '../model/contract.ts';
import { Utf8Decoder } from '../bytes/utf8.ts';
import { recordSteps } from '../values/record-steps.ts';
import { stateOf } from './line-parser.ts';
import type { TitleLine } from './title-line.ts';

/** Length of the longest line in which a value is searched, in bytes of UTF-8. */
const MAX_TITLE_BYTES = 65_536;

/** A search that takes too many steps finds nothing. */
const IGNORED: Failures = { fail: () => null, reserveText: () => false };

/** The values that a file has in the lines before its records. They are the same for each record. */
export class TitleLines {
  /** The values, in the order of the fields. Null: not found, or not read yet. It is always the same list. */
  readonly values: (string | null)[];
  readonly #titles: readonly TitleLine[];
  #last: number;
  readonly #maxBytes: number;
  readonly #decoder = new Utf8Decoder();

  /** @param known the values that a resume position contains, or undefined at the beginning of a file */
  constructor(titles: readonly TitleLine[], maxRecordBytes: number, known: readonly (string | null)[] | undefined) {
    this.values = titles.map((_, index) => known?.[index] ?? null);
    this.#titles = titles;
    this.#last = titles.reduce((last, { line }) => Math.max(last, line), 0);
    this.#maxBytes = Math.min(maxRecordBytes, MAX_TITLE_BYTES);
  }

  /** Notes that the lines from here on are no titles: the header or the first record has been read. */
  end(): void {
    this.#last = 0;
  }

  /** Returns whether a line may have values, and has the length of one in which they are searched. */
  wants(line: number, bytes: number): boolean {
    return line <= this.#last && bytes <= this.#maxBytes && this.#titles.some((title) => title.line === line);
  }

  /** Searches the values of a line. A line that is no text in the encoding of the file has none. */
  read(line: number, bytes: Uint8Array, start: number, end: number): void {
    if (!this.wants(line, end - start)) return;
    const text = this.#decoder.decode(bytes, start, end);
    for (const [index, { line: own, find }] of this.#titles.entries()) {
      if (own !== line) continue;
      recordSteps.begin();
      this.values[index] = find(text, IGNORED);
    }
  }
}

/** What decides about the values before the records. */
interface TitleSettings {
  readonly titles?: readonly TitleLine[];
  readonly skipTop: number;
  readonly maxRecordBytes: number;
}

/** Creates the reader of the values before the records. `from`: where reading begins. Null: no field has one. */
export function createTitleLines(
  { titles, skipTop, maxRecordBytes }: TitleSettings,
  from: Position | null,
): TitleLines | null {
  if (titles === undefined) return null;
  const state = stateOf(from);
  const lines = new TitleLines(titles, maxRecordBytes, state?.titles);
  if (from !== null && state?.isBehindHeader === true && from.line >= skipTop) lines.end();
  return lines;
}
