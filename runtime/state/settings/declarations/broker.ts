import type { CloudEventMode } from '../../../base/model/cloud-event-mode.ts';
import { oneOf, parseBroker, parseSwitch, parseText } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The settings of the broker that runs publish to. */
export const brokerSettings = {
  broker: defineSetting({
    flag: 'broker',
    env: 'SPECMILL_BROKER',
    takes: 'B',
    fallback: 'embedded',
    help: '"embedded", or kafka://host:9092,host:9092',
    parse: parseBroker,
  }),
  cloudevents: defineSetting<CloudEventMode>({
    flag: 'cloudevents',
    env: 'SPECMILL_CLOUDEVENTS',
    takes: 'MODE',
    fallback: 'binary',
    help: 'attributes of CloudEvents: binary (in the headers), or structured (around each record, in the value)',
    parse: oneOf('binary', 'structured'),
  }),
  createTopics: defineSetting({
    flag: 'create-topics',
    env: 'SPECMILL_CREATE_TOPICS',
    takes: null,
    fallback: 'off',
    help: "create missing topics with the broker's defaults",
    parse: parseSwitch,
  }),
  kafkaSsl: defineSetting({
    flag: 'kafka-ssl',
    env: 'SPECMILL_KAFKA_SSL',
    takes: null,
    fallback: 'off',
    help: 'use TLS for connections to Kafka',
    parse: parseSwitch,
  }),
  kafkaCa: defineSetting<string | null>({
    flag: 'kafka-ca',
    env: 'SPECMILL_KAFKA_CA',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the certificate authority of the brokers',
    parse: parseText,
  }),
  kafkaSasl: defineSetting({
    flag: 'kafka-sasl',
    env: 'SPECMILL_KAFKA_SASL',
    takes: 'HOW',
    fallback: 'none',
    help: 'authentication to Kafka: none, plain, scram-sha-256, scram-sha-512',
    parse: oneOf('none', 'plain', 'scram-sha-256', 'scram-sha-512'),
  }),
  kafkaCompression: defineSetting({
    flag: 'kafka-compression',
    env: 'SPECMILL_KAFKA_COMPRESSION',
    takes: 'HOW',
    fallback: 'none',
    help: 'compression of batches to Kafka: none, gzip, snappy, zstd',
    parse: oneOf('none', 'gzip', 'snappy', 'zstd'),
  }),
};
