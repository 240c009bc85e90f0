/**
 * Thrown if the disk of the data folder is full. The write that failed has no effect, and earlier data is intact. The
 * caller can repeat the call when there is space again.
 */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'disk_full';

  constructor(options?: ErrorOptions) {
    super('there is no space left on the device of the data folder', options);
  }
}

/**
 * Returns a DiskFull if `error` is an error of the system or of SQLite that means a full disk. Otherwise returns
 * `error` itself.
 */
export function asDiskFull(error: unknown): unknown {
  return isDiskFull(error) ? new DiskFull({ cause: error }) : error;
}

const CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && CODES.has(error.code);
}
