import { MAX_RECORD_BYTES } from '../../plan/plan.ts';
import { encodingOf, type TextEncoding } from '../model/samples/encode-text.ts';
import {
  type Cell,
  type FaultyFile,
  type FileWriter,
  joinBytes,
  joinRecords,
  type WrittenRecord,
} from '../model/samples/file-writer.ts';
import { findMalformedBytes } from '../model/samples/malformed-bytes.ts';
import type { JsonSpec } from './keys.ts';
import type { JsonPlan } from './plan.ts';

/** The maximum number of items of a list, and the maximum length of a line, in bytes, that are written. */
const MAX_ITEMS = 1000;
const MAX_LINE_LENGTH = 4 * 1024 * 1024;

/** A place in a record: a value of a field, an object, or a list. */
interface Place {
  field: number | null;
  readonly children: Map<string, Place>;
}

interface JsonFile {
  readonly spec: JsonSpec;
  readonly plan: JsonPlan;
  readonly encode: TextEncoding;
  readonly root: Place;
}

/** Creates a writer of files of JSON Lines. Returns null for documents, and if a pointer needs a very long list. */
export function createJsonWriter(spec: JsonSpec, plan: JsonPlan): FileWriter | null {
  const root = createRoot(plan);
  if (root === null || plan.recordPath !== null) return null;
  const file: JsonFile = { spec, plan, encode: encodingOf(spec.encoding ?? 'utf-8'), root };
  return {
    ending: 'jsonl',
    fillers: spec.fields.map(() => null),
    requiredCells: () => [],
    writeRecord: (cells) => writeRecord(file, cells),
    writeFile: (records) => joinRecords(new Uint8Array(0), records, new Uint8Array(0)),
    writeFaults: (cells) => writeFaults(file, cells),
  };
}

function createRoot({ fields }: JsonPlan): Place | null {
  const root: Place = { field: null, children: new Map() };
  for (const [index, { path }] of fields.entries()) {
    let place = root;
    for (const token of path) {
      const child = place.children.get(token) ?? { field: null, children: new Map() };
      place.children.set(token, child);
      place = child;
    }
    place.field ??= index;
  }
  return hasLongList(root) ? null : root;
}

function hasLongList(place: Place): boolean {
  const isLong = isList(place) && [...place.children.keys()].some((token) => Number(token) >= MAX_ITEMS);
  return isLong || [...place.children.values()].some(hasLongList);
}

function isList({ children }: Place): boolean {
  return children.size > 0 && [...children.keys()].every((token) => /^(?:0|[1-9]\d*)$/.test(token));
}

/** Returns null if the cells contain what JSON cannot express for a field, such as a number with a sign. */
function writeRecord(file: JsonFile, cells: readonly Cell[]): WrittenRecord | null {
  const text = writeText(file, cells);
  const bytes = text === null ? null : file.encode(`${text}\n`);
  return bytes === null ? null : { bytes, start: 0 };
}

function writeText({ plan, root }: JsonFile, cells: readonly Cell[]): string | null {
  const tokens = plan.fields.map(({ reads, point = '.' }, index) => {
    const cell = cells[index] ?? null;
    if (cell === null) return 'null';
    if (reads === 'TEXT' || plan.isLenient || cell === '') return JSON.stringify(cell);
    const number = cell.replace(point, '.');
    const isWritten = reads === 'WHOLE' ? /^-?(?:0|[1-9]\d*)$/ : /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
    return isWritten.test(number) ? number : null;
  });
  return tokens.includes(null) ? null : writePlace(root, tokens, true);
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
  const issue = (code: string, shows: string, bytes: Uint8Array | null): FaultyFile[] => {
    if (bytes === null) return [];
    const records = [good, { bytes, start: 0 }, good];
    return [{ code, as: 'issue', shows, bytes: joinRecords(new Uint8Array(0), records, new Uint8Array(0)).bytes }];
  };
  const length = file.spec.maxRecordBytes ?? MAX_RECORD_BYTES;
  const malformed = findMalformedBytes(file.spec.encoding)[0];
  const [start, end] = [file.encode(text), file.encode('\n')];
  return [
    ...issue('MALFORMED_JSON', 'a record is not closed', file.encode(`${text.slice(0, -1)}\n`)),
    ...issue(
      'DUPLICATE_MEMBER',
      'an object has two members with one name',
      text.startsWith('{') ? file.encode(`{"twice":1,"twice":2${text === '{}' ? '' : ','}${text.slice(1)}\n`) : null,
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
      'a line is longer than maxRecordBytes',
      length > MAX_LINE_LENGTH ? null : file.encode(`${text}${' '.repeat(length)}\n`),
    ),
    { code: 'EMPTY_FILE', as: 'warning', shows: 'the file has no record', bytes: new Uint8Array(0) },
  ];
}
