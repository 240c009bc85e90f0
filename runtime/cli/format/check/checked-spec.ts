import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, SpecText } from '../../../../compiler/index.ts';

/** A spec and what `specmill check` found in it. */
export interface CheckedSpec {
  readonly input: SpecText;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the path of a spec relative to the current folder, with `/` as the separator. A path outside of the current
 * folder is returned unchanged.
 */
export function toRepositoryPath(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') || isAbsolute(short) ? path : short.split(sep).join('/');
}

/** Returns the path of a spec as a URI reference (RFC 3986), relative to the current folder if it lies in it. */
export function toUriReference(path: string): string {
  const short = toRepositoryPath(path);
  return short === path && (isAbsolute(path) || path.startsWith('..'))
    ? pathToFileURL(path).href
    : short.split('/').map(encodeURIComponent).join('/');
}

/**
 * Returns the column after the affected text, from 1, in UTF-16 code units. Null if the length of the text is 0 or
 * unknown, or if the text continues on the next line.
 */
export function endColumnOf({ line, column, length }: Diagnostic, text: string): number | null {
  if (length === undefined || length === 0) return null;
  const source = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)[line - 1] ?? '';
  return column - 1 + length > source.length ? null : column + length;
}

/** Returns the message of a diagnostic with its hint. */
export function describeDiagnostic({ message, hint }: Diagnostic): string {
  return hint === null ? message : `${message}\nhint: ${hint}`;
}
