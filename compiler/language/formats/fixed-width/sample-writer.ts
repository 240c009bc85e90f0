import { createCharacterWidth } from '../../../kernel/fixed-width/character-width.ts';
import type { FixedWidthSpec } from './keys.ts';
import type { FixedWidthPlan } from './plan.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { type FileWriter, joinBytes, joinRecords } from '../model/samples/file-writer.ts';
import { createStoredCells } from './stored-cell.ts';
import { cellsOf, encodeRecord, findSelecting, type FixedWidthFile, writeFixedWidthRecord } from './sample-file.ts';
import { createFrame } from './sample-lengths.ts';
import { writeFixedWidthFaults } from './sample-faults.ts';

/**
 * Creates a writer of fixed-width files for a spec. Returns null if the encoding cannot express the lines before and
 * after the records.
 */
export function createFixedWidthWriter(
  spec: FixedWidthSpec,
  plan: FixedWidthPlan,
  _header: readonly string[] | null = null,
  titles: ReadonlyMap<number, string> = new Map(),
): FileWriter | null {
  const file = describeFile(spec, plan);
  const { selecting } = file;
  const { skipTop, skipBottom, hasHeader } = plan.dialect;
  const head = writeLines(file, [
    ...Array.from({ length: skipTop }, (_, at) => titles.get(at + 1) ?? 'line before the records'),
    ...(hasHeader ? ['header'] : []),
  ]);
  const tail = writeLines(file, new Array<string>(skipBottom).fill('line after the records'));
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
    lineEnd: plan.isUnterminated || plan.lengths !== undefined ? '' : '\n',
    frame: plan.lengths === undefined ? null : createFrame(plan.lengths),
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

/** Returns the bytes of lines that are no records. Null: the encoding cannot express them. */
function writeLines(file: FixedWidthFile, texts: readonly string[]): Uint8Array | null {
  const { width, lineEnd } = file;
  const lines = texts.map((text) => encodeRecord(file, lineEnd === '' ? text.padEnd(width).slice(0, width) : text));
  return lines.includes(null) ? null : joinBytes(lines.filter((line) => line !== null));
}
