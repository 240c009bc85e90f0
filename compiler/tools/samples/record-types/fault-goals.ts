import { fileFormats } from '../../../language/formats/file-formats.ts';
import { hasKey, selectsByPath } from '../../../language/formats/format-kinds.ts';
import { MAX_RECORD_BYTES } from '../../../language/plan/plan.ts';
import { encodingOf } from '../../../language/formats/model/samples/encode-text.ts';
import { joinBytes } from '../../../language/formats/model/samples/file-writer.ts';
import { findMalformedBytes } from '../../../language/formats/model/samples/malformed-bytes.ts';
import type { CreateFile } from './field-goals.ts';
import type { Attempt, Goal } from './goal.ts';
import { flatten, type SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import type { TypedContext } from './typed-context.ts';

/** The maximum length of a generated line, in bytes. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;

/** Changes the bytes of a line without its line end. Null: the line cannot have the fault. */
type ChangeLine = (line: Uint8Array) => Uint8Array | null;

/**
 * Returns the goals for lines with a broken structure, for each type. A goal without a file is not reported as missing,
 * because most formats and settings allow only some of them.
 */
export function createFaultGoals(context: TypedContext, createFile: CreateFile): Goal[] {
  const { spec } = context;
  const encode = encodingOf(spec.encoding ?? 'utf-8');
  const lineEnd = encode(fileFormats[spec.format].recordEnd?.({ ...spec, fields: [] }) ?? '\n');
  if (selectsByPath(spec.format) || lineEnd === null) return [];
  if (context.oracle.writer.types.some(({ broken }) => broken !== undefined)) return brokenRecords(context, createFile);
  const append =
    (text: string): ChangeLine =>
    (line) =>
      join(line, encode(text));
  const faults: [code: string, shows: string, change: ChangeLine][] = [
    [
      'RECORD_TOO_SHORT',
      'ends before its last field',
      (line) => line.slice(0, Math.max(1, line.length - lineEnd.length * 2)),
    ],
    ['RECORD_TOO_SHORT', 'ends before its last field', (line) => line.slice(0, Math.ceil(line.length / 2))],
    ['TOO_FEW_COLUMNS', 'has one cell less than the others', (line) => cutCell(line, encode(spec.delimiter ?? ','))],
    [
      'TOO_MANY_COLUMNS',
      'is longer than the others',
      append(hasKey(spec.format, 'delimiter') ? `${spec.delimiter ?? ','}x` : 'x'),
    ],
    ...findMalformedBytes(spec.encoding).map((malformed): [string, string, ChangeLine] => [
      'INVALID_ENCODING',
      'has bytes that are malformed in its encoding',
      (line) => join(line, malformed),
    ]),
    ['RECORD_TOO_LONG', 'is longer than maxRecordBytes', (line) => lengthen(line, encode('x'), spec.maxRecordBytes)],
  ];
  return context.views.flatMap(({ name }, type) =>
    faults
      .filter(([code]) => code !== 'RECORD_TOO_LONG' || type === 0)
      .map(
        ([code, shows, change]): Goal => ({
          ...describeGoal(context, { name, code, shows: `has a record of type ${name} that ${shows}` }),
          attempts: () => changeLine(context, createFile(), { type, change, lineEnd }),
        }),
      ),
  );
}

function describeGoal(
  { spec }: TypedContext,
  { name, code, shows, field }: { name: string; code: string; shows: string; field?: string | undefined },
): Omit<Goal, 'attempts'> {
  return {
    name: [code.toLowerCase().replaceAll('_', '-'), name, ...(field === undefined ? [] : [field])].join('-'),
    shows,
    breaks: { code, ruleId: null, field: field ?? null, ...(code !== 'RECORD_TOO_LONG' && { recordType: name }) },
    following: new Set((spec.fileRules ?? []).map(({ ruleId }) => ruleId)),
  };
}

/** Returns the goals for the records that the writers of the format break; see BrokenRecords. */
function brokenRecords(context: TypedContext, createFile: CreateFile): Goal[] {
  const nodes = flatten(createFile());
  return context.views.flatMap(({ name }, type) => {
    const cells = nodes.find((node) => node.type === type)?.cells;
    const faults = cells === undefined ? [] : context.oracle.writer.types[type]?.broken?.writeFaults(cells);
    return (faults ?? []).map(
      ({ code, field, shows, bytes }): Goal => ({
        ...describeGoal(context, { name, code, shows: `has a record of type ${name}: ${shows}`, field }),
        *attempts() {
          const file = createFile();
          const found = flatten(file).filter((node) => node.type === type);
          const node = found[1] ?? found[0];
          if (node === undefined) return;
          node.raw = bytes;
          yield { nodes: file };
        },
      }),
    );
  });
}

function* changeLine(
  { oracle }: TypedContext,
  nodes: SampleNode[],
  { type, change, lineEnd }: { type: number; change: ChangeLine; lineEnd: Uint8Array },
): Iterable<Attempt> {
  const found = flatten(nodes).filter((node) => node.type === type);
  const node = found[1] ?? found[0];
  const bytes = node === undefined ? undefined : oracle.writer.writeRecord(node)?.bytes;
  if (node === undefined || bytes === undefined || !endsWith(bytes, lineEnd)) return;
  const raw = join(change(bytes.slice(0, bytes.length - lineEnd.length)), lineEnd);
  if (raw === null) return;
  node.raw = raw;
  yield { nodes };
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  return end.every((byte, at) => bytes[bytes.length - end.length + at] === byte);
}

function join(line: Uint8Array | null, more: Uint8Array | null): Uint8Array | null {
  return line === null || more === null ? null : joinBytes([line, more]);
}

function cutCell(line: Uint8Array, delimiter: Uint8Array | null): Uint8Array | null {
  const end = delimiter?.length === 1 ? line.lastIndexOf(delimiter[0] ?? 0) : -1;
  return end <= 0 ? null : line.slice(0, end);
}

function lengthen(line: Uint8Array, filler: Uint8Array | null, maxBytes = MAX_RECORD_BYTES): Uint8Array | null {
  if (filler === null || maxBytes > MAX_LINE_LENGTH) return null;
  const times = Math.ceil((maxBytes + 1) / filler.length);
  return joinBytes([line, ...Array.from({ length: times }, () => filler)]);
}
