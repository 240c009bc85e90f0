import { mayUseTopic } from '../../state/access/principal.ts';
import type { TopicReader } from '../../state/store/topic-reader.ts';
import { type ParameterValues, wholeNumber, withDefault } from '../api/parameter.ts';
import { requireTopic } from '../http/forbid.ts';
import { Problem } from '../http/problem.ts';
import { empty, json, stream } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';

/** GET /topics: the topics of the embedded broker that the caller may use, sorted by name. */
export async function listTopics(_: Request, { topics, caller }: RequestServices): Promise<Response> {
  const all = await topics.list();
  return json(all.filter(({ name }) => mayUseTopic(caller.principal, name)));
}

/** The query parameters of GET /topics/{topic}/messages. */
export const messageRange = {
  from: withDefault(0, wholeNumber('The offset of the first message.', { min: 0, example: 0 })),
  limit: withDefault(100, wholeNumber('The number of messages.', { min: 1, max: 100_000, example: 10 })),
};

/**
 * GET /topics/{topic}/messages?from=&limit=: messages from the offset `from` on (default 0), at most `limit` (default
 * 100). 404 if there is no such topic, 403 if the caller may not use it.
 */
export async function listMessages(
  request: Request,
  { topics, log, caller }: RequestServices,
  { topic = '' }: Readonly<Record<string, string>>,
  range: ParameterValues<typeof messageRange>,
): Promise<Response> {
  requireTopic(caller.principal, topic);
  if ((await topics.find(topic)) === null) throw new Problem('topic_not_found', 'no topic has this name');
  return stream(asArray(topics, topic, range), {
    request,
    log,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * DELETE /topics/{topic}: removes a topic of the embedded broker, and its messages. 404 if there is no such topic, 409
 * while an unfinished run publishes to it.
 */
export async function deleteTopic(
  _: Request,
  { topics, runs, caller }: RequestServices,
  { topic = '' }: Readonly<Record<string, string>>,
): Promise<Response> {
  requireTopic(caller.principal, topic);
  if (!(await topics.remove(topic))) throw new Problem('topic_not_found', 'no topic has this name');
  runs.sweep();
  return empty(204);
}

async function* asArray(
  topics: TopicReader,
  topic: string,
  range: { from: number; limit: number },
): AsyncGenerator<string> {
  let before = '[';
  for await (const messages of topics.messages(topic, range)) {
    if (messages.length === 0) continue;
    yield before + messages.map((message) => JSON.stringify(message)).join(',\n');
    before = ',\n';
  }
  yield before === '[' ? '[]\n' : ']\n';
}
