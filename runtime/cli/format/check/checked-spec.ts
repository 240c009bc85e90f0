import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SchemaOutlook } from '../../../sink/schemas/registry-client.ts';
import type { Diagnostic, ReadingCost, SpecText } from '../../../../compiler/index.ts';

/** The text of a spec, and the diagnostics of `specmill check` for it. */
export interface CheckedSpec {
  readonly input: SpecText;
  readonly diagnostics: readonly Diagnostic[];
  /** True if the text may contain a secret. Then no line of it is shown. */
  readonly hidesText?: boolean;
  /** How the spec is read. Absent or null: not asked for, or the spec has errors. */
  readonly cost?: ReadingCost | null;
  /** What a schema registry would do with its schemas. Absent: not asked for, or the spec has errors. */
  readonly schemas?: readonly { readonly subject: string; readonly outlook: SchemaOutlook }[];
}

/**
 * Returns the path of a spec relative to the current folder, with `/` as the separator. A path outside of the current
 * folder is returned unchanged.
 */
export function toRepositoryPath(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') || isAbsolute(short) ? path : short.split(sep).join('/');
}

/**
 * Returns the path of a spec as a URI reference (RFC 3986). It is relative if the spec is in the current folder or
 * below it. Otherwise it is a file URL.
 */
export function toUriReference(path: string): string {
  const short = toRepositoryPath(path);
  return short === path && (isAbsolute(path) || path.startsWith('..'))
    ? pathToFileURL(path).href
    : short.split('/').map(encodeURIComponent).join('/');
}

/**
 * Returns the column after the end of the affected text, from 1, in UTF-16 code units. Returns null if the length of
 * that text is 0 or unknown, or if it continues on the next line. `text` is the whole spec.
 */
export function endColumnOf({ line, column, length }: Diagnostic, text: string): number | null {
  if (length === undefined || length === 0) return null;
  const source = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)[line - 1] ?? '';
  return column - 1 + length > source.length ? null : column + length;
}

/** Returns the message of a diagnostic, with its hint on a second line if it has one. */
export function describeDiagnostic({ message, hint }: Diagnostic): string {
  return hint === null ? message : `${message}\nhint: ${hint}`;
}
