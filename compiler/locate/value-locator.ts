import type { Spec } from '../1-read/spec-shape.ts';
import type { CsvPlan } from '../formats/csv/plan.ts';
import type { FixedWidthPlan } from '../formats/fixed-width/plan.ts';
import type { Header } from '../kernel/csv/header.ts';
import type { Issue } from '../kernel/model/contract.ts';
import { codePageTable, findCodePage } from '../kernel/input/encodings/ebcdic.ts';
import { createTextDecoder } from '../kernel/input/encodings/text-decoder.ts';
import type { FieldPlan, Plan } from '../plan/plan.ts';
import { findCsvCells } from './csv-cells.ts';
import type { TextRange } from './text-range.ts';
import { findXmlValue } from './xml-value.ts';

/** Decodes records of a file, and finds the values of fields in the decoded text. */
export interface ValueLocator {
  /** Whether records consist of lines. False for records of a fixed length without line ends. */
  readonly hasLines: boolean;
  /**
   * Decodes the bytes of a record. Malformed bytes become U+FFFD. `isFileStart` is true if the bytes start at the
   * beginning of the file. If so, a byte order mark is removed.
   */
  decode(bytes: Uint8Array, isFileStart: boolean): string;
  /** Returns, for each issue, the range of its value in the text of the record, or null if the range is unknown. */
  locate(record: string, issues: readonly Issue[]): (TextRange | null)[];
}

/**
 * Creates the locator for a file. `state` is the reader's state at any position after the header of the file, or null
 * if there is none. It contains the columns of the header and the encoding that the file declares. The spec must have
 * no errors.
 */
export async function createValueLocator(spec: Spec, state: unknown): Promise<ValueLocator> {
  const { createPlan } = await import('../3-plan/create-plan.ts');
  const plan = createPlan(spec, '');
  // The reader of this spec created the state; see LineState and XmlState of the kernel.
  const known = (state ?? {}) as { encoding?: string; header?: Header | null };
  const hasLines = plan.format !== 'FIXED_WIDTH' || !(plan.formatOperand as FixedWidthPlan).isUnterminated;
  return {
    hasLines,
    decode: createDecode(known.encoding ?? plan.encoding, hasLines),
    locate: createLocate(plan, known.header ?? null),
  };
}

function createDecode(encoding: string, hasLines: boolean): ValueLocator['decode'] {
  const codePage = findCodePage(encoding);
  if (codePage === undefined)
    return (bytes, isFileStart) => createTextDecoder(encoding, { ignoreBOM: !isFileStart }).decode(bytes);
  const characters = Array.from(codePageTable(codePage), (point) => String.fromCharCode(point));
  // In z/OS files, NEL ends a line.
  if (hasLines) characters[0x15] = '\n';
  return (bytes) => Array.from(bytes, (byte) => characters[byte]).join('');
}

function createLocate(plan: Plan<Spec['format']>, header: Header | null): ValueLocator['locate'] {
  switch (plan.format) {
    case 'CSV':
      return locateCells(plan.fields, plan.formatOperand as CsvPlan, header);
    case 'FIXED_WIDTH':
      return locateRanges(plan.fields, plan.formatOperand as FixedWidthPlan);
    case 'XML':
      return (record, issues) =>
        issues.map(({ column, value }) =>
          column === null || typeof value !== 'string' ? null : findXmlValue(record, column, value),
        );
  }
}

function locateCells(fields: readonly FieldPlan[], { dialect, columns }: CsvPlan, header: Header | null) {
  const indexes = new Map(
    fields.map(({ name, key }, index) => [name, columns.kind === 'PLACED' ? index : header?.at[key]]),
  );
  return (record: string, issues: readonly Issue[]) => {
    const cells = findCsvCells(record.replace(/(?:\r\n|[\r\n])$/, ''), dialect);
    return issues.map(({ field }) => cells[indexes.get(field ?? '') ?? -1] ?? null);
  };
}

function locateRanges(fields: readonly FieldPlan[], { ranges }: FixedWidthPlan) {
  const byName = new Map(fields.map(({ name, key }) => [name, ranges[key]]));
  return (record: string, issues: readonly Issue[]) => {
    const text = record.replace(/(?:\r\n|[\r\n])$/, '');
    const offsets = codePointOffsets(text);
    return issues.map(({ field }) => {
      const range = byName.get(field ?? '');
      const start = range === undefined ? undefined : offsets(range.start - 1);
      if (range === undefined || start === undefined) return null;
      return { start, end: offsets(range.start - 1 + range.length) ?? text.length };
    });
  };
}

/**
 * Returns a function that converts a number of code points from the start of the text to an index in UTF-16 code units.
 * It returns undefined for an index after the end.
 */
function codePointOffsets(text: string): (codePoints: number) => number | undefined {
  if (!/[\ud800-\udfff]/.test(text)) return (codePoints) => (codePoints <= text.length ? codePoints : undefined);
  const offsets = [0];
  let at = 0;
  for (const character of text) offsets.push((at += character.length));
  return (codePoints) => offsets[codePoints];
}
