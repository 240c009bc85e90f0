import type { Format, Spec, StructureSetting } from '../1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../3-plan/make-plan.ts';
import { encodingOfLabel } from '../kernel/input/text-decoding.ts';

/** What says where a field stands: a name of the header, its number, characters of the line, or a path. */
export type ColumnKind = 'NAME' | 'POSITION' | 'PLACE' | 'PATH';

/** The keys of a spec with their defaults, as far as the format looks at them. */
export interface Settings {
  readonly format: Format;
  readonly columns: ColumnKind;
  readonly encoding: string;
  readonly hasHeader: boolean;
  readonly delimiter: string;
  /** '' where quoting is off. */
  readonly quote: string;
  readonly escape: string;
  /** '' where there is none. */
  readonly comment: string;
  readonly skipLines: { readonly top: number; readonly bottom: number };
  readonly skipBlankLines: boolean;
  readonly onExtraColumns: StructureSetting;
  readonly onMissingColumns: StructureSetting;
  readonly onTypeMismatch: 'ERROR' | 'FATAL';
  /** Without the empty text, which is null in any case; each once. */
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

/** The settings of a spec: what is not said has its default, and what another format alone looks at counts as not said. */
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
    onTypeMismatch: spec.onTypeMismatch ?? 'ERROR',
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

/** Whether a header without a column that nothing requires is the end of the run. */
export function endsRun(onMissingColumns: StructureSetting): boolean {
  return onMissingColumns === 'FATAL' || onMissingColumns === 'ERROR';
}

/** One name for all labels of an encoding: WHATWG's, or EBCDIC's in capitals, which WHATWG does not know. */
function encodingOf(label = 'utf-8'): string {
  return encodingOfLabel(label) ?? label.toUpperCase();
}
