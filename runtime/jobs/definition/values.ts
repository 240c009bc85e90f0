import { Cron } from 'croner';
import * as z from 'zod/mini';
import { ConnectorFailure } from '../../connector/failure.ts';
import { compileFilePattern } from '../../base/files/file-pattern.ts';
import { compilePathPattern } from '../../base/files/path-pattern.ts';
import { normalizePath } from '../../connector/remote-path.ts';
import { ERROR_LIMIT_RULE, parseErrorLimit } from '../../base/model/error-share.ts';
import { isTopicName } from '../../base/model/topic-name.ts';
import { converted, describedAs, type ValueSchema } from '../../base/validation/schema.ts';
import { parseDuration } from '../../state/settings/values/parsers.ts';

/** What is expected of a text. */
export const TEXT = 'takes a text of 1 to 1,000 characters';

/** A text of 1 to 1,000 characters. */
export const text = z.string(TEXT).check(z.minLength(1, TEXT), z.maxLength(1000, TEXT));

/** `true` or `false`. */
export const flag = z.boolean('takes true or false');

/** Creates the schema of whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const expected = `takes a whole number from ${min} to ${max}`;
  return z.int(expected).check(z.minimum(min, expected), z.maximum(max, expected));
}

/** Creates the schema of one of the listed words. */
export function oneWord<const T extends string>(...words: readonly T[]) {
  return z.enum(words, `takes one of ${words.join(', ')}`);
}

/** Creates the schema of texts that match an expression. `expected` follows "takes". */
export function matching(expression: RegExp, expected: string) {
  return z.string(`takes ${expected}`).check(z.regex(expression, `takes ${expected}`));
}

const writtenDuration = z.union([z.string().check(z.regex(/^(?:\d{1,6}[dhms]|0)$/)), z.literal(0)]);

/** Creates the schema of times such as `30s`. The value is milliseconds, from `minMs` to `maxMs`. */
export function duration(minMs = 0, maxMs = 3650 * 86_400_000): ValueSchema<number> {
  return converted(describedAs(writtenDuration), (value) => {
    const ms = parseDuration(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '');
    if (ms < minMs) throw new Error(`takes a time of at least ${minMs / 1000}s`);
    if (ms > maxMs) throw new Error(`takes a time of at most ${maxMs / 1000}s`);
    return ms;
  });
}

/** A range of times: `30s..1h`. The value has both ends in milliseconds. */
export const durationRange = converted(describedAs(z.string()), (value) => {
  const parts = typeof value === 'string' ? value.split('..') : [];
  if (parts.length !== 2) throw new Error('takes a range of times such as 30s..1h');
  const [firstMs, maxMs] = parts.map((part) => z.parse(duration(1000), part)) as [number, number];
  if (firstMs > maxMs) throw new Error('takes a range of times whose first is not longer than its second');
  return { firstMs, maxMs };
});

const writtenLimit = z.union([z.int().check(z.minimum(0)), z.string()]);

/** How many records may have errors: a whole number, or a share such as `2 %`. */
export const errorLimit = converted(describedAs(writtenLimit), (value): number | string => {
  if (typeof value !== 'number' && typeof value !== 'string') throw new Error(ERROR_LIMIT_RULE);
  return parseErrorLimit(String(value));
});

/** A pattern of file names. */
export const filePattern = patternOf(compileFilePattern);

/** A pattern of the paths of members in an archive. */
export const memberPattern = patternOf(compilePathPattern);

function patternOf(compile: (pattern: string) => unknown) {
  return converted(text, (pattern) => {
    try {
      compile(pattern);
    } catch (error) {
      throw new Error(`is not a valid pattern: ${error instanceof Error ? error.message : ''}`);
    }
    return pattern;
  });
}

/** A path relative to the root of an integration. The value has no `/` at its ends. */
export const remotePath = converted(describedAs(z.string().check(z.maxLength(1000))), (value) => {
  if (value === '') return '';
  try {
    return normalizePath(z.parse(text, value));
  } catch (error) {
    if (error instanceof ConnectorFailure) throw new Error('takes a path without ".." and control characters');
    throw error;
  }
});

/** The name of a topic. */
export const topic = converted(
  describedAs(matching(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/, 'a topic name')),
  (value) => {
    if (typeof value !== 'string' || !isTopicName(value))
      throw new Error('takes a topic name: 1 to 249 of A-Z, a-z, 0-9, ".", "_" and "-", but not "." or ".."');
    return value;
  },
);

/** A time zone of the IANA database, for example `Europe/Zurich`. */
export const timeZone = converted(text, (zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new Error('takes a time zone such as Europe/Zurich or UTC');
  }
  return zone;
});

/** A cron expression of five parts, or six with seconds. */
export const cronExpression = converted(text, (expression) => {
  if (nextOf(expression) === null)
    throw new Error('takes a cron expression that has a next time, such as "0 6 * * MON-FRI"');
  return expression;
});

const DAY = '(?:MON|TUE|WED|THU|FRI|SAT|SUN)';
const DAYS = 'days such as MON-FRI or MON,WED';

/** The days of a week in cron's form: `MON-FRI`, `MON,WED`, `*`. */
export const weekDays = converted(
  matching(new RegExp(`^(?:\\*|${DAY}(?:-${DAY})?(?:,${DAY}(?:-${DAY})?){0,6})$`), DAYS),
  (days) => {
    if (nextOf(`0 0 * * ${days}`) === null) throw new Error(`takes ${DAYS}`);
    return days;
  },
);

/** A time of the day: `07:30`. */
export const timeOfDay = matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of the day such as "07:30"');

function nextOf(expression: string): Date | null {
  try {
    return new Cron(expression, { paused: true, mode: '5-or-6-parts' }).nextRun();
  } catch {
    return null;
  }
}
