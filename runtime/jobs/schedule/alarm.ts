/** A pause that can be ended early. */
export interface Alarm {
  /** Waits until `at` (null: without an end), until ring() is called or was called since the last pause, or until the signal is aborted. */
  sleepUntil(at: number | null, now: number): Promise<void>;
  ring(): void;
}

/** A timer cannot wait longer than this, in milliseconds. */
const MAX_SLEEP_MS = 24 * 3600 * 1000;

/** Creates an alarm. */
export function createAlarm(signal: AbortSignal): Alarm {
  let hasRung = false;
  let wake = (): void => {};
  signal.addEventListener('abort', () => wake());
  return {
    async sleepUntil(at, now) {
      if (hasRung || signal.aborted) {
        hasRung = false;
        return;
      }
      const ms = at === null ? MAX_SLEEP_MS : Math.min(MAX_SLEEP_MS, Math.max(0, at - now));
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, ms);
        timer.unref();
      });
      clearTimeout(timer);
      wake = () => {};
      hasRung = false;
    },
    ring() {
      hasRung = true;
      wake();
    },
  };
}
