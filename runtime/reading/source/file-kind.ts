import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { OpenOptions } from './open-source.ts';

/** What the spec of a file says of its bytes: whether they are no text, and where records are if they are a workbook. */
export type FileKind = Pick<OpenOptions, 'isBinary' | 'workbook'>;

/** How a command opens a file: its kind, and whether its hash is computed. */
export type OpenedAs = FileKind & Pick<OpenOptions, 'hashes'>;

/** Returns what a spec says of the bytes of its files. */
export function fileKindOf({ isBinary, workbook }: Pick<SpecInfo, 'isBinary' | 'workbook'>): FileKind {
  return { isBinary, workbook };
}
