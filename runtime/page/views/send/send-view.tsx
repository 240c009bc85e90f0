import { useRef, useState } from 'preact/hooks';
import { ProblemError } from '../../../client/client.ts';
import { Failure } from '../../elements/failure.tsx';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { formatCounted } from '../../elements/format.ts';
import { useLoaded } from '../../service/use-loaded.ts';
import { SentRun } from './sent-run.tsx';

interface SendViewProps {
  session: Session;
  spec: string;
  /** Number of edits. With edits, the repaired file is sent. */
  edits: number;
  /** Number of records that would be published. Null: it is not known. */
  records: number | null;
  skipInvalidRecords: boolean;
  /** Whether records with errors would be published. */
  publishesErrors: boolean;
  topic: string;
  onTopic: (topic: string) => void;
  /** Returns the file to send. */
  getFile: () => Promise<File>;
}

/** Number of existing topics that are offered as buttons. The others are completed. */
const SHOWN_TOPICS = 8;

type Sending =
  | { kind: 'none' }
  /** The topic does not exist yet. */
  | { kind: 'asking' }
  | { kind: 'sending'; abort: AbortController }
  | { kind: 'sent'; runId: string }
  | { kind: 'failed'; message: string; isDuplicate: boolean; runId: string | null };

/** Sends the checked file to a topic, and shows what becomes of it. */
export function SendView({
  session,
  spec,
  edits,
  records,
  skipInvalidRecords,
  publishesErrors,
  topic,
  onTopic,
  getFile,
}: SendViewProps) {
  const { client } = session.service;
  const [state, setState] = useState<Sending>({ kind: 'none' });
  const heading = useRef<HTMLHeadingElement>(null);
  const listed = useLoaded(() => client.listTopics(), [client]);
  // Null while it is not known which topics exist.
  const topics = listed.kind === 'loaded' ? listed.value.map(({ name }) => name) : null;
  const [created, setCreated] = useState<readonly string[]>([]);
  const send = async (onDuplicateFile: 'REFUSE' | 'ALLOW') => {
    const abort = new AbortController();
    setState({ kind: 'sending', abort });
    const form = { specId: spec, brokerTopic: topic, skipInvalidRecords, onDuplicateFile };
    try {
      const call = { signal: abort.signal };
      const run = await client.transformFile({ ...form, prefer: 'respond-async', file: await getFile() }, call);
      setCreated((before) => [...before, topic]);
      setState(run.runId == null ? { kind: 'none' } : { kind: 'sent', runId: run.runId });
    } catch (error) {
      setState(abort.signal.aborted ? { kind: 'none' } : describeFailure(error));
    }
    heading.current?.focus();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (topics === null || [...topics, ...created].includes(topic)) void send('REFUSE');
    else setState({ kind: 'asking' });
  };
  const change = (next: string) => {
    onTopic(next);
    if (state.kind === 'asking') setState({ kind: 'none' });
  };
  if (records === 0 && state.kind === 'none')
    return (
      <section class="card" aria-labelledby="send">
        <h2 id="send">Send</h2>
        <p>There is nothing to send: no record of this file would be published. Correct it first.</p>
      </section>
    );
  // The names would move the form.
  if (listed.kind === 'loading') return <p class="quiet">Loading the topics …</p>;
  return (
    <>
      <section class="card" aria-labelledby="send">
        <h2 id="send" tabIndex={-1} ref={heading}>
          Send
        </h2>
        <form class="stack" onSubmit={submit}>
          <p>
            The service gets the {edits > 0 && 'repaired '}file and publishes{' '}
            {records === null ? 'its records' : records === 0 ? 'no record' : formatCounted(records, 'record')} to a
            topic.
          </p>
          <label>
            Topic
            <input
              required
              pattern="[A-Za-z0-9._\-]{1,249}"
              title="Letters, digits, and the characters . _ -"
              list="topics"
              autocomplete="off"
              value={topic}
              onInput={({ currentTarget }) => change(currentTarget.value)}
            />
          </label>
          <datalist id="topics">
            {topics?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {topics !== null && topics.length > 0 && (
            <div class="samples">
              <span id="existing">Or one that exists:</span>
              <ul aria-labelledby="existing">
                {topics.slice(0, SHOWN_TOPICS).map((name) => (
                  <li key={name}>
                    <button type="button" class="chip" aria-pressed={name === topic} onClick={() => change(name)}>
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
              {topics.length > SHOWN_TOPICS && <span class="quiet">and more, as you type</span>}
            </div>
          )}
          {(skipInvalidRecords || publishesErrors) && (
            <p class="quiet">
              {skipInvalidRecords
                ? 'Records with errors are left out.'
                : 'Records with errors are published, too. Tick “Leave out records with errors” above if they shall not be.'}
            </p>
          )}
          <div class="buttons">
            <button type="submit" class="primary" disabled={state.kind === 'sending'}>
              {state.kind === 'sending' ? 'Sending …' : 'Send to the topic'}
            </button>
            {state.kind === 'sending' && (
              <button type="button" onClick={() => state.abort.abort()}>
                Stop
              </button>
            )}
          </div>
        </form>
        {state.kind === 'asking' && (
          <div class="note" role="alert">
            <p>
              There is no topic <code>{topic}</code> yet. Is the name right?
            </p>
            <div class="buttons">
              <button type="button" onClick={() => send('REFUSE')}>
                Create the topic and send
              </button>
              <button type="button" onClick={() => setState({ kind: 'none' })}>
                Cancel
              </button>
            </div>
          </div>
        )}
        {state.kind === 'sending' && <progress aria-label="Sending the file" />}
        {state.kind === 'failed' && (
          <>
            <Failure message={state.message} />
            {state.runId !== null && <a href={formatPlace(['runs', state.runId])}>Show that run</a>}
            {state.isDuplicate && (
              <button type="button" onClick={() => send('ALLOW')}>
                Send it again
              </button>
            )}
          </>
        )}
      </section>
      {state.kind === 'sent' && <SentRun key={state.runId} client={client} runId={state.runId} />}
    </>
  );
}

function describeFailure(error: unknown): Sending {
  if (!(error instanceof ProblemError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message, isDuplicate: false, runId: null };
  }
  const { problem, headers } = error;
  const isDuplicate = problem.code === 'duplicate_file';
  const message = isDuplicate ? 'This file was already published to this topic.' : problem.detail;
  return { kind: 'failed', message, isDuplicate, runId: headers.get('location')?.split('/').at(-1) ?? null };
}
