import type { Spec } from '../1-read/spec-shape.ts';
import type { FixedWidthDialect } from '../kernel/fixed-width/record-source.ts';
import type { FieldPlan } from '../3-plan/plan.ts';
import { severityOf } from './structure-severity.ts';

/** A fixed-width file: its dialect, without what only a run knows, and where its fields stand. */
export interface FixedWidthPlan {
  dialect: Omit<FixedWidthDialect, 'maxRecordBytes'>;
  /** Whether records follow each other with no line ends. */
  isUnterminated: boolean;
  /** Under the keys of the fields. */
  places: Record<string, FixedWidthPlace>;
}

export interface FixedWidthPlace {
  /** Its first character, from 1. */
  start: number;
  length: number;
  /** The side on which the value stands; padding on the other is stripped. */
  align: 'LEFT' | 'RIGHT';
  padding: string;
}

/** The dialect of a fixed-width spec with its defaults, and the place of each field. */
export function planFixedWidth(spec: Spec, fields: readonly FieldPlan[]): FixedWidthPlan {
  const places = spec.fields.map(({ start = 1, length = 1, align = 'LEFT', padChar = ' ' }) => ({
    start,
    length,
    align,
    padding: padChar,
  }));
  const isUnterminated = spec.lineTerminator === 'NONE';
  const mostLength = spec.recordLength ?? Infinity;
  return {
    dialect: {
      skipTop: spec.skipLines?.top ?? 0,
      skipBottom: spec.skipLines?.bottom ?? 0,
      skipBlankLines: spec.skipBlankLines ?? true,
      hasHeader: spec.hasHeader ?? false,
      leastLength: isUnterminated ? mostLength : lastStart(places),
      mostLength,
      onExtraColumns: severityOf(spec.onExtraColumns),
      onMissingColumns: severityOf(spec.onMissingColumns),
      recordWhen: planRecordWhen(spec),
    },
    isUnterminated,
    // Fields are planned in the order of the spec.
    places: Object.fromEntries(
      fields.flatMap(({ key }, index) => (places[index] === undefined ? [] : [[key, places[index]]])),
    ),
  };
}

/** Where the last field begins: the one that reaches farthest. */
function lastStart(places: readonly FixedWidthPlace[]): number {
  const endOf = ({ start, length }: FixedWidthPlace) => start + length;
  const last = Math.max(...places.map(endOf));
  return Math.max(...places.filter((place) => endOf(place) === last).map(({ start }) => start));
}

function planRecordWhen({ recordWhen }: Spec): FixedWidthDialect['recordWhen'] {
  if (recordWhen?.start === undefined || recordWhen.length === undefined) return null;
  const { start, length, values } = recordWhen;
  return { start, length, values };
}
