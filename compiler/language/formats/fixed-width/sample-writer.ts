import { createCharacterWidth } from '../../../kernel/fixed-width/character-width.ts';
import type { FixedWidthSpec } from './keys.ts';
import type { FixedWidthPlan } from './plan.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { type FileWriter, joinRecords } from '../model/samples/file-writer.ts';
import { createStoredCells } from './stored-cell.ts';
import { cellsOf, findSelecting, type FixedWidthFile, writeFixedWidthRecord } from './sample-file.ts';
import { writeFixedWidthFaults } from './sample-faults.ts';

/**
 * Creates a writer of fixed-width files for a spec. Returns null if the encoding cannot express the lines before and
 * after the records, or if records have lengths before them.
 */
export function createFixedWidthWriter(
  spec: FixedWidthSpec,
  plan: FixedWidthPlan,
  _header: readonly string[] | null = null,
  titles: ReadonlyMap<number, string> = new Map(),
): FileWriter | null {
  if (plan.lengths !== undefined) return null;
  const file = describeFile(spec, plan);
  const { selecting } = file;
  const { skipTop, skipBottom, hasHeader } = plan.dialect;
  const head = file.encode(
    Array.from({ length: skipTop }, (_, at) => linesOf(file, titles.get(at + 1) ?? 'line before the records', 1)).join(
      '',
    ) + linesOf(file, 'header', hasHeader ? 1 : 0),
  );
  const tail = file.encode(linesOf(file, 'line after the records', skipBottom));
  if (head === null || tail === null) return null;
  return {
    ending: plan.isBinary === true ? 'bin' : 'txt',
    fillers: file.fillers,
    requiredCells: (field) =>
      selecting.flatMap(({ condition, texts }) =>
        texts.flatMap((text) => cellsOf(file, condition.start, text)[field] ?? []),
      ),
    writeRecord: (cells) => writeFixedWidthRecord(file, cells),
    writeFile: (records) => joinRecords(head, records, tail),
    writeFaults: (cells) => writeFixedWidthFaults(file, cells, { head, tail }),
  };
}

function describeFile(spec: FixedWidthSpec, plan: FixedWidthPlan): FixedWidthFile {
  const ranges = Object.values(plan.ranges);
  const selecting = findSelecting(plan);
  const end = Math.max(
    ...ranges.map(({ start, length }) => start + length - 1),
    ...selecting.map(({ condition: { start, length } }) => start + length - 1),
  );
  const file = {
    spec,
    plan,
    ranges,
    width: spec.recordLength ?? end,
    lineEnd: plan.isUnterminated ? '' : '\n',
    fillers: [],
    selecting,
    encode: encodingOf(spec.encoding ?? 'utf-8'),
    widthOf: plan.bytesOf === undefined ? undefined : createCharacterWidth(plan.bytesOf),
    stored: plan.isBinary === true ? createStoredCells(spec.encoding ?? 'utf-8') : null,
  };
  return {
    ...file,
    fillers: ranges.map(({ storage }, field) => {
      // Blanks are no number, so a stored number without a value is 0, or null.
      if (storage !== undefined) return storage.nulls === 0 ? '0' : null;
      const found = selecting.map(
        ({ condition, texts: [text = ''] }) => cellsOf(file, condition.start, text)[field] ?? null,
      );
      return found.find((text) => text !== null) ?? null;
    }),
  };
}

function linesOf({ width, lineEnd }: FixedWidthFile, text: string, count: number): string {
  return `${lineEnd === '' ? text.padEnd(width).slice(0, width) : text}${lineEnd}`.repeat(count);
}
