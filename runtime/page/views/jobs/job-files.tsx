import type { Job, JobFile, Operations } from '../../../client/client.ts';
import { Choice } from '../../elements/choice.tsx';
import { Failure } from '../../elements/failure.tsx';
import { useAction } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useRefreshed } from '../../service/use-refreshed.ts';
import { FileTable } from './file-table.tsx';
import { FILE_STATES } from './job-words.ts';

/** Number of files on a page. */
const PAGE = 50;
const REFRESH_MS = 3000;

interface JobFilesProps {
  job: Job;
  session: Session;
  query: Readonly<Record<string, string>>;
  go: (fragment: string) => void;
}

/** The last files that a job has seen, with filters. */
export function JobFiles({ job, session, query, go }: JobFilesProps) {
  const { state = '', name = '', cursor = '' } = query;
  const { client } = session.service;
  const { busy, message, hasFailed, act } = useAction();
  const asked = {
    id: job.id,
    limit: PAGE,
    order: 'newest',
    ...(state !== '' && { state }),
    ...(name !== '' && { name }),
    ...(cursor !== '' && { cursor }),
    // The cast is safe: the service refuses a value that it does not know.
  } as Operations['listJobFiles']['takes'];
  const { loaded, refresh } = useRefreshed(
    (signal) => client.listJobFiles(asked, { signal }),
    [session, JSON.stringify(asked)],
    () => REFRESH_MS,
  );
  const show = (next: Readonly<Record<string, string>>) => go(formatPlace(['jobs', job.name], next));
  const retry = ({ id, name: file }: JobFile) =>
    act(id, () => client.retryJobFile({ id: job.id, fileId: id }).then(refresh), `${file} gets another run.`);
  return (
    <section class="card wide" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <div class="filters">
        <Choice
          label="State"
          value={state}
          options={Object.entries(FILE_STATES).map(([value, { word }]) => [value, word])}
          onChange={(value) => show({ state: value, name })}
        />
        <label>
          Name
          <input
            value={name}
            placeholder="claims-*"
            onChange={({ currentTarget }) => show({ state, name: currentTarget.value.trim() })}
          />
        </label>
      </div>
      <p role={hasFailed ? 'alert' : 'status'}>{message}</p>
      {loaded.kind === 'loading' && <p class="quiet">Loading the files …</p>}
      {loaded.kind === 'failed' && <Failure message={loaded.error.message} />}
      {loaded.kind === 'loaded' && loaded.value.length === 0 && (
        <p>{state + name + cursor === '' ? 'The job has not seen a file yet.' : 'No file fits these filters.'}</p>
      )}
      {loaded.kind === 'loaded' && loaded.value.length > 0 && (
        <>
          <FileTable files={loaded.value} busy={busy} onRetry={session.may('transform') ? retry : null} />
          {(cursor !== '' || loaded.value.length === PAGE) && (
            <nav class="row" aria-label="Pages of files">
              <button type="button" disabled={cursor === ''} onClick={() => show({ state, name })}>
                Newest
              </button>
              <button
                type="button"
                disabled={loaded.value.length < PAGE}
                onClick={() => show({ state, name, cursor: loaded.value.at(-1)?.id ?? '' })}
              >
                Older
              </button>
            </nav>
          )}
        </>
      )}
    </section>
  );
}
