import { readFile } from 'node:fs/promises';
import { canCompress } from '../sink/kafka/protocol/codec.ts';
import type { BrokerSettings, Compression, KafkaSettings } from '../model/broker-settings.ts';
import { type SettingName, type Settings, settings } from './declarations.ts';
import { WrongSetting } from './setting.ts';

/** The settings that say where runs publish. */
export const brokerSettings = [
  'broker',
  'createTopics',
  'kafkaSsl',
  'kafkaCa',
  'kafkaSasl',
  'kafkaCompression',
] as const satisfies readonly SettingName[];
export type BrokerSettingName = (typeof brokerSettings)[number];

const PORT = 9092;
const USER = 'SPECMILL_KAFKA_USER';
const PASSWORD = 'SPECMILL_KAFKA_PASSWORD';

/**
 * Where runs publish: what the settings say, with user and password from the environment. Throws
 * WrongSetting where they do not fit together, or the certificate authority cannot be read.
 */
export async function readBroker(
  given: Pick<Settings, BrokerSettingName>,
  env: NodeJS.ProcessEnv,
): Promise<BrokerSettings> {
  if (given.broker === 'embedded') return { kind: 'embedded' };
  const url = new URL(given.broker.replace(/^kafka:\/\/[^/?]*/, 'kafka://hosts'));
  return {
    kind: 'kafka',
    brokers: readHosts(given.broker),
    ssl: await readSsl(given),
    sasl: readSasl(given.kafkaSasl, env),
    compression: readCompression(url.searchParams, given.kafkaCompression),
    createTopics: given.createTopics,
  };
}

function readHosts(broker: string): string[] {
  const hosts = /^kafka:\/\/([^/?]*)/.exec(broker)?.[1] ?? '';
  return hosts.split(',').map((host) => {
    const [, name = '', port = String(PORT)] = /^([^:@]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
    if (name === '' || Number(port) > 65535)
      throw new WrongSetting(
        `--broker takes kafka://host:9092,host:9092, and "${host.replace(/^.*@/, '…@')}" is no such host; user and password come from ${USER} and ${PASSWORD}`,
      );
    return `${name}:${port}`;
  });
}

async function readSsl({ kafkaSsl, kafkaCa }: Pick<Settings, BrokerSettingName>): Promise<KafkaSettings['ssl']> {
  if (kafkaCa === null) return kafkaSsl ? {} : null;
  try {
    return { ca: await readFile(kafkaCa, 'utf8') };
  } catch (error) {
    throw new WrongSetting(
      `--kafka-ca: ${kafkaCa} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'it is no file'}`,
    );
  }
}

function readSasl(mechanism: Settings['kafkaSasl'], env: NodeJS.ProcessEnv): KafkaSettings['sasl'] {
  if (mechanism === 'none') return null;
  const username = env[USER];
  const password = env[PASSWORD];
  if (!username || !password)
    throw new WrongSetting(`--kafka-sasl ${mechanism} needs a user and a password in ${USER} and ${PASSWORD}`);
  return { mechanism, username, password };
}

function readCompression(query: URLSearchParams, fallback: Compression): Compression {
  for (const name of query.keys())
    if (name !== 'compression') throw new WrongSetting(`--broker kafka://… knows no "${name}", only "compression"`);
  const written = query.get('compression');
  const compression = written === null ? fallback : parseCompression(written);
  if (!canCompress(compression)) throw new WrongSetting(`compression ${compression} needs Node 22.15 or newer`);
  return compression;
}

function parseCompression(written: string): Compression {
  try {
    return settings.kafkaCompression.parse(written);
  } catch (error) {
    throw new WrongSetting(
      `--broker kafka://…?compression= ${error instanceof Error ? error.message : ''}, not "${written}"`,
    );
  }
}
