import { mayUseTopic } from '../../state/access/principal.ts';
import type { Message } from '../../state/store/topic-reader.ts';
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
  { topics, log, caller, contents }: RequestServices,
  { topic = '' }: Readonly<Record<string, string>>,
  range: ParameterValues<typeof messageRange>,
): Promise<Response> {
  requireTopic(caller.principal, topic);
  if ((await topics.find(topic)) === null) throw new Problem('topic_not_found', 'no topic has this name');
  const reserve = (bytes: number) => contents.take(caller.principal.name, bytes, request.signal);
  return stream(asArray(topics.messages(topic, { ...range, reserve })), {
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

async function* asArray(groups: AsyncIterable<readonly Message[]>): AsyncGenerator<string> {
  let isFirst = true;
  let gathered = '[';
  for await (const messages of groups)
    for (const message of messages) {
      if (!isFirst) gathered += ',\n';
      isFirst = false;
      for (const text of messageText(message)) {
        gathered += text;
        if (gathered.length < SLICE) continue;
        yield gathered;
        gathered = '';
      }
    }
  yield `${gathered}]\n`;
}

/** A longer value is serialized in slices, so that a client that does not read holds only one of them. In characters. */
const SLICE = 64 * 1024;

/** Yields what JSON.stringify() returns for a message. */
function* messageText(message: Message): Generator<string> {
  const { value, valueBase64, ...others } = message;
  const [name, long = ''] = value === undefined ? ['valueBase64', valueBase64] : ['value', value];
  if (long.length <= SLICE) return yield JSON.stringify(message);
  yield `${JSON.stringify(others).slice(0, -1)},"${name}":"`;
  for (let at = 0; at < long.length; ) {
    // A surrogate pair must not be cut.
    const end = at + SLICE - (/[\ud800-\udbff]/.test(long[at + SLICE - 1] ?? '') ? 1 : 0);
    yield JSON.stringify(long.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"}';
}
