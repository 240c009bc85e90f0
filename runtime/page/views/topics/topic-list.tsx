import { Failure } from '../../elements/failure.tsx';
import { formatCount } from '../../elements/format.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import { useRefreshed } from '../../service/use-refreshed.ts';

const REFRESH_MS = 5000;

/** The topics of the embedded broker. */
export function TopicList({ session }: { session: Session }) {
  const { loaded } = useRefreshed(
    (signal) => session.service.client.listTopics({}, { signal }),
    [session],
    () => REFRESH_MS,
  );
  return (
    <section class="card" aria-labelledby="topics">
      <h1 id="topics">Topics</h1>
      {loaded.kind === 'loading' && <p class="quiet">Loading the topics …</p>}
      {loaded.kind === 'failed' && <Failure message={loaded.error.message} />}
      {loaded.kind === 'loaded' && loaded.value.length === 0 && (
        <p>
          There is no topic yet. The first file that is sent to a topic creates it:{' '}
          <code>specmill transform --spec S FILE --topic T</code>. With <code>--broker kafka://…</code>, the topics are
          in Kafka, and this page does not show them.
        </p>
      )}
      {loaded.kind === 'loaded' && loaded.value.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Topic</th>
              <th scope="col" class="number">
                Messages
              </th>
            </tr>
          </thead>
          <tbody>
            {loaded.value.map(({ name, messages }) => (
              <tr key={name}>
                <th scope="row">
                  <a href={formatPlace(['topics', name])}>{name}</a>
                </th>
                <td class="number">{formatCount(messages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
