import { readCsv } from '../csv.ts';
import { readFixedWidth } from '../fixed-width.ts';
import type { RawRecord } from '../reading.ts';
import type { Line, OracleType } from './lines.ts';

type Tree = Record<string, unknown>;

/** A line as it is in the file. */
interface WrittenLine {
  readonly line: Line;
  readonly text: string;
}

/** Returns a line with its groups, which are records after it. */
export function withGroups(
  tree: Tree,
  types: readonly OracleType[],
  { line, text }: WrittenLine,
  header: string,
): Line[] {
  if (line.raw.structure?.severity === 'FATAL') return [line];
  const name = types[line.type]?.tree['name'];
  const groups = types.flatMap((type, index) =>
    name !== undefined && type.tree['in'] === name && type.tree['repeat'] !== undefined
      ? groupsOf(tree, type, { text, header }).map((group) => toLine(line, index, group))
      : [],
  );
  return [line, ...groups];
}

interface Group {
  readonly number: number;
  readonly raw: RawRecord;
}

function toLine(line: Line, type: number, { number, raw }: Group): Line {
  const { line: at, byteOffset, byteLength } = line.raw;
  return { type, group: number, raw: { ...raw, line: at, byteOffset, byteLength } };
}

function groupsOf(tree: Tree, type: OracleType, { text, header }: { text: string; header: string }): Group[] {
  const repeat = type.tree['repeat'] as Tree;
  const groups: Group[] = [];
  let isEnded = false;
  for (let number = 1; number <= Number(repeat['times']); number++) {
    const { raw, isEmpty } =
      tree['format'] === 'CSV' ? readCells(type, number, header + text) : readPlaces(type, number, text);
    if (isEmpty && repeat['stopWhenEmpty'] === true) isEnded = true;
    else if (!isEnded) groups.push({ number, raw });
    else
      groups.push({ number, raw: { ...raw, texts: [], structure: { code: 'GROUP_AFTER_EMPTY', severity: 'FATAL' } } });
  }
  return groups;
}

/** Reads a group by the names of its columns, which end with its number. */
function readCells({ ownSpec }: OracleType, number: number, file: string): { raw: RawRecord; isEmpty: boolean } {
  const fields = ownSpec.fields.map((field) => ({ ...field, columns: field.columns.map((column) => column + number) }));
  const spec = { ...ownSpec, fields, onMissingColumns: 'IGNORE' as const, onExtraColumns: 'IGNORE' as const };
  const raw = readCsv(spec, new TextEncoder().encode(file)).records[0] as RawRecord;
  return { raw: { ...raw, structure: null }, isEmpty: raw.texts.every((text) => (text ?? '').trim() === '') };
}

function readPlaces({ ownSpec, tree }: OracleType, number: number, text: string): { raw: RawRecord; isEmpty: boolean } {
  const { start, length } = tree['repeat'] as { start: number; length: number };
  const from = start - 1 + (number - 1) * length;
  const fields = ownSpec.fields.map((field) => ({ ...field, start: field.start + from }));
  const raw = readFixedWidth({ ...ownSpec, fields }, new TextEncoder().encode(text)).records[0] as RawRecord;
  const isEmpty =
    [...text]
      .slice(from, from + length)
      .join('')
      .trim() === '';
  return { raw, isEmpty };
}
