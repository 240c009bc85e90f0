import { ConnectorFailure } from './failure.ts';

/** Maximum time that a connector waits for one response of a server, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Returns the response of a server. Throws the error of `answer`, or ConnectorFailure with the code `timed_out` if
 * there is no response within `limitMs` milliseconds. After a time-out, the connection must not be used.
 */
export async function answerInTime<T>(answer: Promise<T>, limitMs: number = ANSWER_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConnectorFailure('timed_out', `The server gave no answer for ${limitMs / 1000} s.`));
    }, limitMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
