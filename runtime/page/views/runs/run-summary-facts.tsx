import type { Run } from '../../../client/client.ts';
import { type Counter, Counters } from '../../elements/counters.tsx';
import { countPublished } from '../../elements/published.ts';
import { formatCounted } from '../../elements/format.ts';
import { formatDuration } from './run-table.tsx';

/** The counters of a run, and what concerns its file as a whole. */
export function RunSummaryFacts({ run }: { run: Run }) {
  const counters: Counter[] = [
    ['Records', run.totalRecords, false],
    ['Published', countPublished(run), false],
    ['Failed', run.failedRecords, true],
    ['Skipped', run.skippedRecords, true],
    ['With errors', run.errorRecords, true],
    ['Only warnings', run.warningRecords, false],
    ['Corrected', run.correctedRecords, false],
  ];
  return (
    <>
      <Counters counters={counters} />
      {run.finishedAt !== null && <p class="quiet">Took {formatDuration(run.durationMs)}.</p>}
      {run.warnings.length > 0 && (
        <ul class="warnings" aria-label="About the whole file">
          {run.warnings.map(({ code, message, count }) => (
            <li key={code + message}>
              <span class="severity WARNING">Warning</span> {message}
              {count !== undefined && ` (${formatCounted(count, 'record')})`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
