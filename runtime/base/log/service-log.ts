import { pino } from 'pino';
import { formatPretty } from './format-pretty.ts';
import type { Log } from './json-log.ts';
import { redactSecrets } from './redact-secrets.ts';

/** The levels of a log, from the most lines to the fewest. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

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
