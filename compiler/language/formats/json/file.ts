import type { JsonField } from '../../../kernel/json/fields/json-record.ts';
import { JsonRecordParser } from '../../../kernel/json/record-parser.ts';
import { createFileFormat, type ReplacedCell, type WrittenValue } from '../model/file-format.ts';
import type { JsonSpec } from './keys.ts';
import { pointerOf, readPointer } from './pointer.ts';

/** Where values are in a record. They are found as texts, whatever the fields read. */
interface JsonPlaces {
  readonly fields: readonly JsonField[];
}

/** Files of JSON: each line is a value. */
export const jsonFile = createFileFormat<JsonSpec, JsonPlaces>({
  title: 'JSON',
  rejects: 'LINES',
  documentRejects: 'LIST',
  nestsRecords: true,
  hasLines: () => true,
  places: ({ fields }) => ({
    fields: fields.map((field) => ({ path: readPointer(pointerOf(field)) ?? [], reads: 'TEXT' })),
  }),
  createFindCells({ fields }) {
    const parser = new JsonRecordParser({ fields, isLenient: false }, null);
    return (record) => {
      parser.parse(record);
      return fields.map((_, index) => {
        const [start = -1, token] = [parser.starts[index], parser.sent[index]];
        return token === undefined ? null : { start, end: start + token.length };
      });
    };
  },
  readCell: (cell) => (cell === 'null' ? '' : cell.startsWith('"') ? textOf(cell) : cell),
  writeCell,
});

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Writes a value as JSON: without quotes if it is a number, `true` or `false`, and the cell has no quotes either. */
function writeCell(value: string, { original, isMissing }: ReplacedCell): WrittenValue {
  if (value === '') return { text: 'null' };
  const isPlain = NUMBER.test(value) || value === 'true' || value === 'false';
  if (isPlain && !original.startsWith('"')) return { text: value };
  const characters = Array.from(JSON.stringify(value), (character) =>
    isMissing(character) ? escapeUnits(character) : character,
  );
  return { text: characters.join('') };
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}

/** Returns the text of a string. The parser of records has found it, so it is well-formed. */
function textOf(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : token;
}
