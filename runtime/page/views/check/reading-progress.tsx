import { formatBytes, formatCount, formatSeconds } from '../../elements/format.ts';
import type { CheckState } from './use-check.ts';

interface ReadingProgressProps {
  state: Extract<CheckState, { kind: 'reading' }>;
  onStop: () => void;
}

/** How far the reader is: bytes, records per second, time left. */
export function ReadingProgress({ state: { file, bytes, began, result }, onStop }: ReadingProgressProps) {
  const seconds = (performance.now() - began) / 1000;
  const part = file.size === 0 ? 1 : bytes / file.size;
  const records = result?.totalRecords ?? 0;
  return (
    <section class="card" aria-labelledby="reading">
      <h2 id="reading">Reading {file.name}</h2>
      <progress value={part} max={1} aria-labelledby="reading" />
      <dl class="facts">
        <div>
          <dt>Read</dt>
          <dd>
            {formatBytes(bytes)} of {formatBytes(file.size)}
          </dd>
        </div>
        <div>
          <dt>Records</dt>
          <dd>{formatCount(records)}</dd>
        </div>
        <div>
          <dt>With errors</dt>
          <dd>{formatCount(result?.errorRecords ?? 0)}</dd>
        </div>
        <div>
          <dt>Records/s</dt>
          <dd>{seconds > 0.2 ? formatCount(Math.round(records / seconds)) : '–'}</dd>
        </div>
        <div>
          <dt>Time left</dt>
          <dd>{part > 0.01 ? formatSeconds((seconds / part) * (1 - part)) : '–'}</dd>
        </div>
      </dl>
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </section>
  );
}
