import { MAX_RECORD_BYTES } from '../../plan/plan.ts';
import { encodingOf, type TextEncoding } from '../model/samples/encode-text.ts';
import {
  type Cell,
  type FaultyFile,
  type FileWriter,
  joinBytes,
  joinRecords,
  type WrittenFile,
  type WrittenRecord,
} from '../model/samples/file-writer.ts';
import { findMalformedBytes } from '../model/samples/malformed-bytes.ts';
import type { JsonSpec } from './keys.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { isSatisfied, satisfyingTexts } from '../model/record-when.ts';
import type { JsonPlan } from './plan.ts';
import { readPointer } from './pointer.ts';

/** The maximum number of items of a list, and the maximum length of a line, in bytes, that are written. */
const MAX_ITEMS = 1000;
const MAX_LINE_LENGTH = 4 * 1024 * 1024;

/** A place in a record: a value of a field, an object, or a list. */
export interface Place {
  field: number | null;
  /** The texts that the value has in records of the type. Absent: the value selects no type. */
  texts?: readonly string[];
  readonly children: Map<string, Place>;
}

interface JsonFile {
  readonly spec: JsonSpec;
  readonly plan: JsonPlan;
  readonly encode: TextEncoding;
  readonly root: Place;
  readonly around: Around;
}

/** What is around the records of a file. */
interface Around {
  readonly head: Uint8Array;
  /** Between two records. Empty for lines: each ends with a line end. */
  readonly separator: Uint8Array;
  readonly lineEnd: string;
  readonly tail: Uint8Array;
}

/**
 * Creates a writer of files of JSON Lines, and of documents whose records are items of a list. Returns null for other
 * documents, and if a pointer needs a very long list.
 */
export function createJsonWriter(spec: JsonSpec, plan: JsonPlan): FileWriter | null {
  const root = createRoot(plan);
  const encode = encodingOf(spec.encoding ?? 'utf-8');
  const around = createAround(plan, encode);
  if (root === null || around === null) return null;
  const file: JsonFile = { spec, plan, encode, root, around };
  return {
    ending: plan.recordPath === null ? 'jsonl' : 'json',
    fillers: spec.fields.map(() => null),
    requiredCells: () => [],
    writeRecord: (cells) => writeRecord(file, cells),
    writeFile: (records) => writeRecords(file, records),
    writeFaults: (cells) => writeFaults(file, cells),
  };
}

/** Returns what is around the records. Null: they are no items of a list, or the encoding lacks a character of a name. */
export function createAround({ recordPath }: JsonPlan, encode: TextEncoding): Around | null {
  if (recordPath === null)
    return { head: new Uint8Array(0), separator: new Uint8Array(0), lineEnd: '\n', tail: new Uint8Array(0) };
  if (recordPath.at(-1) !== '*') return null;
  const head = recordPath.map((token) => (token === '*' ? '[' : `{${JSON.stringify(token)}:`)).join('');
  const tail = recordPath.toReversed().map((token) => (token === '*' ? ']' : '}'));
  const [before, between, after] = [encode(`${head}\n`), encode(',\n'), encode(`\n${tail.join('')}\n`)];
  if (before === null || between === null || after === null) return null;
  return { head: before, separator: between, lineEnd: '', tail: after };
}

/** Writes a file with records. */
export function writeRecords(
  { around: { head, separator, tail } }: Pick<JsonFile, 'around'>,
  records: readonly WrittenRecord[],
): WrittenFile {
  const separated = records.map(({ bytes, start }, index) =>
    index === 0 ? { bytes, start } : { bytes: joinBytes([separator, bytes]), start: separator.length + start },
  );
  return joinRecords(head, separated, tail);
}

/** Returns the places of the fields, and those whose values select the type. Null: they need a very long list. */
export function createRoot({ fields, when }: JsonPlan): Place | null {
  const root: Place = { field: null, children: new Map() };
  for (const [index, { path }] of fields.entries()) addPlace(root, path).field ??= index;
  for (const { path, texts } of selectingTexts(when ?? [])) addPlace(root, path).texts = texts;
  return hasLongList(root) ? null : root;
}

function addPlace(root: Place, path: readonly string[]): Place {
  let place = root;
  for (const token of path) {
    const child = place.children.get(token) ?? { field: null, children: new Map() };
    place.children.set(token, child);
    place = child;
  }
  return place;
}

/** Returns the places whose values select records, with texts that satisfy all conditions for a place. */
export function selectingTexts(
  when: readonly ConditionPlan[],
): { path: readonly string[]; texts: readonly string[] }[] {
  const columns = [...new Set(when.map(({ column }) => column))];
  return columns.map((column) => {
    const own = when.filter((condition) => condition.column === column);
    const texts = own.flatMap((condition) => satisfyingTexts(condition, null));
    const fitting = texts.filter((text) => own.every((condition) => isSatisfied(condition, text)));
    return { path: readPointer(column) ?? [], texts: fitting };
  });
}

/** Returns the text of a value: that of its field, or one that selects the type if the field has none. */
export function writeValue({ field, texts = [] }: Place, tokens: readonly (Cell | undefined)[]): string | null {
  const token = field === null ? null : (tokens[field] ?? null);
  const [selecting] = texts;
  return (token === null || token === 'null') && selecting !== undefined ? JSON.stringify(selecting) : token;
}

function hasLongList(place: Place): boolean {
  const isLong = isList(place) && [...place.children.keys()].some((token) => Number(token) >= MAX_ITEMS);
  return isLong || [...place.children.values()].some(hasLongList);
}

export function isList({ children }: Place): boolean {
  return children.size > 0 && [...children.keys()].every((token) => /^(?:0|[1-9]\d*)$/.test(token));
}

/** Returns null if the cells contain what JSON cannot express for a field, such as a number with a sign. */
function writeRecord(file: JsonFile, cells: readonly Cell[]): WrittenRecord | null {
  const text = writeText(file, cells);
  const bytes = text === null ? null : file.encode(`${text}${file.around.lineEnd}`);
  return bytes === null ? null : { bytes, start: 0 };
}

function writeText({ plan, root }: JsonFile, cells: readonly Cell[]): string | null {
  const tokens = tokensOf(plan, cells);
  return tokens === null ? null : writePlace(root, tokens, true);
}

/** Returns the values of a record as JSON. Null: JSON cannot express one of them. */
export function tokensOf(plan: JsonPlan, cells: readonly Cell[]): readonly string[] | null {
  const tokens = plan.fields.map(({ reads, point = '.' }, index) => {
    const cell = cells[index] ?? null;
    if (cell === null) return 'null';
    if (reads === 'TEXT' || plan.isLenient || cell === '') return JSON.stringify(cell);
    const number = cell.replace(point, '.');
    const isWritten = reads === 'WHOLE' ? /^-?(?:0|[1-9]\d*)$/ : /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
    return isWritten.test(number) ? number : null;
  });
  const known = tokens.filter((token) => token !== null);
  return known.length < tokens.length ? null : known;
}

function writePlace(place: Place, tokens: readonly (string | null)[], isRecord: boolean): string {
  if (place.field !== null) return tokens[place.field] ?? 'null';
  if (isList(place)) {
    const last = Math.max(...[...place.children.keys()].map(Number));
    const items = Array.from({ length: last + 1 }, (_, index) => {
      const child = place.children.get(String(index));
      return child === undefined ? 'null' : writePlace(child, tokens, false);
    });
    return `[${items.join(',')}]`;
  }
  if (place.children.size === 0 && !isRecord) return 'null';
  const members = [...place.children].map(
    ([name, child]) => `${JSON.stringify(name)}:${writePlace(child, tokens, false)}`,
  );
  return `{${members.join(',')}}`;
}

/** Creates files with one fault each. `cells` is a valid record. */
function writeFaults(file: JsonFile, cells: readonly Cell[]): FaultyFile[] {
  const good = writeRecord(file, cells);
  const text = writeText(file, cells);
  if (good === null || text === null) return [];
  const isDocument = file.plan.recordPath !== null;
  const issue = (code: string, shows: string, bytes: Uint8Array | null): FaultyFile[] => {
    if (bytes === null) return [];
    const records = [good, { bytes, start: 0 }, good];
    // A document that is no JSON cannot be read further.
    const as = isDocument && code === 'MALFORMED_JSON' ? 'failure' : 'issue';
    return [{ code, as, shows, bytes: writeRecords(file, records).bytes }];
  };
  const { lineEnd } = file.around;
  const length = file.spec.maxRecordBytes ?? MAX_RECORD_BYTES;
  const malformed = findMalformedBytes(file.spec.encoding)[0];
  const [start, end] = [file.encode(text), file.encode(lineEnd)];
  return [
    ...issue('MALFORMED_JSON', 'a record is not closed', file.encode(`${text.slice(0, -1)}${lineEnd}`)),
    ...issue(
      'DUPLICATE_MEMBER',
      'an object has two members with one name',
      text.startsWith('{')
        ? file.encode(`{"twice":1,"twice":2${text === '{}' ? '' : ','}${text.slice(1)}${lineEnd}`)
        : null,
    ),
    ...(malformed === undefined || start === null || end === null
      ? []
      : issue(
          'INVALID_ENCODING',
          'a record has bytes that are malformed in its encoding',
          joinBytes([start, malformed, end]),
        )),
    ...issue(
      'RECORD_TOO_LONG',
      isDocument ? 'a record is longer than maxRecordBytes' : 'a line is longer than maxRecordBytes',
      length > MAX_LINE_LENGTH
        ? null
        : file.encode(
            isDocument
              ? `${text.slice(0, 1)}${' '.repeat(length)}${text.slice(1)}`
              : `${text}${' '.repeat(length)}${lineEnd}`,
          ),
    ),
    { code: 'EMPTY_FILE', as: 'warning', shows: 'the file has no record', bytes: new Uint8Array(0) },
  ];
}
