import { Cron } from 'croner';
import { ConnectorFailure } from '../../connector/failure.ts';
import { compileFilePattern } from '../../connector/file-pattern.ts';
import { normalizePath } from '../../connector/remote-path.ts';
import { isTopicName } from '../../base/model/topic-name.ts';
import { parseDuration } from '../../state/settings/values/parsers.ts';
import type { Read } from './document.ts';

/** Reads a text of 1 to 1,000 characters. */
export const text: Read<string> = (value) => {
  if (typeof value !== 'string' || value === '' || value.length > 1000)
    throw new Error('takes a text of 1 to 1,000 characters');
  return value;
};

/** Reads `true` or `false`. */
export const flag: Read<boolean> = (value) => {
  if (typeof value !== 'boolean') throw new Error('takes true or false');
  return value;
};

/** Creates a reader of whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): Read<number> {
  return (value) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      throw new Error(`takes a whole number from ${min} to ${max}`);
    return value;
  };
}

/** Creates a reader of one of the listed words. */
export function oneWord<const T extends string>(...words: readonly T[]): Read<T> {
  return (value) => {
    const word = words.find((one) => one === value);
    if (word === undefined) throw new Error(`takes one of ${words.join(', ')}`);
    return word;
  };
}

/** Creates a reader of times such as `30s`. It returns milliseconds, from `minMs` to `maxMs`. */
export function duration(minMs = 0, maxMs = 3650 * 86_400_000): Read<number> {
  return (value) => {
    const ms = parseDuration(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '');
    if (ms < minMs) throw new Error(`takes a time of at least ${minMs / 1000}s`);
    if (ms > maxMs) throw new Error(`takes a time of at most ${maxMs / 1000}s`);
    return ms;
  };
}

/** Reads a range of times: `30s..1h`. Returns both ends in milliseconds. */
export const durationRange: Read<{ firstMs: number; maxMs: number }> = (value, place) => {
  const parts = typeof value === 'string' ? value.split('..') : [];
  if (parts.length !== 2) throw new Error('takes a range of times such as 30s..1h');
  const [firstMs, maxMs] = parts.map((part) => duration(1000)(part, place)) as [number, number];
  if (firstMs > maxMs) throw new Error('takes a range of times whose first is not longer than its second');
  return { firstMs, maxMs };
};

/** Reads a pattern of file names. */
export const filePattern: Read<string> = (value, place) => {
  const pattern = text(value, place);
  try {
    compileFilePattern(pattern);
  } catch (error) {
    throw new Error(`is not a valid pattern: ${error instanceof Error ? error.message : ''}`);
  }
  return pattern;
};

/** Reads a path relative to the root of an integration, and returns it without `/` at its ends. */
export const remotePath: Read<string> = (value, place) => {
  if (value === '') return '';
  try {
    return normalizePath(text(value, place));
  } catch (error) {
    if (error instanceof ConnectorFailure) throw new Error('takes a path without ".." and control characters');
    throw error;
  }
};

/** Reads the name of a topic. */
export const topic: Read<string> = (value) => {
  if (typeof value !== 'string' || !isTopicName(value))
    throw new Error('takes a topic name: 1 to 249 of A-Z, a-z, 0-9, ".", "_" and "-", but not "." or ".."');
  return value;
};

/** Reads a time zone of the IANA database, for example `Europe/Zurich`. */
export const timeZone: Read<string> = (value, place) => {
  const zone = text(value, place);
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new Error('takes a time zone such as Europe/Zurich or UTC');
  }
  return zone;
};

/** Reads a cron expression of five parts, or six with seconds. */
export const cronExpression: Read<string> = (value, place) => {
  const expression = text(value, place);
  if (nextOf(expression) === null)
    throw new Error('takes a cron expression that has a next time, such as "0 6 * * MON-FRI"');
  return expression;
};

/** Reads the days of a week in cron's form: `MON-FRI`, `MON,WED`, `*`. */
export const weekDays: Read<string> = (value) => {
  const name = '(?:MON|TUE|WED|THU|FRI|SAT|SUN)';
  const isWeekDays =
    typeof value === 'string' && new RegExp(`^(?:\\*|${name}(?:-${name})?(?:,${name}(?:-${name})?){0,6})$`).test(value);
  if (!isWeekDays || nextOf(`0 0 * * ${value}`) === null) throw new Error('takes days such as MON-FRI or MON,WED');
  return value;
};

/** Reads a time of the day: `07:30`. */
export const timeOfDay: Read<string> = (value) => {
  if (typeof value !== 'string' || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value))
    throw new Error('takes a time of the day such as "07:30"');
  return value;
};

function nextOf(expression: string): Date | null {
  try {
    return new Cron(expression, { paused: true, mode: '5-or-6-parts' }).nextRun();
  } catch {
    return null;
  }
}
