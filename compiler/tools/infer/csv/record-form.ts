import type { DraftPart } from '../model/draft.ts';
import { guessDialect } from './dialect.ts';

/** A sample with the usual form of records, one in a line, and the settings that describe its own form. */
export interface RecordForm {
  readonly text: string;
  readonly settings: DraftPart['settings'];
  /** The delimiter that its records show, or null if it is looked for as usual. */
  readonly delimiter: string | null;
  /** Clauses that describe what the sample cannot decide. */
  readonly undecided: readonly string[];
}

/** Converts records that end with other characters than line ends, and records that are quoted as a whole. */
export function readRecordForm(text: string): RecordForm {
  return splitRecords(text) ?? unquoteRecords(text) ?? { text, settings: [], delimiter: null, undecided: [] };
}

const MIN_PARTS = 3;
/** Characters that end records, and those that separate the cells in them. */
const ENDS = ['||', '@@', '~', "'", '|', ';', '\u001e', '#', '$'];
const INNER = ['*', '+', ',', ';', '|', '\t', ':', '^', '\u001f'];

/** Returns the records of a text of one line whose records end with a character, or null if they do not. */
function splitRecords(text: string): RecordForm | null {
  const [line = '', ...others] = text.split(/\r\n|\n|\r/).filter((one) => one.trim() !== '');
  if (others.length > 0) return null;
  const long = splitAtLongEnd(line);
  if (long !== null) return long;
  for (const end of ENDS) {
    const parts = line.split(end).filter((part) => part.trim() !== '');
    const found = parts.length < MIN_PARTS ? null : describeParts(parts);
    if (found === null) continue;
    if (end.includes(found.inner)) {
      if (found.kind === 'SEGMENTS') continue;
      const what = `its records end with "${end}", which contains their delimiter "${found.inner}": no setting reads that`;
      return { text, settings: [], delimiter: found.inner, undecided: [what] };
    }
    return {
      ...withEnd(parts, end),
      delimiter: found.inner,
      undecided: found.kind === 'SEGMENTS' ? ['its records have several types: describe each one in recordTypes'] : [],
    };
  }
  return null;
}

/** Several characters at the end of a line that no text ends with. */
const LONG_END = /[#@~$&=§¤¬¶]{2,4}$/u;

/** Returns the records of a line whose records end with several characters, such as `#@#`. Null: they do not. */
function splitAtLongEnd(line: string): RecordForm | null {
  const end = LONG_END.exec(line.trimEnd())?.[0];
  const parts = end === undefined ? [] : line.split(end).filter((part) => part.trim() !== '');
  if (end === undefined || parts.length < MIN_PARTS) return null;
  const form = withEnd(parts, end);
  const { width, share } = guessDialect(form.text);
  return width > 1 && share === 1 ? { ...form, delimiter: null, undecided: [] } : null;
}

/** Returns the text and the settings of records that end with some characters. */
function withEnd(parts: readonly string[], end: string): Pick<RecordForm, 'text' | 'settings'> {
  return {
    text: parts.map((part) => `${part}\n`).join(''),
    settings: [{ value: ['recordSeparator', end] as const, note: 'records end with it instead of a line end' }],
  };
}

/** Parts of a line: records of one width, or segments of several types. `inner` separates their cells. */
interface Parts {
  readonly kind: 'RECORDS' | 'SEGMENTS';
  readonly inner: string;
}

function describeParts(parts: readonly string[]): Parts | null {
  const [first = '', ...others] = parts;
  const inner = INNER.find((one) => first.includes(one));
  if (inner === undefined || !others.every((part) => part.includes(inner))) return null;
  const widthOf = (part: string) => part.split(inner).length;
  if (others.every((part) => widthOf(part) === widthOf(first))) return { kind: 'RECORDS', inner };
  const tags = new Set(parts.map((part) => part.split(inner, 1)[0] ?? ''));
  const areTags = tags.size > 1 && [...tags].every((tag) => /^[A-Z][A-Z0-9]{1,2}$/.test(tag.trim()));
  return areTags || new Set(parts.map((part) => part.slice(0, 2))).size > 2 ? { kind: 'SEGMENTS', inner } : null;
}

/** The number of lines that are examined. */
const MAX_LINES = 500;
const QUOTED = /^"(?:[^"]|"")*"$/;

/** Returns the records of a text in which each one is a quoted cell with all of its cells, or null if it is not. */
function unquoteRecords(text: string): RecordForm | null {
  const lines = text.split(/\r\n|\n|\r/);
  const looked = lines.slice(0, MAX_LINES).filter((line) => line.trim() !== '');
  const wrapped = looked.filter((line) => QUOTED.test(line) && /[,;\t|]/.test(line));
  if (wrapped.length < 1 || wrapped.length < looked.length - 1 || looked.length < 2) return null;
  const isHeaderWrapped = QUOTED.test(looked[0] ?? '');
  const bare = lines.map((line) => (QUOTED.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line)).join('\n');
  const { width, share } = guessDialect(bare);
  // A list of quoted texts with commas has another width in its header, or in each line.
  if (width < 2 || share < 1 || (isHeaderWrapped && wrapped.length < MIN_WRAPPED)) return null;
  return {
    text: bare,
    settings: [{ value: ['wholeRowQuoted', true] as const, note: 'each record is one quoted cell' }],
    delimiter: null,
    undecided: [],
  };
}

/** The minimum number of records that show the form if the header has it, too. */
const MIN_WRAPPED = 2;
