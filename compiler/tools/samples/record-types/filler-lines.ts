import type { RecordTypesSpec } from '../../../pipeline/1-read/spec-shape.ts';
import { encodingOf } from '../files/encode-text.ts';
import type { WrittenRecord } from '../files/file-writer.ts';

/** Returns the filler lines after a number of records. Null: the encoding cannot express them. */
export type FillBlock = (records: number) => readonly WrittenRecord[] | null;

/** Creates the function that completes the last block of a file. `columns` is the header of a CSV file, if it has one. */
export function createFillBlock(spec: RecordTypesSpec, columns: readonly string[] | null): FillBlock {
  const { when, blockOf } = spec.filler ?? {};
  if (when === undefined || blockOf === undefined) return () => [];
  const lineEnd = spec.format === 'FIXED_WIDTH' && spec.lineTerminator === 'NONE' ? '' : '\n';
  const line = spec.format === 'CSV' ? writeCells(spec, when, columns) : writeCharacters(spec, when);
  const bytes = encodingOf(spec.encoding ?? 'utf-8')(line + lineEnd);
  return (records) => {
    const count = (blockOf - (records % blockOf)) % blockOf;
    return bytes === null && count > 0
      ? null
      : Array.from({ length: count }, () => ({ bytes: bytes ?? new Uint8Array(), start: 0 }));
  };
}

type FillerWhen = NonNullable<RecordTypesSpec['filler']>['when'];

function writeCharacters({ recordLength = 0 }: RecordTypesSpec, { start = 1, values }: FillerWhen): string {
  const [value = ''] = values;
  return (' '.repeat(start - 1) + value).padEnd(recordLength);
}

function writeCells(
  { delimiter = ',' }: RecordTypesSpec,
  { column = '1', values }: FillerWhen,
  columns: readonly string[] | null,
): string {
  const [value = ''] = values;
  const named = columns?.indexOf(column) ?? -1;
  const at = named >= 0 ? named : Number(column) - 1;
  return Array.from({ length: Math.max(at + 1, columns?.length ?? 0) }, (_, index) => (index === at ? value : '')).join(
    delimiter,
  );
}
