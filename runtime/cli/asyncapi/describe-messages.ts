import { type AnySpec, createTypeSchemas, type TypedSchema } from '../../../compiler/index.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { CloudEventMode } from '../../base/model/cloud-event-mode.ts';
import { describeBindings, describePayload, type Registry } from './describe-values.ts';
import { describeDeadLetterHeaders, describeEvent, describeHeaders } from './message-headers.ts';
import { describeServers, type Connection } from './describe-servers.ts';

/** A part of an AsyncAPI document, as plain data. */
type Part = Readonly<Record<string, unknown>>;

/** What is known about where runs publish. */
export interface Publishing {
  /** Null: each run names its topic. */
  readonly topic: string | null;
  /** Null: no dead letters. */
  readonly deadLetterTopic: string | null;
  /** Where messages have the attributes of CloudEvents. */
  readonly cloudevents: CloudEventMode;
  /** Null: no Kafka cluster is known. */
  readonly connection: Connection | null;
  /** The registry with the schemas of messages. Null: they have none there. */
  readonly registry: Registry | null;
  /** Where the names of records in Avro belong. Null: nowhere. */
  readonly namespace: string | null;
}

/**
 * Returns an AsyncAPI 3.0 document for the messages of a spec: a message for each published record type, with the headers
 * that are sent and the schema of its value. It has no value that the spec names for a sensitive field. `info`
 * describes the same spec in the encoding of the messages. The spec must have no errors.
 */
export function describeMessages(spec: AnySpec, info: SpecInfo, publishing: Publishing): Part {
  const { topic, deadLetterTopic, connection, cloudevents, registry } = publishing;
  const types = nameMessages(createTypeSchemas(spec));
  const servers = connection === null ? null : describeServers(connection, registry);
  const messages = Object.fromEntries(types.map((type) => [type.name, describeMessage(info, type, publishing)]));
  const channel = (address: string | null, title: string, names: readonly string[]) => ({
    address,
    title,
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    ...(servers !== null && { servers: [{ $ref: '#/servers/kafka' }] }),
  });
  const names = types.map(({ name }) => name);
  const hasDeadLetters = deadLetterTopic !== null;
  return {
    asyncapi: '3.0.0',
    // The version equals the end of the header ce_dataschema of the messages.
    info: {
      title: info.name,
      version: info.version.slice(0, 16),
      ...(spec.description !== undefined && { description: spec.description }),
    },
    defaultContentType: contentTypeOf(info, cloudevents),
    ...(servers !== null && { servers: servers.servers }),
    channels: {
      records: channel(topic, topic === null ? 'The topic that a run names.' : `The topic ${topic}.`, names),
      ...(hasDeadLetters && { deadLetters: channel(deadLetterTopic, 'Records that were not published.', [REJECTED]) }),
    },
    operations: {
      sendRecords: sendTo('records', names, 'Sends a message for each record of a file.'),
      ...(hasDeadLetters && {
        sendDeadLetters: sendTo('deadLetters', [REJECTED], 'Sends the records that were not published.'),
      }),
    },
    components: {
      messages: { ...messages, ...(hasDeadLetters && { [REJECTED]: describeRejected(info) }) },
      ...(servers !== null && servers.securitySchemes !== null && { securitySchemes: servers.securitySchemes }),
    },
  };
}

const REJECTED = 'rejected';

/** Names the messages of the record types: names of messages contain only some characters, and each occurs once. */
function nameMessages(types: readonly TypedSchema[]): (TypedSchema & { readonly name: string })[] {
  const taken = new Set([REJECTED]);
  return types.map((type) => {
    const plain = (type.recordType ?? 'record').replace(/[^\w.-]/g, '_');
    let name = plain;
    for (let number = 2; taken.has(name); number++) name = `${plain}_${number}`;
    taken.add(name);
    return { ...type, name };
  });
}

function sendTo(channel: string, names: readonly string[], summary: string): Part {
  const messages = names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));
  return { action: 'send', channel: { $ref: `#/channels/${channel}` }, summary, messages };
}

/** Returns the content type of messages, as their header has it. */
function contentTypeOf(info: SpecInfo, cloudevents: CloudEventMode): unknown {
  return describeHeaders(info, { recordType: null, cloudevents, registry: null }).properties['content-type']?.['const'];
}

function describeMessage(info: SpecInfo, type: TypedSchema, publishing: Publishing): Part {
  const { recordType, key, schema } = type;
  const { cloudevents, registry, namespace } = publishing;
  const headers = describeHeaders(info, { recordType, cloudevents, registry });
  return {
    name: recordType ?? 'record',
    title: recordType === null ? `A record of ${info.name}` : `A record of the type ${recordType}`,
    contentType: contentTypeOf(info, cloudevents),
    headers,
    payload:
      cloudevents === 'structured' ? describeEvent(headers, info, schema) : describePayload(info, type, namespace),
    ...describeBindings(key, registry),
  };
}

function describeRejected(info: SpecInfo): Part {
  return {
    name: REJECTED,
    title: 'A record that was not published',
    contentType: 'application/octet-stream',
    headers: describeDeadLetterHeaders(info),
    payload: { type: 'string', format: 'binary', description: 'The original bytes of the record.' },
  };
}
