import type { Format } from '../../../language/formats/file-formats.ts';
import type { Spec, StructureSetting } from '../../../pipeline/1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../../../pipeline/3-plan/create-plan.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';

/**
 * How a spec finds the column of a field: by name, by number, by start and length in the line (`PLACE`), or by XML path.
 */
export type ColumnKind = 'NAME' | 'POSITION' | 'PLACE' | 'PATH';

/**
 * The settings of a spec with their defaults. If the format ignores a setting, the setting may have a fixed value
 * instead of the value in the spec.
 */
export interface Settings {
  readonly format: Format;
  readonly columns: ColumnKind;
  readonly encoding: string;
  readonly hasHeader: boolean;
  readonly delimiter: string;
  /** `''` if quoting is off. */
  readonly quote: string;
  readonly escape: string;
  /** `''` if there are no comment lines. */
  readonly comment: string;
  readonly skipLines: { readonly top: number; readonly bottom: number };
  readonly skipBlankLines: boolean;
  readonly onExtraColumns: StructureSetting;
  readonly onMissingColumns: StructureSetting;
  readonly onNoRecords: 'FATAL' | 'WARNING';
  readonly onTypeMismatch: 'ERROR' | 'FATAL';
  readonly onMissingRequired: 'ERROR' | 'FATAL';
  /** Distinct texts, without the empty text, which always means null. */
  readonly nullValues: readonly string[];
  readonly recordWhen: NonNullable<Spec['recordWhen']> | null;
  readonly recordLength: number | null;
  readonly lineTerminator: 'AUTO' | 'NONE';
  readonly recordPath: string;
  readonly namespaces: { readonly [prefix: string]: string };
  readonly messageKey: readonly string[];
  readonly numbersAs: 'NUMBER' | 'STRING';
  readonly maxRecordBytes: number;
}

/** Returns the settings of a spec. Missing keys have their defaults. */
export function settingsOf(spec: Spec): Settings {
  const isCsv = spec.format === 'CSV';
  const isXml = spec.format === 'XML';
  const hasHeader = isXml ? false : (spec.hasHeader ?? isCsv);
  const quote = isCsv ? (spec.quote ?? '"') : '';
  return {
    format: spec.format,
    columns: isCsv ? (spec.columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) : isXml ? 'PATH' : 'PLACE',
    encoding: encodingOf(spec.encoding),
    hasHeader,
    delimiter: spec.delimiter ?? ',',
    quote,
    escape: quote === '' ? '' : (spec.escape ?? quote),
    comment: isCsv ? (spec.comment ?? '') : '',
    skipLines: { top: spec.skipLines?.top ?? 0, bottom: spec.skipLines?.bottom ?? 0 },
    skipBlankLines: spec.skipBlankLines ?? true,
    onExtraColumns: spec.onExtraColumns ?? 'FATAL',
    onMissingColumns: spec.onMissingColumns ?? 'FATAL',
    onNoRecords: spec.onNoRecords ?? 'FATAL',
    onTypeMismatch: spec.onTypeMismatch ?? 'FATAL',
    onMissingRequired: spec.onMissingRequired ?? 'FATAL',
    nullValues: [...new Set(spec.nullValues ?? [])].filter((text) => text !== ''),
    recordWhen: spec.recordWhen ?? null,
    recordLength: spec.recordLength ?? null,
    lineTerminator: spec.lineTerminator ?? 'AUTO',
    recordPath: spec.recordPath ?? '',
    namespaces: spec.namespaces ?? {},
    messageKey: spec.messageKey ?? [],
    numbersAs: spec.numbersAs ?? 'NUMBER',
    maxRecordBytes: spec.maxRecordBytes ?? MAX_RECORD_BYTES,
  };
}

/** Whether the run fails if the header lacks the column of an optional field: onMissingColumns is FATAL or ERROR. */
export function endsRun(onMissingColumns: StructureSetting): boolean {
  return onMissingColumns === 'FATAL' || onMissingColumns === 'ERROR';
}

/** Returns the same name for all labels of an encoding: the WHATWG name, or an EBCDIC label in capitals. */
function encodingOf(label = 'utf-8'): string {
  return findEncoding(label) ?? label.toUpperCase();
}
