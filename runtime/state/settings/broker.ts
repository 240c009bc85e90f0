import { readFile } from 'node:fs/promises';
import { canCompress } from '../../sink/kafka/protocol/codec.ts';
import type { BrokerSettings, Compression, KafkaSettings } from '../../base/model/broker-settings.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { type SettingName, type Settings, settings } from './declarations.ts';
import { SettingError, withoutUser } from './values/setting.ts';

/** The names of the settings that concern the broker. */
export const brokerSettings = [
  'broker',
  'createTopics',
  'kafkaSsl',
  'kafkaCa',
  'kafkaSasl',
  'kafkaCompression',
] as const satisfies readonly SettingName[];
/** The name of a broker setting. */
export type BrokerSettingName = (typeof brokerSettings)[number];

const PORT = 9092;
const USER = 'SPECMILL_KAFKA_USER';
const PASSWORD = 'SPECMILL_KAFKA_PASSWORD';

/**
 * Reads the settings of the broker. User and password come from the environment variables SPECMILL_KAFKA_USER and
 * SPECMILL_KAFKA_PASSWORD. Throws SettingError if a setting is invalid, if --kafka-sasl requires a user or password
 * that is missing, or if the file of --kafka-ca cannot be read.
 */
export async function readBroker(
  brokerOptions: Pick<Settings, BrokerSettingName>,
  env: NodeJS.ProcessEnv,
): Promise<BrokerSettings> {
  if (brokerOptions.broker === 'embedded') return { kind: 'embedded' };
  const url = new URL(brokerOptions.broker.replace(/^kafka:\/\/[^/?]*/, 'kafka://hosts'));
  return {
    kind: 'kafka',
    brokers: readHosts(brokerOptions.broker),
    ssl: await readSsl(brokerOptions),
    sasl: readSasl(brokerOptions.kafkaSasl, env),
    compression: readCompression(url.searchParams, brokerOptions.kafkaCompression),
    createTopics: brokerOptions.createTopics,
  };
}

/** Returns `host:port` of each broker in a setting `kafka://…`. Throws SettingError if one is invalid. */
export function readHosts(broker: string): string[] {
  const hosts = /^kafka:\/\/([^/?]*)/.exec(broker)?.[1] ?? '';
  return hosts.split(',').map((host) => {
    const [, name = '', port = String(PORT)] = /^([^:@]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
    if (name === '' || Number(port) > 65535)
      throw new SettingError(
        `"${withoutUser(host)}" in --broker is not a valid host: write kafka://host:9092,host:9092, with user and password in ${USER} and ${PASSWORD}`,
      );
    return `${name}:${port}`;
  });
}

async function readSsl({ kafkaSsl, kafkaCa }: Pick<Settings, BrokerSettingName>): Promise<KafkaSettings['ssl']> {
  if (kafkaCa === null) return kafkaSsl ? {} : null;
  try {
    return { ca: await readFile(kafkaCa, 'utf8') };
  } catch (error) {
    throw new SettingError(`--kafka-ca: cannot read ${kafkaCa}: ${reasonOf(error)}`);
  }
}

function readSasl(mechanism: Settings['kafkaSasl'], env: NodeJS.ProcessEnv): KafkaSettings['sasl'] {
  if (mechanism === 'none') return null;
  const username = env[USER];
  const password = env[PASSWORD];
  if (!username || !password)
    throw new SettingError(`--kafka-sasl ${mechanism} requires a user and a password in ${USER} and ${PASSWORD}`);
  return { mechanism, username, password };
}

function readCompression(query: URLSearchParams, fallback: Compression): Compression {
  for (const name of query.keys())
    if (name !== 'compression')
      throw new SettingError(`--broker: unknown parameter "${name}". The only parameter is compression`);
  const written = query.get('compression');
  const compression = written === null ? fallback : parseCompression(written);
  if (!canCompress(compression)) throw new SettingError(`compression ${compression} requires Node 22.15 or newer`);
  return compression;
}

function parseCompression(written: string): Compression {
  try {
    return settings.kafkaCompression.parse(written);
  } catch (error) {
    throw new SettingError(
      `--broker kafka://…?compression= ${error instanceof Error ? error.message : ''}, not "${written}"`,
    );
  }
}
