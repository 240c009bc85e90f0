import type { ByteWindow } from '../bytes/window.ts';
import type { LineScanner } from './line-finder.ts';
import type { LineSettings } from './line-format.ts';

const HELD_BACK_BYTES = 4 * 1024 * 1024;

/**
 * Returns the index up to which the window may be read. The lines after it may be among the last `skipBottom` lines of
 * the file, so they must wait for more bytes.
 */
export function findReadLimit(
  { at, end }: ByteWindow,
  scanner: LineScanner,
  { skipBottom, maxRecordBytes, final }: Pick<LineSettings, 'skipBottom' | 'maxRecordBytes'> & { final: boolean },
): number {
  if (skipBottom === 0) return end;
  const limit = scanner.startOfLastLines(final ? skipBottom : skipBottom + 1, at, end);
  // A file must not fill the memory. If the waiting lines are longer than this limit, they are read as records.
  return !final && end - limit > Math.max(HELD_BACK_BYTES, 2 * maxRecordBytes) ? end : limit;
}
