import { columnNameOf } from '../../../language/formats/model/column-names.ts';
import type { RecordTypesSpec, Spec } from '../../../pipeline/1-read/spec-shape.ts';
import { createPlan } from '../../../pipeline/3-plan/create-plan.ts';
import { fileFormats } from '../../../language/formats/file-formats.ts';
import { formatKinds, selectsByColumn, selectsByPath } from '../../../language/formats/format-kinds.ts';
import {
  type FileWriter,
  NUMBERED_COLUMN,
  type WrittenRecord,
} from '../../../language/formats/model/samples/file-writer.ts';
import { conditionsOf, planConditions, satisfyingTexts } from '../../../language/formats/model/record-when.ts';
import type { RecordTypePlan } from '../../../language/plan/record-types-plan.ts';
import { countRecords, createLine, type GroupedLine, lineOf } from './line-groups.ts';
import { createTypeWriter, writeLine } from './line-writers.ts';
import { createNestedTypes, isNestedFormat } from './nested-writer.ts';
import type { OwnView } from './own-views.ts';
import type { TypedWriter } from './types-writer.ts';
import { flatten, type SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import { encodingOf } from '../../../language/formats/model/samples/encode-text.ts';

/** Creates a writer for a spec. Returns null if files of the spec cannot be written. */
export function createTypedWriter(
  spec: RecordTypesSpec,
  views: readonly OwnView[],
  plans: readonly RecordTypePlan[],
): TypedWriter | null {
  const types = { views, plans };
  if (isNestedFormat(spec)) return createNestedTypes(spec, types);
  const { hasHeader, samples } = formatKinds[spec.format];
  const lines = views.flatMap((_, type) => createLine(types, lineOf(plans, type)) ?? []);
  const header = selectsByColumn(spec.format) && (spec.hasHeader ?? hasHeader) ? findColumns(spec, lines) : null;
  const writers = lines.flatMap((line) => createLineWriter(line.spec, header) ?? []);
  const [first] = writers;
  if (first === undefined || writers.length < views.length) return null;
  const { ending } = first;
  const all = { types, lines, writers };
  const own = views.flatMap((_, type) => createTypeWriter(all, type) ?? []);
  const writeRecord = (node: SampleNode) => writeLine(all, node);
  const counted = views.map((_, type) => ({ type: lineOf(plans, type), records: countRecords(types, type) }));
  if (selectsByPath(spec.format)) {
    const sampleTypes = views.map((view, index) => ({ ...view, in: spec.recordTypes[index]?.in }));
    const write = samples.createDocumentWriter?.({ ...spec, fields: [] }, sampleTypes) ?? null;
    return write === null ? null : { ending, types: own, lines: counted, writeRecord, write };
  }
  const fillBlock = createFillBlock(spec, header);
  const write = (nodes: readonly SampleNode[]) => {
    // Groups are written with their line.
    const records = flatten(nodes)
      .filter(({ type }) => lineOf(plans, type) === type)
      .map((node) => (node.raw === undefined ? writeRecord(node) : { bytes: node.raw, start: 0 }));
    const written = records.filter((record) => record !== null);
    const fillers = fillBlock(records.length);
    return written.length < records.length || fillers === null ? null : first.writeFile([...written, ...fillers]).bytes;
  };
  const { packFile } = first;
  return { ending, types: own, lines: counted, writeRecord, write, ...(packFile !== undefined && { packFile }) };
}

function createLineWriter(spec: Spec, header: readonly string[] | null): FileWriter | null {
  return formatKinds[spec.format].samples.createWriter(spec, createPlan(spec, '').formatOperand, header);
}

/** Returns the columns of all types, which have one header in common. */
function findColumns({ recordTypes }: RecordTypesSpec, lines: readonly GroupedLine[]): string[] {
  const own = lines.flatMap(({ spec: { fields } }) => fields.map(columnNameOf));
  const selecting = recordTypes.flatMap(({ when }) =>
    when === undefined ? [] : conditionsOf(when).flatMap(({ condition }) => condition.column ?? []),
  );
  const isNumber = (column: string) => /^[1-9]\d{0,3}$/.test(column) && !own.includes(column);
  const columns = [...new Set([...selecting.filter((column) => !isNumber(column)), ...own])];
  const [number] = selecting.filter(isNumber);
  if (number !== undefined) columns.splice(Number(number) - 1, 0, NUMBERED_COLUMN);
  return columns;
}

/** Returns the filler lines after a number of records. Null: the encoding cannot express them. */
type FillBlock = (records: number) => readonly WrittenRecord[] | null;

/** Creates the function that completes the last block of a file. `columns` is the header of a CSV file, if it has one. */
function createFillBlock(spec: RecordTypesSpec, columns: readonly string[] | null): FillBlock {
  const { when, blockOf } = spec.filler ?? {};
  if (when === undefined || blockOf === undefined) return () => [];
  const file = fileFormats[spec.format];
  const plain = { ...spec, fields: [] };
  const lineEnd = file.recordEnd?.(plain) ?? (file.hasLines(plain) ? '\n' : '');
  const line = selectsByColumn(spec.format) ? writeCells(spec, when, columns) : writeCharacters(spec, when);
  const bytes = encodingOf(spec.encoding ?? 'utf-8')(line + lineEnd);
  return (records) => {
    const count = (blockOf - (records % blockOf)) % blockOf;
    return bytes === null && count > 0
      ? null
      : Array.from({ length: count }, () => ({ bytes: bytes ?? new Uint8Array(), start: 0 }));
  };
}

type FillerWhen = NonNullable<RecordTypesSpec['filler']>['when'];

function writeCharacters({ recordLength = 0 }: RecordTypesSpec, when: FillerWhen): string {
  const line: string[] = [];
  for (const condition of planConditions(when)) {
    const [text = ''] = satisfyingTexts(condition, condition.length);
    while (line.length < condition.start - 1) line.push(' ');
    line.splice(condition.start - 1, [...text].length, ...text);
  }
  return line.join('').padEnd(recordLength);
}

function writeCells({ delimiter = ',' }: RecordTypesSpec, when: FillerWhen, columns: readonly string[] | null): string {
  const texts = new Map(
    planConditions(when).map((condition) => {
      const named = columns?.indexOf(condition.column) ?? -1;
      return [named >= 0 ? named : Number(condition.column) - 1, satisfyingTexts(condition, null)[0] ?? ''];
    }),
  );
  const width = Math.max(columns?.length ?? 0, ...[...texts.keys()].map((at) => at + 1));
  return Array.from({ length: width }, (_, index) => texts.get(index) ?? '').join(delimiter);
}
