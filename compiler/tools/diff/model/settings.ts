import { formatKeys, formatKinds, hasKey } from '../../../language/formats/format-kinds.ts';
import type { ColumnKind } from '../../../language/formats/model/format-kind.ts';
import type { Format } from '../../../language/formats/file-formats.ts';
import type { Spec, StructureSetting } from '../../../pipeline/1-read/spec-shape.ts';
import { MAX_RECORD_BYTES } from '../../../language/plan/plan.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';

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
  /** `until` is absent if the header is not searched. */
  readonly skipLines: { readonly top: number; readonly bottom: number; readonly until?: 'HEADER' };
  readonly skipBlankLines: boolean;
  readonly onExtraColumns: StructureSetting;
  readonly onMissingColumns: StructureSetting;
  /** IGNORE if it is not set: then it has no influence on records. */
  readonly onSeveralMatches: StructureSetting;
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

/** Returns the settings of a spec. Missing keys, and keys that the format does not have, have their defaults. */
export function settingsOf(written: Spec): Settings {
  const { format } = written;
  const spec = withoutOtherKeys(written);
  const kind = formatKinds[format];
  const quote = hasKey(format, 'quote') ? (spec.quote ?? '"') : '';
  return {
    format,
    columns: kind.columns(spec),
    encoding: encodingOf(spec.encoding),
    hasHeader: spec.hasHeader ?? kind.hasHeader,
    delimiter: spec.delimiter ?? ',',
    quote,
    escape: quote === '' ? '' : (spec.escape ?? quote),
    comment: spec.comment ?? '',
    skipLines: { top: 0, bottom: 0, ...spec.skipLines },
    skipBlankLines: spec.skipBlankLines ?? true,
    onExtraColumns: spec.onExtraColumns ?? 'FATAL',
    onMissingColumns: spec.onMissingColumns ?? 'FATAL',
    onSeveralMatches: spec.onSeveralMatches ?? 'IGNORE',
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

/** Returns a spec without the keys that belong only to other formats. */
function withoutOtherKeys(spec: Spec): Spec {
  const { keys } = formatKinds[spec.format];
  const isOwn = ([key]: [string, unknown]) => !Object.hasOwn(formatKeys, key) || Object.hasOwn(keys, key);
  // The cast is safe: no required key belongs to a format.
  return Object.fromEntries(Object.entries(spec).filter(isOwn)) as unknown as Spec;
}

/** Whether the run fails if the header lacks the column of an optional field: onMissingColumns is FATAL or ERROR. */
export function endsRun(onMissingColumns: StructureSetting): boolean {
  return onMissingColumns === 'FATAL' || onMissingColumns === 'ERROR';
}

/** Returns the same name for all labels of an encoding: the WHATWG name, or an EBCDIC label in capitals. */
function encodingOf(label = 'utf-8'): string {
  return findEncoding(label) ?? label.toUpperCase();
}
