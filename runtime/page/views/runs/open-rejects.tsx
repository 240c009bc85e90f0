import type { Run } from '../../../client/client.ts';
import { countRejected } from '../../elements/published.ts';
import { formatCounted } from '../../elements/format.ts';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';

/** What can be done with the rejects of a run: repair them, or read them again as they were sent. */
export function OpenRejects({ run, session }: { run: Run; session: Session }) {
  const action = useAction();
  const rejected = countRejected(run);
  if (run.status !== 'PARTIAL_SUCCESS' || rejected === 0 || !session.may('transform')) return null;
  const retry = () =>
    action.act(
      'retry',
      () => session.service.client.retryRunRejects({ id: run.runId }),
      'They are read again with the current spec. Runs and Today show what becomes of them.',
    );
  return (
    <section class="card" aria-labelledby="open-rejects">
      <h2 id="open-rejects">{formatCounted(rejected, 'rejected record')}</h2>
      <p>If the records are wrong, repair them. If the spec was wrong, correct it, then read them again.</p>
      <div class="buttons">
        <a class="button" href={formatPlace(['check', run.specId], { rejects: run.runId })}>
          Repair them here
        </a>
        <button type="button" disabled={action.busy !== null} onClick={retry}>
          Read them again
        </button>
      </div>
      {action.message !== '' && <p role={action.hasFailed ? 'alert' : 'status'}>{action.message}</p>}
    </section>
  );
}
