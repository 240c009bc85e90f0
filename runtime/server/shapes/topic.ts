import type { Message, Topic } from '../../state/store/topic-reader.ts';
import { integer, named, nullable, object, optional, record, string } from '../api/schema.ts';
import { EXAMPLE_FILE, EXAMPLE_SPEC, EXAMPLE_TIME } from './examples.ts';

/** A topic of the embedded broker. */
export const topicSchema = named(
  'Topic',
  object<Topic>({
    name: string('The name of the topic.'),
    messages: integer('The number of its messages. Their offsets begin at 0.'),
  }),
);

/** A message of the embedded broker. */
export const messageSchema = named(
  'Message',
  object<Message>({
    offset: integer('The position of the message in its topic, from 0.'),
    timestamp: string('When the message was published.', { format: 'date-time' }),
    key: nullable(string('The message key.')),
    headers: record(string('The value of the header.'), 'The headers: CloudEvents 1.0 in binary mode.'),
    value: optional(string('The value as text: the record as flat JSON. Absent if its bytes are not UTF-8.')),
    valueBase64: optional(string('The value in base64, if its bytes are not UTF-8.')),
  }),
);

/** The message of the example file. */
export const exampleMessages: Message[] = [
  {
    offset: 0,
    timestamp: EXAMPLE_TIME,
    key: 'A1',
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_source: '/specs/orders',
      ce_type: 'orders.record',
      ce_dataschema: `/specs/orders/${EXAMPLE_SPEC.version.slice(0, 16)}`,
      ce_id: `${EXAMPLE_FILE.sha256.slice(0, 16)}-${EXAMPLE_SPEC.version.slice(0, 8)}:1`,
    },
    value: '{"id":"A1","amount":1234.50}',
  },
];
