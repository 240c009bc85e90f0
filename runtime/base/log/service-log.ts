import { pino } from 'pino';
import type { Log } from './json-log.ts';

/** The levels of a log, from the most lines to the fewest. */
const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** How a log is written. */
export interface ServiceLogOptions {
  /** `json`: one JSON object per line. `pretty`: lines for a person. */
  format: 'json' | 'pretty';
  /** Lines below this level are not written. */
  level: (typeof LOG_LEVELS)[number];
  /** Receives each line, with its line feed. */
  write(line: string): void;
}

/**
 * Creates the log of the service. A line has the members `time` (ISO 8601, UTC), `level`, those of the details, and
 * `event`. The values of members that hold secrets are replaced by `[redacted]`, at
 * any depth.
 */
export function createServiceLog({ format, level, write }: ServiceLogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (details) => redactSecrets(details) },
    },
    { write: format === 'json' ? write : (line: string) => write(formatPretty(line)) },
  );
  return {
    debug: (event, details = {}) => logger.debug(details, event),
    info: (event, details = {}) => logger.info(details, event),
    warn: (event, details = {}) => logger.warn(details, event),
    error: (event, details = {}) => logger.error(details, event),
  };
}

/** Returns a log that adds the present `members` to the details of each line. */
export function withMembers(log: Log, members: object): Log {
  return {
    debug: (event, details) => log.debug(event, { ...members, ...details }),
    info: (event, details) => log.info(event, { ...members, ...details }),
    warn: (event, details) => log.warn(event, { ...members, ...details }),
    error: (event, details) => log.error(event, { ...members, ...details }),
  };
}

/**
 * Formats a line of a JSON log for a person: time, level, event, and the other members as `name=value`. Values are JSON,
 * so a value cannot begin a new line. Only the stack of an error has lines of its own, below.
 */
export function formatPretty(line: string): string {
  // The cast is safe: each line of the log is an object with these members.
  const { time, level, event, ...details } = JSON.parse(line) as Record<string, unknown>;
  const members = Object.entries(details).map(([name, value]) => `${name}=${toText(value)}`);
  const head = `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${String(event)}`;
  return `${[head, ...members].join(' ')}\n`;
}

function toText(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
}

/** What the names of members with secrets end with, in lower case and without `-` and `_`. */
const SECRETS = [
  ...['password', 'passphrase', 'secret', 'token', 'authorization', 'cookie'],
  ...['privatekey', 'accesskey', 'accountkey', 'masterkey', 'apikey', 'connectionstring', 'signature'],
];

/** What exceeds these limits is not written. No event of the service has so much, but an object of a library may. */
const MAX_DEPTH = 10;
const MAX_MEMBERS = 2000;

/**
 * Returns a copy of the details of a log line in which `[redacted]` replaces the value of each member whose name says
 * that it is a secret, at any depth. What is nested more than 10 levels deep, and what follows 2,000 members, is
 * replaced, too, so that an object that contains itself ends.
 */
function redactSecrets(details: object): Record<string, unknown> {
  let members = 0;

  function copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH || ++members > MAX_MEMBERS) return '[omitted]';
    const plain: unknown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
    if (typeof plain !== 'object' || plain === null) return plain;
    if (Array.isArray(plain)) return plain.map((each) => copyOf(each, depth + 1));
    return copyMembers(plain, depth);
  }

  function copyMembers(value: object, depth: number): Record<string, unknown> {
    const copied = Object.entries(value).map(
      ([name, member]) => [name, isSecret(name) ? '[redacted]' : copyOf(member, depth + 1)] as const,
    );
    return Object.fromEntries(copied);
  }

  return copyMembers(details, 0);
}

function isSecret(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return SECRETS.some((secret) => plain.endsWith(secret));
}
