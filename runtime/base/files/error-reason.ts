const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'it already exists',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  EFBIG: 'the file would be too large',
  EIO: 'the device reports an input/output error',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENXIO: 'no such device',
};

/** Returns the code of an operating system error, for example `ENOENT`. Returns undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && 'syscall' in error
    ? error.code
    : error.code === 'EISDIR'
      ? 'EISDIR'
      : undefined;
}

/**
 * Returns the reason of an error in words. For an error of the operating system, this is a phrase such as `permission
 * denied`, without the path and without the name of the system call. For any other Error, it is the message.
 */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code !== undefined) return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
