import { useState } from 'preact/hooks';
import { Failure } from '../../elements/failure.tsx';
import { formatCounted } from '../../elements/format.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { MessageTable } from './message-table.tsx';
import { useSensitiveFields } from './use-sensitive-fields.ts';
import { type Messages, PAGE, useMessages } from './use-messages.ts';

interface TopicViewProps {
  session: Session;
  topic: string;
  /** The first offset. Null: the last messages. */
  from: number | null;
  go: (fragment: string) => void;
}

/** The messages of a topic: a page of them, or the last ones and those that arrive. */
export function TopicView({ session, topic, from, go }: TopicViewProps) {
  const { client } = session.service;
  const [isFollowing, setFollowing] = useState(true);
  const [showsSensitive, setShowsSensitive] = useState(false);
  const shown = useMessages({ client, topic, from, isFollowing: isFollowing && from === null });
  const fields = useSensitiveFields(client, shown?.messages ?? []);
  const show = (next: number | null) => go(formatPlace(['topics', topic], next === null ? {} : { from: String(next) }));
  const hasSensitive = [...fields.values()].some((names) => names === null || names.size > 0);
  return (
    <>
      <p class="crumbs">
        <a href="#/topics">All topics</a>
      </p>
      <section class="card wide" aria-labelledby="topic">
        <div class="row">
          <h1 id="topic">{topic}</h1>
          {shown !== null && <span class="quiet">{formatCounted(shown.total, 'message')}</span>}
        </div>
        <div class="filters">
          <label class="check">
            <input
              type="checkbox"
              checked={isFollowing && from === null}
              onChange={({ currentTarget: { checked } }) => {
                setFollowing(checked);
                if (checked && from !== null) show(null);
              }}
            />
            Follow new messages
          </label>
          {hasSensitive && (
            <label class="check">
              <input
                type="checkbox"
                checked={showsSensitive}
                onChange={({ currentTarget: { checked } }) => setShowsSensitive(checked)}
              />
              Show sensitive values
            </label>
          )}
        </div>
        {shown === null && <p class="quiet">Loading the messages …</p>}
        {shown?.problem != null && <Failure message={shown.problem} />}
        {shown !== null && shown.problem === null && shown.messages.length === 0 && (
          <p role="status">There is no message here yet.</p>
        )}
        {shown !== null && shown.messages.length > 0 && (
          <>
            <MessageTable messages={shown.messages} fields={fields} showsSensitive={showsSensitive} />
            <Pages shown={shown} onFrom={show} />
          </>
        )}
      </section>
    </>
  );
}

function Pages({ shown: { messages, total }, onFrom }: { shown: Messages; onFrom: (from: number | null) => void }) {
  const first = messages[0]?.offset ?? 0;
  const next = (messages.at(-1)?.offset ?? 0) + 1;
  if (first === 0 && next >= total) return null;
  return (
    <nav class="row" aria-label="Pages of messages">
      <button type="button" disabled={first === 0} onClick={() => onFrom(Math.max(0, first - PAGE))}>
        Earlier
      </button>
      <button type="button" disabled={next >= total} onClick={() => onFrom(next)}>
        Later
      </button>
      <button type="button" onClick={() => onFrom(null)}>
        Latest
      </button>
    </nav>
  );
}
