import type { RecordLengths } from '../../../kernel/fixed-width/length-finder.ts';
import { severalBytesOf } from './byte-encodings.ts';
import type { FixedWidthSpec } from './keys.ts';
import { planStorage, type StoragePlan, storesBytes } from './storage.ts';
import type { FixedWidthDialect } from '../../../kernel/fixed-width/line-parser.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { conditionsOf, hasOnlyValues, planConditions } from '../model/record-when.ts';
import { type PlannedTitles, planTitles } from '../model/emit-titles.ts';
import { severityOf } from '../model/structure-severity.ts';

/**
 * The plan of a FIXED_WIDTH spec: the dialect, except for settings that are known only at run time, and the position of
 * each field.
 */
export interface FixedWidthPlan extends PlannedTitles {
  dialect: Omit<FixedWidthDialect, 'maxRecordBytes' | 'titles' | 'widthOf' | 'edges'>;
  /** The encoding in which positions count bytes, if its characters have several. Absent: positions count characters. */
  bytesOf?: string;
  /** How the lengths before records are written. Absent: there are none. */
  lengths?: RecordLengths;
  /** Whether some bytes are no text: numbers, or the lengths of records. Absent: all bytes are text. */
  isBinary?: boolean;
  /** Whether records follow each other directly, without line ends. */
  isUnterminated: boolean;
  /** The conditions that select records, if exact values of one place do not. */
  conditions?: readonly ConditionPlan[];
  /** The position of each field, by field key. */
  ranges: Record<string, CharacterRange>;
}

/** The position of a field in a record, in characters of the decoded text. */
export interface CharacterRange {
  /** The position of the field's first character, from 1. */
  start: number;
  /** The number of characters. */
  length: number;
  /** The side of the column on which the value is. Padding on the other side is removed. */
  align: 'LEFT' | 'RIGHT';
  /** The padding character. */
  padding: string;
  /** How a number is stored as bytes that are no text. Absent: it is text. */
  storage?: StoragePlan;
}

/** Returns the plan of a FIXED_WIDTH spec, with defaults for all missing keys. */
export function planFixedWidth(spec: FixedWidthSpec, fields: readonly FieldPlan[]): FixedWidthPlan {
  const ranges = spec.fields.map((field): CharacterRange => {
    const { start = 1, length = 1, align = 'LEFT', padChar = ' ' } = field;
    const storage = planStorage(field);
    return { start, length, align, padding: padChar, ...(storage !== null && { storage }) };
  });
  const read = ranges.filter((_, index) => fields[index] !== undefined && hasPlace(fields[index]));
  const isUnterminated = spec.lineTerminator === 'NONE';
  const maxLength = spec.recordLength ?? Infinity;
  return {
    dialect: {
      skipTop: spec.skipLines?.top ?? 0,
      skipBottom: spec.skipLines?.bottom ?? 0,
      skipBlankLines: spec.skipBlankLines ?? true,
      hasHeader: spec.hasHeader ?? false,
      ...(spec.skipRepeatedHeader === true && { skipsRepeatedHeader: true }),
      minLength: isUnterminated ? maxLength : lastStart(read),
      maxLength,
      onExtraColumns: severityOf(spec.onExtraColumns),
      onMissingColumns: severityOf(spec.onMissingColumns),
      ...(spec.onShortRecord === undefined
        ? {}
        : { onShortRecord: spec.onShortRecord === 'PAD' ? null : spec.onShortRecord }),
      onNoRecords: spec.onNoRecords ?? 'FATAL',
      recordWhen: planRecordWhen(spec),
    },
    isUnterminated,
    ...((storesBytes(spec.fields) || spec.records !== undefined) && { isBinary: true }),
    ...(spec.records !== undefined && {
      lengths: { lengths: spec.records.lengths, included: spec.records.included ?? true },
    }),
    ...planBytes(spec),
    ...planSelection(spec),
    ...planTitles(fields),
    // `fields` and `ranges` are both in the order of the spec.
    ranges: Object.fromEntries(
      fields.flatMap((field, index) =>
        ranges[index] === undefined || field.title !== null ? [] : [[field.key, ranges[index]]],
      ),
    ),
  };
}

function planBytes({ positions, encoding = 'utf-8' }: FixedWidthSpec): Pick<FixedWidthPlan, 'bytesOf'> {
  const name = positions === 'BYTES' ? severalBytesOf(encoding) : null;
  return name === null ? {} : { bytesOf: name };
}

/** Returns the positions, from 0, at which fields and values that select records begin and end, sorted. */
export function edgesOf({
  ranges,
  conditions,
  dialect,
}: Pick<FixedWidthPlan, 'ranges' | 'conditions' | 'dialect'>): number[] {
  const selecting = conditions ?? (dialect.recordWhen === null ? [] : [dialect.recordWhen]);
  const edges = [...Object.values(ranges), ...selecting].flatMap(({ start, length }) => [
    start - 1,
    start - 1 + length,
  ]);
  return [...new Set(edges)].sort((a, b) => a - b);
}

/**
 * Returns the start (from 1) of the field that ends last. If several fields end there, returns their largest start. If
 * there are no fields, returns 0.
 */
function lastStart(ranges: readonly CharacterRange[]): number {
  const endOf = ({ start, length }: CharacterRange) => start + length;
  const last = Math.max(...ranges.map(endOf));
  return Math.max(0, ...ranges.filter((range) => endOf(range) === last).map(({ start }) => start));
}

function planSelection({ recordWhen }: FixedWidthSpec): Pick<FixedWidthPlan, 'conditions'> {
  return recordWhen === undefined || hasOnlyValues(recordWhen) ? {} : { conditions: planConditions(recordWhen) };
}

function planRecordWhen({ recordWhen }: FixedWidthSpec): FixedWidthDialect['recordWhen'] {
  if (recordWhen === undefined) return null;
  const { start, length } = conditionsOf(recordWhen)[0]?.condition ?? {};
  const [first] = planConditions(recordWhen);
  if (first === undefined || start === undefined) return null;
  if (hasOnlyValues(recordWhen))
    return length === undefined ? null : { start, length, values: recordWhen.values ?? [] };
  return { start, length: first.length, values: [] };
}
