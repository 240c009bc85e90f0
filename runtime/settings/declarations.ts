import { availableParallelism } from 'node:os';
import type { Setting } from './setting.ts';
import {
  oneOf,
  parseBroker,
  parseColumns,
  parseDuration,
  parsePort,
  parsePositive,
  parseSize,
  parseSwitch,
  parseText,
} from './parsers.ts';

/** All settings of the program, by name. */
export const settings = {
  host: define({
    flag: 'host',
    env: 'SPECMILL_HOST',
    takes: 'HOST',
    fallback: '127.0.0.1',
    help: 'address to listen on',
    parse: parseText,
  }),
  port: define({
    flag: 'port',
    env: 'SPECMILL_PORT',
    takes: 'N',
    fallback: '3000',
    help: 'port to listen on; 0 selects any free port',
    parse: parsePort,
  }),
  specs: define({
    flag: 'specs',
    env: 'SPECMILL_SPECS',
    takes: 'DIR',
    fallback: './specs',
    help: 'folder of the specs',
    parse: parseText,
  }),
  data: define({
    flag: 'data',
    env: 'SPECMILL_DATA',
    takes: 'DIR',
    fallback: './.data',
    help: 'folder for runs, messages, received files and compiled specs',
    parse: parseText,
  }),
  broker: define({
    flag: 'broker',
    env: 'SPECMILL_BROKER',
    takes: 'B',
    fallback: 'embedded',
    help: '"embedded", or kafka://host:9092,host:9092',
    parse: parseBroker,
  }),
  createTopics: define({
    flag: 'create-topics',
    env: 'SPECMILL_CREATE_TOPICS',
    takes: null,
    fallback: 'off',
    help: "create missing topics with the broker's defaults",
    parse: parseSwitch,
  }),
  kafkaSsl: define({
    flag: 'kafka-ssl',
    env: 'SPECMILL_KAFKA_SSL',
    takes: null,
    fallback: 'off',
    help: 'use TLS for connections to Kafka',
    parse: parseSwitch,
  }),
  kafkaCa: define<string | null>({
    flag: 'kafka-ca',
    env: 'SPECMILL_KAFKA_CA',
    takes: 'FILE',
    fallback: null,
    help: 'PEM file with the certificate authority of the brokers',
    parse: parseText,
  }),
  kafkaSasl: define({
    flag: 'kafka-sasl',
    env: 'SPECMILL_KAFKA_SASL',
    takes: 'HOW',
    fallback: 'none',
    help: 'authentication to Kafka: none, plain, scram-sha-256, scram-sha-512',
    parse: oneOf('none', 'plain', 'scram-sha-256', 'scram-sha-512'),
  }),
  kafkaCompression: define({
    flag: 'kafka-compression',
    env: 'SPECMILL_KAFKA_COMPRESSION',
    takes: 'HOW',
    fallback: 'none',
    help: 'compression of batches to Kafka: none, gzip, snappy, zstd',
    parse: oneOf('none', 'gzip', 'snappy', 'zstd'),
  }),
  threads: define({
    flag: 'threads',
    env: 'SPECMILL_THREADS',
    takes: 'N',
    fallback: String(availableParallelism()),
    help: 'number of threads to use',
    parse: parsePositive,
  }),
  maxFileBytes: define({
    flag: 'max-file-bytes',
    env: 'SPECMILL_MAX_FILE_BYTES',
    takes: 'SIZE',
    fallback: '10GiB',
    help: 'size limit of a file sent to the service, and of the content of a compressed file',
    parse: parseSize,
  }),
  maxRecordBytes: define({
    flag: 'max-record-bytes',
    env: 'SPECMILL_MAX_RECORD_BYTES',
    takes: 'SIZE',
    fallback: '16MiB',
    help: "upper limit for every spec's maxRecordBytes",
    parse: parseSize,
  }),
  maxColumns: define({
    flag: 'max-columns',
    env: 'SPECMILL_MAX_COLUMNS',
    takes: 'N',
    fallback: '16384',
    help: 'maximum number of columns of a CSV file',
    parse: parseColumns,
  }),
  maxOutputBytes: define({
    flag: 'max-output-bytes',
    env: 'SPECMILL_MAX_OUTPUT_BYTES',
    takes: 'SIZE',
    fallback: '100GiB',
    help: 'size limit of the messages of a run',
    parse: parseSize,
  }),
  maxOutputRatio: define({
    flag: 'max-output-ratio',
    env: 'SPECMILL_MAX_OUTPUT_RATIO',
    takes: 'N',
    fallback: '100',
    help: 'the messages of a run may be N times as large as its file, once they exceed 1 GiB',
    parse: parsePositive,
  }),
  maxProcessorTime: define({
    flag: 'max-processor-time',
    env: 'SPECMILL_MAX_PROCESSOR_TIME',
    takes: 'TIME',
    fallback: '2h',
    help: 'limit of the processor time for reading a file',
    parse: parseDuration,
  }),
  maxSpecsBytes: define({
    flag: 'max-specs-bytes',
    env: 'SPECMILL_MAX_SPECS_BYTES',
    takes: 'SIZE',
    fallback: '64MiB',
    help: 'size limit of the specs of the API, with their earlier versions',
    parse: parseSize,
  }),
  keepFiles: define({
    flag: 'keep-files',
    env: 'SPECMILL_KEEP_FILES',
    takes: 'TIME',
    fallback: '7d',
    help: 'how long the files of finished runs are stored, for their rejects',
    parse: parseDuration,
  }),
  insecure: define({
    flag: 'insecure',
    env: null,
    takes: null,
    fallback: 'off',
    help: 'listen on other addresses than loopback without access control',
    parse: parseSwitch,
  }),
};

/** The name of a setting. */
export type SettingName = keyof typeof settings;
/** The parsed values of all settings, by name. */
export type Settings = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> };

function define<T>(setting: Setting<T>): Setting<T> {
  return setting;
}
