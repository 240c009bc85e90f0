import type { FixedWidthSpec } from './keys.ts';
import type { FixedWidthPlan } from './plan.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { type FileWriter, joinRecords } from '../model/samples/file-writer.ts';
import { cellsOf, type FixedWidthFile, writeFixedWidthRecord } from './sample-file.ts';
import { writeFixedWidthFaults } from './sample-faults.ts';

/**
 * Creates a writer of fixed-width files for a spec. Returns null if the encoding cannot express the lines before and
 * after the records.
 */
export function createFixedWidthWriter(spec: FixedWidthSpec, plan: FixedWidthPlan): FileWriter | null {
  const file = describeFile(spec, plan);
  const { recordWhen, skipTop, skipBottom, hasHeader } = plan.dialect;
  const head = file.encode(
    linesOf(file, 'line before the records', skipTop) + linesOf(file, 'header', hasHeader ? 1 : 0),
  );
  const tail = file.encode(linesOf(file, 'line after the records', skipBottom));
  if (head === null || tail === null) return null;
  return {
    ending: 'txt',
    fillers: file.fillers,
    requiredCells: (field) =>
      recordWhen === null
        ? []
        : recordWhen.values.flatMap((value) => cellsOf(file, recordWhen.start, value)[field] ?? []),
    writeRecord: (cells) => writeFixedWidthRecord(file, cells),
    writeFile: (records) => joinRecords(head, records, tail),
    writeFaults: (cells) => writeFixedWidthFaults(file, cells, { head, tail }),
  };
}

function describeFile(spec: FixedWidthSpec, plan: FixedWidthPlan): FixedWidthFile {
  const ranges = Object.values(plan.ranges);
  const { recordWhen } = plan.dialect;
  const end = Math.max(
    ...ranges.map(({ start, length }) => start + length - 1),
    recordWhen === null ? 0 : recordWhen.start + recordWhen.length - 1,
  );
  const file = {
    spec,
    plan,
    ranges,
    width: spec.recordLength ?? end,
    lineEnd: plan.isUnterminated ? '' : '\n',
    fillers: [],
    encode: encodingOf(spec.encoding ?? 'utf-8'),
  };
  return {
    ...file,
    fillers: recordWhen === null ? ranges.map(() => null) : cellsOf(file, recordWhen.start, recordWhen.values[0] ?? ''),
  };
}

function linesOf({ width, lineEnd }: FixedWidthFile, text: string, count: number): string {
  return `${lineEnd === '' ? text.padEnd(width).slice(0, width) : text}${lineEnd}`.repeat(count);
}
