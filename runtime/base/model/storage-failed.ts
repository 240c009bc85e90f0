/** The pause of a run whose data folder cannot be read or written now. */
export const STORAGE_FAILED = {
  code: 'storage_failed',
  message: 'the data folder cannot be read or written',
} as const;

/**
 * Returns whether an error, or a cause of it, is an input/output error of a device (EIO). It may pass, so it is no fault of
 * the file that is read. An error that comes from another thread has no code; its message begins with it.
 */
export function isDeviceError(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if (('code' in one && one.code === 'EIO') || one.message.startsWith('EIO: ')) return true;
  return false;
}
