import type { Run } from '../../client/client.ts';
import { formatCount } from '../elements/format.ts';
import { formatDuration } from './run-table.tsx';

/** The counters of a run, and what concerns its file as a whole. */
export function RunSummaryFacts({ run }: { run: Run }) {
  const counters: [name: string, count: number, isImportant: boolean][] = [
    ['Records', run.totalRecords, false],
    ['Published', run.processedRecords, false],
    ['Failed', run.failedRecords, true],
    ['Skipped', run.skippedRecords, true],
    ['With errors', run.errorRecords, true],
    ['Only warnings', run.warningRecords, false],
    ['Corrected', run.correctedRecords, false],
  ];
  return (
    <>
      <dl class="facts">
        {counters.map(([name, count, isImportant]) => (
          <div key={name} class={isImportant && count > 0 ? 'important' : ''}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
        {run.finishedAt !== null && (
          <div>
            <dt>Took</dt>
            <dd>{formatDuration(run.durationMs)}</dd>
          </div>
        )}
      </dl>
      {run.warnings.length > 0 && (
        <ul class="warnings" aria-label="About the whole file">
          {run.warnings.map(({ code, message }) => (
            <li key={code + message}>
              <span class="severity WARNING">Warning</span> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
