import type { ByteWindow } from '../bytes/window.ts';
import type { LineScanner } from './line-finder.ts';
import type { LineSettings } from './line-format.ts';

const HELD_BACK_BYTES = 4 * 1024 * 1024;

/**
 * Returns the index up to which the window may be read. The last lines of the file are held back while they may belong
 * to `skipBottom`.
 */
export function findReadLimit(
  { at, end }: ByteWindow,
  scanner: LineScanner,
  { skipBottom, maxRecordBytes, final }: Pick<LineSettings, 'skipBottom' | 'maxRecordBytes'> & { final: boolean },
): number {
  if (skipBottom === 0) return end;
  const limit = scanner.startOfLastLines(final ? skipBottom : skipBottom + 1, at, end);
  // If the held-back lines are longer than this, they are read as records, so that a file cannot fill the memory.
  return !final && end - limit > Math.max(HELD_BACK_BYTES, 2 * maxRecordBytes) ? end : limit;
}
