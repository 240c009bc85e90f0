import { formatBytes, formatCount, formatDuration } from './numbers.ts';
import { visible, widthOf } from './terminal.ts';
import type { Progress } from '../../base/model/progress.ts';

const REFRESH_MS = 100;
const BAR_WIDTH = 20;
// A terminal that is too narrow for these widths shows less of the numbers.
const MIN_BAR_WIDTH = 8;
const MIN_TITLE_WIDTH = 12;

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
      stream.write(`\r${fitProgress({ title, progress, ms: now - began }, (stream.columns || 80) - 1)}\x1b[K`);
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
export function formatProgress(title: string, progress: Progress, ms: number): string {
  return `${visible(title)}  ${formatState(progress, ms, BAR_WIDTH)}`;
}

function formatState({ bytes, totalBytes, records }: Progress, ms: number, barWidth: number): string {
  const speed = `${formatCount(Math.round(records / (ms / 1000)))} records/s`;
  if (totalBytes === null || totalBytes === 0) return `${formatBytes(bytes)}  ${speed}`;
  // If a file grows while it is read, more bytes than totalBytes are read.
  const part = Math.min(1, bytes / totalBytes);
  const full = Math.round(part * barWidth);
  const left = part > 0 ? `${formatDuration((ms / part) * (1 - part))} left` : '';
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  return `${bar} ${Math.floor(part * 100)}%  ${formatBytes(bytes)} of ${formatBytes(totalBytes)}  ${speed}  ${left}`.trimEnd();
}

/**
 * Returns the text of the progress bar in at most `width` columns. Shortens the bar, then the title, so that the numbers
 * and the time left remain visible.
 */
export function fitProgress(
  { title, progress, ms }: { title: string; progress: Progress; ms: number },
  width: number,
): string {
  const excess = widthOf(formatProgress(title, progress, ms)) - width;
  if (excess <= 0) return formatProgress(title, progress, ms);
  const state = formatState(progress, ms, Math.max(MIN_BAR_WIDTH, BAR_WIDTH - excess));
  return cut(`${cut(visible(title), Math.max(MIN_TITLE_WIDTH, width - 2 - widthOf(state)))}  ${state}`, width);
}

/** Cuts a text at its end to at most `width` columns; an ellipsis marks the cut. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const kept = [...text];
  while (kept.length > 0 && widthOf(kept.join('')) > width - 1) kept.pop();
  return `${kept.join('')}…`;
}
