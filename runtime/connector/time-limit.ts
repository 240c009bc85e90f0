import { ConnectorFailure } from './failure.ts';

/** The maximum time that a connector waits for one response of a server. */
export const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Waits for a response. Throws ConnectorFailure `timed_out` if there is none in time. The connection is then broken.
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
