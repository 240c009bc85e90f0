import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../../runtime/base/model/result.ts';
import { gitSpecId } from '../../../../runtime/state/registry/spec/spec-id.ts';
import { formOf, type Service } from '../../../runtime/service.ts';
import { comparable } from './compare.ts';
import type { DecodedMessage } from './registry.ts';
import type { Example, ExampleTopic } from './topics.ts';

/** How the file of an example is sent. */
interface Sending {
  readonly valueFormat: string;
  readonly topic: string;
  readonly delivery?: string;
}

/** Sends the file of an example. Returns the response. */
export function send(
  service: Service,
  { spec, file }: Example,
  { valueFormat, topic, delivery = 'at-least-once' }: Sending,
): Promise<Response> {
  const body = formOf({
    ...{ specId: gitSpecId(spec.name), brokerTopic: topic, valueFormat, delivery },
    // Examples have wrong records, which are skipped in each delivery.
    ...{ skipInvalidRecords: 'true', maxErrors: '100 %' },
    file: new File([readFileSync(file)], basename(file)),
  });
  return service.fetch('/transform/file-to-events', { method: 'POST', body });
}

/** Each delivery writes messages in another way. */
const DELIVERIES = { topic: 'at-least-once', record: 'exactly-once', 'topic-record': 'all-or-nothing' };

/** How the service says that messages cannot have a format or a strategy. */
const REFUSALS = {
  value_not_encodable: /"code":"invalid_value"[^]*no messages in AVRO|no messages in AVRO[^]*"code":"invalid_value"/,
  schema_subject: /"status":"FAILED"[^]*"code":"schema_subject"/,
};

/** Publishes the file of an example to a topic. Returns false if it is refused, as it must be. */
export async function publish(
  service: Service,
  { example, topic, format, strategy, subjects }: ExampleTopic,
): Promise<boolean> {
  const response = await send(service, example, { valueFormat: format, topic, delivery: DELIVERIES[strategy] });
  const text = await response.text();
  if (typeof subjects === 'string') {
    assert.match(text, REFUSALS[subjects], `${topic} ${text}`);
    return false;
  }
  assert.is(response.status, 200, `${topic} ${text}`);
  assert.match((JSON.parse(text) as ProcessingResult).status, /^(?:PARTIAL_)?SUCCESS$/, `${topic} ${text}`);
  return true;
}

/** What was read back from the topics and the registry. */
export interface ReadBack {
  readonly read: ReadonlyMap<string, readonly DecodedMessage[]>;
  readonly subjects: ReadonlySet<string>;
  readonly url: string;
}

/** Compares the messages of a topic with those in JSON: their values, their keys, their headers and their subjects. */
export function compareTopic(
  { example, topic, format, subjects }: ExampleTopic,
  { read, subjects: all, url }: ReadBack,
): void {
  const [messages = [], json = []] = [read.get(topic), read.get(example.json)];
  assert.ok(json.length > 0, topic);
  const shown = ({ key, value }: DecodedMessage) => ({ key, value: comparable(value) });
  assert.equal(messages.map(shown), json.map(shown), topic);
  for (const subject of [...subjects, ...(json.some(({ key }) => key !== null) ? [`${topic}-key`] : [])])
    assert.ok(all.has(subject), subject);
  for (const { headers } of messages) {
    assert.ok(headers['ce_dataschema']?.startsWith(`${url}/schemas/ids/`), topic);
    assert.is(headers['content-type'], format === 'avro' ? 'application/avro' : 'application/json');
  }
}
