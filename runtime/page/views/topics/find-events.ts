import { countPublished } from '../../elements/published.ts';
import type { CallOptions, Client, Message, Run } from '../../../client/client.ts';

/** Number of messages among which the events of a run are looked for. Other runs may publish at the same time. */
const EXAMINED = 100;
/** Maximum number of events that are returned. */
const MAX_EVENTS = 5;

/**
 * Returns the first events that a run has published to a topic of the embedded broker. The messages of a topic are in the
 * order of their times, so a binary search finds those that are not older than the run. Returns none for other brokers.
 */
export async function findEvents(client: Client, run: Run, call: CallOptions): Promise<readonly Message[]> {
  const { topic, fileSha256, specVersion, createdAt } = run;
  if (topic === null || countPublished(run) === 0 || fileSha256 === null) return [];
  const total = (await client.listTopics({}, call)).find(({ name }) => name === topic)?.messages ?? 0;
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [message] = await client.listMessages({ topic, from: middle, limit: 1 }, call);
    if (message !== undefined && Date.parse(message.timestamp) < Date.parse(createdAt)) low = middle + 1;
    else high = middle;
  }
  if (low >= total) return [];
  const ids = `${fileSha256.slice(0, 16)}-${specVersion.slice(0, 8)}`;
  const messages = await client.listMessages({ topic, from: low, limit: EXAMINED }, call);
  return messages.filter(({ headers }) => headers['ce_id']?.startsWith(ids) === true).slice(0, MAX_EVENTS);
}
