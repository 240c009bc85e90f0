/**
 * There is no room left where the data folder lies. What was being written is not there, what was
 * written before is whole; the same call succeeds when there is room again.
 */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'disk_full';

  constructor(options?: ErrorOptions) {
    super('there is no space left on the device of the data folder', options);
  }
}

/** The failure that `error` of the system or of SQLite stands for: DiskFull, or `error` itself. */
export function asDiskFull(error: unknown): unknown {
  return isDiskFull(error) ? new DiskFull({ cause: error }) : error;
}

const CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && CODES.has(error.code);
}
