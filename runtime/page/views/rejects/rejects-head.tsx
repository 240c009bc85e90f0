import { useEffect } from 'preact/hooks';
import type { Run } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatCounted } from '../../elements/format.ts';
import { countRejected } from '../../elements/published.ts';
import { formatPlace } from '../../route/place.ts';
import type { Service } from '../../service/service.ts';
import { useLoaded } from '../../service/use-loaded.ts';

interface RejectsHeadProps {
  service: Service;
  runId: string;
  /** Checks the rejects. `leavesOut`: the run has left out records with errors. */
  onFile: (file: File, leavesOut: boolean) => void;
}

/** Loads the rejects of a run, so that they are checked and repaired here. */
export function RejectsHead({ service, runId, onFile }: RejectsHeadProps) {
  const loaded = useLoaded(() => loadRejects(service, runId), [service, runId]);
  useEffect(() => {
    if (loaded.kind === 'loaded') onFile(loaded.value.file, loaded.value.run.skippedRecords > 0);
  }, [loaded.kind]);
  if (loaded.kind === 'loading') return <p class="quiet">Loading the rejected records …</p>;
  if (loaded.kind === 'failed')
    return <Failure title="The rejected records cannot be loaded" message={loaded.error.message} />;
  const { run } = loaded.value;
  return (
    <section class="card" aria-labelledby="rejects">
      <h2 id="rejects">
        The {formatCounted(countRejected(run), 'rejected record')} of {run.fileName}
      </h2>
      <p>
        Repair them below, then publish them at the end of the page. The others are published.{' '}
        <a href={formatPlace(['runs', runId])}>Show the run</a>
      </p>
      {run.rejectsWithout !== undefined && (
        <p class="quiet">
          Records with totals of the whole file ({run.rejectsWithout.join(', ')}) are not among them. The totals are
          compared when the records are published.
        </p>
      )}
    </section>
  );
}

async function loadRejects({ client }: Service, id: string): Promise<{ run: Run; file: File }> {
  const run = await client.getRun({ id });
  const body = await client.getRunRejects({ id });
  return { run, file: new File([await new Response(body).blob()], run.fileName) };
}
