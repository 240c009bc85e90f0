import type { Report } from '../../../diagnostics/diagnostic.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import type { FixedWidthSpec } from './keys.ts';
import { createCharacterWidth } from '../../../kernel/fixed-width/character-width.ts';
import { createFixedWidthLine, lineLength } from '../../../kernel/fixed-width/line.ts';
import { severalBytesOf } from './byte-encodings.ts';
import { checkRecordLengths, checkStorage } from './storage.ts';
import {
  checkCondition,
  conditionsOf,
  defaultLength,
  type PlacedCondition,
  reportWithoutEffect,
} from '../model/record-when.ts';

/**
 * Reports fields without a position, fields beyond recordLength, and lineTerminator NONE without recordLength. Warns of
 * overlapping fields and of keys without effect.
 */
export function checkFixedWidth(spec: FixedWidthSpec, report: Report): void {
  checkFixedWidthRecordWhen(spec, report);
  if (spec.lineTerminator === 'NONE' && spec.recordLength === undefined) {
    report(
      'key_due',
      '/lineTerminator',
      { key: 'recordLength', because: 'with lineTerminator NONE, it determines where a record ends' },
      { hint: 'add recordLength, for example recordLength: 120' },
    );
  }
  for (const [index, field] of spec.fields.entries())
    if (field.from === undefined && field.value === undefined && field.fromLine === undefined)
      checkPosition(field, `/fields/${index}`, report);
  if (
    spec.recordLength !== undefined &&
    spec.lineTerminator !== 'NONE' &&
    spec.records === undefined &&
    spec.onShortRecord === undefined
  )
    report('short_records_unset', '/recordLength', {}, { at: 'key' });
  if (spec.skipRepeatedHeader !== undefined && spec.hasHeader !== true)
    report(
      'key_without_effect',
      '/skipRepeatedHeader',
      { key: 'skipRepeatedHeader', because: 'without a header, no record repeats it' },
      { at: 'key' },
    );
  checkBytes(spec, report);
  checkStorage(spec, report);
  checkRecordLengths(spec, report);
  const columns = findColumns(spec);
  checkOverlaps(columns, report);
  checkEnds(columns, spec.recordLength, report);
  if (spec.skipLines?.until !== undefined)
    report(
      'key_without_effect',
      '/skipLines/until',
      { key: 'until', because: 'the header of a FIXED_WIDTH file has no names' },
      { at: 'key' },
    );
  for (const { key, because } of keysWithoutEffect(spec))
    report('key_without_effect', `/${key}`, { key, because }, { at: 'key' });
}

/** Reports positions in bytes that cannot be counted. */
function checkBytes(spec: FixedWidthSpec, report: Report): void {
  const { encoding = 'UTF-8', lineTerminator } = spec;
  const name = severalBytesOf(encoding);
  if (spec.positions !== 'BYTES' || name === null) return;
  if (/^(iso-2022|replacement)/.test(name))
    report('byte_positions_unsupported', '/positions', { because: `some bytes of ${encoding} are no characters` });
  else if (/^(euc-jp|gb18030)$/.test(name))
    report('byte_positions_unsupported', '/positions', {
      because: `${encoding} has characters that can be written with different numbers of bytes`,
    });
  else if (name.startsWith('utf-16'))
    report('byte_positions_unsupported', '/positions', { because: `each character of ${encoding} has several bytes` });
  else if (lineTerminator === 'NONE')
    report('byte_positions_unsupported', '/positions', {
      because: `with lineTerminator NONE, records in ${encoding} are counted in characters`,
    });
}

function keysWithoutEffect({
  lineTerminator,
  recordLength,
  skipBlankLines,
  onExtraColumns,
  onShortRecord,
}: FixedWidthSpec): { key: string; because: string }[] {
  const found: { key: string; because: string }[] = [];
  if (onShortRecord !== undefined && recordLength === undefined)
    found.push({ key: 'onShortRecord', because: 'without recordLength, no line is too short' });
  if (onShortRecord !== undefined && lineTerminator === 'NONE')
    found.push({ key: 'onShortRecord', because: 'with lineTerminator NONE, only the last record can be too short' });
  const isUnterminated = lineTerminator === 'NONE';
  if (isUnterminated && skipBlankLines !== undefined)
    found.push({ key: 'skipBlankLines', because: 'with lineTerminator NONE, there are no blank lines' });
  if (onExtraColumns !== undefined && isUnterminated)
    found.push({ key: 'onExtraColumns', because: 'with lineTerminator NONE, no record can be too long' });
  else if (onExtraColumns !== undefined && recordLength === undefined)
    found.push({ key: 'onExtraColumns', because: 'without recordLength, a line may have any length' });
  return found;
}

interface Column {
  readonly name: string;
  readonly pointer: string;
  /** The position of the first character of the column, from 1. */
  readonly start: number;
  /** The position of the last character of the column, from 1. */
  readonly end: number;
}

function checkPosition(field: FixedWidthSpec['fields'][number], pointer: string, report: Report): void {
  for (const key of ['start', 'length'] as const) {
    if (field[key] === undefined)
      report(
        'key_due',
        pointer,
        { key, because: 'it defines the position of the field in a FIXED_WIDTH record' },
        { hint: `add ${key}, for example ${key}: 10` },
      );
  }
}

function findColumns({ fields }: FixedWidthSpec): Column[] {
  return fields.flatMap(({ name, start, length }, index) =>
    start === undefined || length === undefined
      ? []
      : [{ name, pointer: `/fields/${index}`, start, end: start + length - 1 }],
  );
}

/**
 * Warns of overlapping columns, unless they are the same. Each column, in the order of start, is compared with the
 * earlier column that ends last.
 */
function checkOverlaps(columns: readonly Column[], report: Report): void {
  let farthest: Column | null = null;
  for (const column of columns.toSorted((a, b) => a.start - b.start)) {
    const isSame = farthest?.start === column.start && farthest.end === column.end;
    if (farthest !== null && column.start <= farthest.end && !isSame) {
      const shared = { from: column.start, to: Math.min(column.end, farthest.end) };
      report(
        'overlapping_columns',
        `${column.pointer}/start`,
        { field: column.name, other: farthest.name, ...shared },
        { seeAlso: `${farthest.pointer}/start` },
      );
    }
    if (farthest === null || column.end > farthest.end) farthest = column;
  }
}

function checkEnds(columns: readonly Column[], recordLength: number | undefined, report: Report): void {
  if (recordLength === undefined) return;
  for (const { name, pointer, end } of columns) {
    if (end > recordLength)
      report(
        'beyond_record_length',
        `${pointer}/length`,
        { by: `the field ${quoted(name)}`, end, recordLength },
        { seeAlso: '/recordLength' },
      );
  }
}

/**
 * Reports a recordWhen without start or length, or beyond recordLength. Warns of values that no record can have,
 * because their length differs. Warns of the key of recordWhen that only CSV uses.
 */
function checkFixedWidthRecordWhen(spec: FixedWidthSpec, report: Report): void {
  const { recordLength, recordWhen } = spec;
  if (recordWhen === undefined) return;
  const name = spec.positions === 'BYTES' ? severalBytesOf(spec.encoding ?? 'utf-8') : null;
  const widthOf = name === null ? undefined : createCharacterWidth(name);
  const lengthOf = (text: string) => lineLength(createFixedWidthLine(text, widthOf));
  for (const placed of conditionsOf(recordWhen)) checkPlace(placed, { recordLength, lengthOf }, report);
}

/** The length of records, and how lengths of texts are counted. */
interface Lengths {
  readonly recordLength: number | undefined;
  lengthOf(text: string): number;
}

function checkPlace(placed: PlacedCondition, { recordLength, lengthOf }: Lengths, report: Report): void {
  const { condition, pointer } = placed;
  const place = `/recordWhen${pointer}`;
  reportWithoutEffect(placed, ['column'], report, 'in a FIXED_WIDTH file, start and length select the value');
  const { start, values = [], startsWith = [] } = condition;
  const { length = defaultLength(condition) } = condition;
  for (const [key, value] of Object.entries({ start, length })) {
    if (value === undefined)
      report(
        'key_due',
        place,
        { key, because: 'in a FIXED_WIDTH file, it selects the value' },
        { at: 'key', hint: `add ${key}, for example ${key}: 1` },
      );
  }
  checkCondition(placed, length ?? null, report);
  if (start === undefined || length === undefined) return;
  const end = start + length - 1;
  if (recordLength !== undefined && end > recordLength)
    report('beyond_record_length', place, { by: 'recordWhen', end, recordLength }, { seeAlso: '/recordLength' });
  for (const [index, value] of values.entries()) {
    const found = lengthOf(value);
    if (found !== length) report('wrong_length', `${place}/values/${index}`, { value, found, length });
  }
  for (const [index, value] of startsWith.entries()) {
    const found = lengthOf(value);
    if (found > length) report('wrong_length', `${place}/startsWith/${index}`, { value, found, length });
  }
}
