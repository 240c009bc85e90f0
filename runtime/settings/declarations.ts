import { availableParallelism } from 'node:os';

/** Something that is said once for the whole program: by flag, else by environment, else by default. */
export interface Setting<T> {
  /** The flag without its dashes. */
  flag: string;
  /** Name of the environment variable; null where only the flag says it. */
  env: string | null;
  /** What stands for the value in the help; null where the flag alone says it. */
  takes: string | null;
  /** The default as one would write it; null: nothing. */
  fallback: string | null;
  help: string;
  /** Reads a written value. Throws an Error whose message goes on from "--flag ", as "takes a number". */
  parse(text: string): T;
}

/** A setting has a value that cannot be used; the message is a sentence that names flag or variable. */
export class WrongSetting extends Error {}

const text = (written: string): string => written;

/** Every setting of the program. What a flag means is said here and nowhere else. */
export const settings = {
  host: define({
    flag: 'host',
    env: 'SPECMILL_HOST',
    takes: 'HOST',
    fallback: '127.0.0.1',
    help: 'address to listen on',
    parse: text,
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
    parse: text,
  }),
  data: define({
    flag: 'data',
    env: 'SPECMILL_DATA',
    takes: 'DIR',
    fallback: './.data',
    help: 'folder for runs, messages, received files and compiled specs',
    parse: text,
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
    parse: text,
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

export type SettingName = keyof typeof settings;
/** The values of all settings. */
export type Settings = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> };

/** The values of some settings, from flags (as written; '' for a switch), environment and defaults. Throws WrongSetting. */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): Pick<Settings, Name> {
  // Each value was read by its own setting's parse, which is where the type comes from.
  return Object.fromEntries(names.map((name) => [name, readSetting(settings[name], flags, env)])) as Pick<
    Settings,
    Name
  >;
}

function readSetting(setting: Setting<unknown>, flags: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): unknown {
  const { flag, parse, fallback } = setting;
  const given = flags.get(flag);
  if (given !== undefined) return parseNamed(`--${flag}`, setting.takes === null ? 'on' : given, parse);
  // An empty variable counts as none: that is how shells and compose files switch one off.
  const fromEnv = setting.env === null ? undefined : env[setting.env];
  if (fromEnv) return parseNamed(setting.env ?? '', fromEnv, parse);
  return fallback === null ? null : parse(fallback);
}

/** Reads what was written for `name` (a flag or a variable). Throws WrongSetting. */
export function parseNamed<T>(name: string, written: string, parse: (text: string) => T): T {
  try {
    return parse(written);
  } catch (error) {
    throw new WrongSetting(`${name} ${error instanceof Error ? error.message : 'has a wrong value'}, not "${written}"`);
  }
}

/** A whole number from 0 on. */
export function parseCount(written: string): number {
  const count = Number(written);
  if (!/^\d+$/.test(written) || !Number.isSafeInteger(count)) throw new Error('takes a whole number, 0 or more');
  return count;
}

/** A size in bytes: `10GiB`, `16MiB`, `512k`; units count in 1,024s, those with a plain `B` (`MB`) in 1,000s. */
export function parseSize(written: string): number {
  const [, digits = '', unit = '', binary = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(i?B?)$/i.exec(written) ?? [];
  const size =
    Number(digits) * (unit !== '' && /^b$/i.test(binary) ? 1000 : 1024) ** ' KMGT'.indexOf(unit.toUpperCase() || ' ');
  if (digits === '' || !Number.isSafeInteger(Math.ceil(size)) || size < 1)
    throw new Error('takes a size such as 16MiB or 10GiB');
  return Math.ceil(size);
}

/** A time in milliseconds: `7d`, `12h`, `30m`, `90s`; `0`: none at all. */
export function parseDuration(written: string): number {
  const [, digits = '', unit = 's'] = /^(\d{1,6})([dhms])$/.exec(written) ?? (written === '0' ? ['', '0'] : []);
  if (digits === '') throw new Error('takes a time such as 7d, 12h or 30m');
  return Number(digits) * { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }[unit as 'd' | 'h' | 'm' | 's'];
}

function define<T>(setting: Setting<T>): Setting<T> {
  return setting;
}

function parsePort(written: string): number {
  const port = Number(written);
  if (!/^\d{1,5}$/.test(written) || port > 65535) throw new Error('takes a number from 0 to 65535');
  return port;
}

function parsePositive(written: string): number {
  const count = Number(written);
  if (!/^\d{1,4}$/.test(written) || count === 0) throw new Error('takes a whole number from 1 to 9999');
  return count;
}

function parseSwitch(written: string): boolean {
  if (/^(on|true|yes|1)$/i.test(written)) return true;
  if (/^(off|false|no|0)$/i.test(written)) return false;
  throw new Error('takes on or off');
}

function parseBroker(written: string): string {
  if (written === 'embedded' || /^kafka:\/\/[^/?#\s,]+(,[^/?#\s,]+)*\/?(\?\S*)?$/.test(written)) return written;
  throw new Error('takes "embedded" or kafka://host:9092');
}

function oneOf<const T extends string>(...words: T[]): (written: string) => T {
  return (written) => {
    const word = words.find((one) => one === written.toLowerCase());
    if (word === undefined) throw new Error(`takes one of ${words.join(', ')}`);
    return word;
  };
}
