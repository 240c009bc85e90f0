import { useState } from 'preact/hooks';
import { formatCounted } from '../../elements/format.ts';
import { Failure } from '../../elements/failure.tsx';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import type { Repair } from '../check/rejects-repair.ts';
import { SentRun } from '../send/sent-run.tsx';

type Outcome = { kind: 'run'; runId: string } | { kind: 'waiting'; records: number | null };

/** Publishes the repaired rejects of a run, or asks for it if another person must approve that. */
export function PublishRejects({
  session,
  runId,
  edits,
  records,
  getFile,
}: Repair & { session: Session; runId: string }) {
  const { client } = session.service;
  const action = useAction();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const publish = async () => {
    const answer = await client.retryRunRejects({ id: runId, ...(edits > 0 && { file: await getFile() }) });
    setOutcome(
      'runId' in answer && 'progress' in answer
        ? { kind: 'run', runId: answer.runId }
        : { kind: 'waiting', records: ('approval' in answer ? answer.approval?.records : null) ?? null },
    );
  };
  const what = records === null ? 'The records that are correct' : formatCounted(records, 'record');
  return (
    <>
      <section class="card" aria-labelledby="publish">
        <h2 id="publish">Publish the repaired records</h2>
        <p>
          {records === 0
            ? 'None of these records would be published yet: repair them first.'
            : `${what} would be published, to where the others are. The whole file is read again for that, with the current spec.`}
        </p>
        <div class="buttons">
          <button
            type="button"
            class="primary"
            disabled={action.busy !== null || outcome !== null || records === 0}
            onClick={() => action.act('publish', publish, '')}
          >
            {action.busy === null ? 'Publish them' : 'Sending …'}
          </button>
        </div>
        {action.hasFailed && <Failure message={action.message} />}
        {outcome?.kind === 'waiting' && (
          <p role="status">
            {outcome.records === null ? 'They wait' : `${formatCounted(outcome.records, 'record')} wait`} for the
            approval of another person. <a href={formatPlace(['today'])}>Today shows what waits</a>
          </p>
        )}
      </section>
      {outcome?.kind === 'run' && <SentRun client={client} runId={outcome.runId} />}
    </>
  );
}
