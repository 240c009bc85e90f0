import { ConnectorFailure } from '../failure.ts';
import { printable } from '../remote-path.ts';
import { answerInTime } from '../time-limit.ts';

/** Status codes of the protocol (draft-ietf-secsh-filexfer-02, 7). */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
const FAILURE = 4;
const NO_CONNECTION = 6;
const CONNECTION_LOST = 7;
const OPERATION_UNSUPPORTED = 8;

type Callback<T> = (error: Error | null | undefined, value?: T) => void;

/**
 * Calls a method of ssh2 that takes a callback, and returns its result. Throws ConnectorFailure; the message names
 * `path`. The code is `timed_out` if there is no response within 30 s.
 */
export async function callSftp<T>(path: string, call: (callback: Callback<T>) => void): Promise<T> {
  const answer = new Promise<T>((resolve, reject) => {
    // ssh2 passes no value if a method has no result. T is then void.
    call((error, value) => (error === null || error === undefined ? resolve(value as T) : reject(error)));
  });
  try {
    return await answerInTime(answer);
  } catch (error) {
    throw toSftpFailure(error, path);
  }
}

/** Converts an error of ssh2 to a ConnectorFailure. The message names `path`. */
export function toSftpFailure(error: unknown, path: string): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const { code, message } = error as { code?: number | string; message?: string };
  const named = `"${printable(path)}"`;
  // ssh2 throws this error before it sends a request, so there is no status code.
  if (/does not support this extended request/.test(message ?? '')) {
    return new ConnectorFailure('not_supported', 'The server does not support this extension.');
  }
  switch (code) {
    case NO_SUCH_FILE:
      return new ConnectorFailure('not_found', `There is no ${named} on the server.`);
    case PERMISSION_DENIED:
      return new ConnectorFailure(
        'permission_denied',
        `The user may not access ${named}. Ask the operator for the right.`,
      );
    case OPERATION_UNSUPPORTED:
      return new ConnectorFailure('not_supported', `The server does not support this operation on ${named}.`);
    case FAILURE:
      return new ConnectorFailure(
        'protocol_error',
        `The server could not do this with ${named}: ${printable(message ?? '')}`,
      );
    case NO_CONNECTION:
    case CONNECTION_LOST:
    default:
      return new ConnectorFailure('connection_lost', `The connection ended while ${named} was used.`);
  }
}

/**
 * Returns true if a session cannot be used after this error. Returns false if the server rejected an operation on one
 * file for a known reason, for example `not_found`.
 */
export function isSessionBroken(error: unknown): boolean {
  return !(error instanceof ConnectorFailure) || error.isHostFailure || error.code === 'protocol_error';
}
