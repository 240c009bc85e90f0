import type { SpecText } from '../../../../compiler/index.ts';
import { reasonOf, systemCode } from '../../../base/files/error-reason.ts';
import { NotRegularFile } from '../../../base/files/regular-file.ts';
import type { FileDiagnostic } from './definition-file.ts';
import { readSpecFile } from './spec-files.ts';

/** The text of a file in git that is not a spec, or why it cannot be read. */
export type FileText =
  | { readonly kind: 'text'; readonly input: SpecText }
  | { readonly kind: 'unreadable'; readonly diagnostic: FileDiagnostic<'unreadable'> };

/** Reads a file directly in a folder. It must be a regular file of at most 1 MiB in UTF-8. Never throws or blocks. */
export async function readDefinitionFile(path: string, folder: string): Promise<FileText> {
  try {
    return { kind: 'text', input: await readSpecFile(path, folder) };
  } catch (error) {
    return { kind: 'unreadable', diagnostic: unreadable(describeUnreadable(error)) };
  }
}

/** Returns the diagnostic of a file that cannot be used, whatever it contains. */
export function unreadable(message: string): FileDiagnostic<'unreadable'> {
  return { code: 'unreadable', severity: 'error', message, path: '', hint: null, line: 1, column: 1 };
}

function describeUnreadable(error: unknown): string {
  if (systemCode(error) !== undefined) return `the file cannot be read: ${reasonOf(error)}`;
  return error instanceof NotRegularFile ? error.message : 'the file is not valid UTF-8';
}
