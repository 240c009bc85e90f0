import { useEffect, useState } from 'preact/hooks';
import type { Client, Message, Run } from '../../../client/client.ts';
import { formatPlace } from '../../route/place.ts';
import { findEvents } from './find-events.ts';
import { MessageTable } from './message-table.tsx';
import { useSensitiveFields } from './use-sensitive-fields.ts';

/** The first events of a run that has ended. Nothing if it has none, or if its topic is not in the embedded broker. */
export function FirstEvents({ client, run }: { client: Client; run: Run }) {
  const [events, setEvents] = useState<readonly Message[]>([]);
  const [showsSensitive, setShowsSensitive] = useState(false);
  const fields = useSensitiveFields(client, events);
  useEffect(() => {
    const abort = new AbortController();
    findEvents(client, run, { signal: abort.signal }).then(
      (found) => abort.signal.aborted || setEvents(found),
      // The view of the topic says why it cannot be read.
      () => {},
    );
    return () => abort.abort();
  }, [client, run]);
  if (events.length === 0 || run.topic === null) return null;
  return (
    <section class="card wide" aria-labelledby="first-events">
      <div class="row">
        <h2 id="first-events">First events</h2>
        <a href={formatPlace(['topics', run.topic], { from: String(events[0]?.offset ?? 0) })}>
          All events of the topic
        </a>
      </div>
      {[...fields.values()].some((names) => names === null || names.size > 0) && (
        <label class="check">
          <input
            type="checkbox"
            checked={showsSensitive}
            onChange={({ currentTarget: { checked } }) => setShowsSensitive(checked)}
          />
          Show sensitive values of events
        </label>
      )}
      <MessageTable messages={events} fields={fields} showsSensitive={showsSensitive} />
    </section>
  );
}
