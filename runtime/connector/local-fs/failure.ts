import { ConnectorFailure } from '../failure.ts';
import { printable } from '../remote-path.ts';

/** Creates the failure of a file that changed while it was read. */
export function createChangedFailure(path: string): ConnectorFailure {
  return new ConnectorFailure('source_changed', `"${printable(path)}" changed while it was read.`);
}

/** Creates the failure of a path that leads out of the root. */
export function createRootFailure(path: string): ConnectorFailure {
  return new ConnectorFailure('invalid_path', `"${printable(path)}" leads out of the root of the integration.`);
}

/**
 * Returns the result of a file operation. Throws its error as a ConnectorFailure that names `path`, which is relative
 * to the root.
 */
export async function wrapFailure<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFailure(path, error as NodeJS.ErrnoException);
  }
}

/**
 * Converts a system error to a ConnectorFailure. The message names `path`, which is relative to the root, and never the
 * absolute path.
 */
export function toFailure(path: string, error: NodeJS.ErrnoException): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const named = `"${printable(path)}"`;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ConnectorFailure('not_found', `There is no ${named}.`);
    case 'EEXIST':
      return new ConnectorFailure('already_exists', `There is a file at ${named} already.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ConnectorFailure('permission_denied', `The service may not access ${named}.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return new ConnectorFailure('disk_full', `There is no space left for ${named}.`);
    default:
      return new ConnectorFailure('protocol_error', `The system could not use ${named} (${error.code}).`);
  }
}
