import { formatBytes, formatCount, formatDuration } from './numbers.ts';
import { visible, widthOf } from './terminal.ts';
import type { Progress } from '../../model/progress.ts';

const REFRESH_MS = 100;
const BAR_WIDTH = 20;

/** Shows the progress of a run on one line of a terminal. show() does nothing within 100 ms of the last update. */
export interface ProgressBar {
  show(progress: Progress): void;
  /** Erases the line. */
  clear(): void;
}

/** Creates a progress bar on `stream`. If the stream is not a terminal, the bar does nothing. */
export function createProgressBar(stream: NodeJS.WriteStream, title: string): ProgressBar {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} };
  const began = performance.now();
  let shown = began;
  let isShown = false;
  return {
    show(progress) {
      const now = performance.now();
      if (now - shown < REFRESH_MS) return;
      shown = now;
      isShown = true;
      stream.write(`\r${fit(formatProgress(title, progress, now - began), (stream.columns || 80) - 1)}\x1b[K`);
    },
    clear() {
      if (isShown) stream.write('\r\x1b[K');
      isShown = false;
    },
  };
}

/**
 * Returns the text of the progress bar: bytes read, records per second, time left. `ms` is the time since the start of
 * the run, in milliseconds.
 */
export function formatProgress(title: string, { bytes, totalBytes, records }: Progress, ms: number): string {
  const speed = `${formatCount(Math.round(records / (ms / 1000)))} records/s`;
  if (totalBytes === null || totalBytes === 0) return `${visible(title)}  ${formatBytes(bytes)}  ${speed}`;
  // If a file grows while it is read, more bytes than totalBytes are read.
  const part = Math.min(1, bytes / totalBytes);
  const full = Math.round(part * BAR_WIDTH);
  const left = part > 0 ? `${formatDuration((ms / part) * (1 - part))} left` : '';
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  return `${visible(title)}  ${bar} ${Math.floor(part * 100)}%  ${formatBytes(bytes)} of ${formatBytes(totalBytes)}  ${speed}  ${left}`.trimEnd();
}

function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = text;
  while (widthOf(kept) > width) kept = [...kept].slice(0, -1).join('');
  return kept;
}
