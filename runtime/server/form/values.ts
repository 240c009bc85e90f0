import { ON_DUPLICATE_FILE, type OnDuplicateFile } from '../../model/accepted.ts';
import { DELIVERIES, type Delivery } from '../../model/run-info.ts';
import { RUN_STATUSES, type RunStatus } from '../../runs/run-request.ts';
import { isTopicName } from '../../model/topic-name.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Parses a UUID (RFC 9562) and returns it in lower case. This function and the others of this file throw an Error whose
 * message continues a sentence that starts with the name of the field: "takes a UUID".
 */
export function readUuid(text: string): string {
  if (!UUID.test(text)) throw new Error('takes a UUID');
  return text.toLowerCase();
}

/** Parses `true` or `false`. Throws an Error for any other text. */
export function readBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('takes true or false');
  return text === 'true';
}

/** Parses a topic name. Throws an Error unless it follows the rules of Kafka. */
export function readTopic(text: string): string {
  if (!isTopicName(text))
    throw new Error('takes a topic name: 1 to 249 of A-Z, a-z, 0-9, ".", "_" and "-", but not "." or ".."');
  return text;
}

/** Creates a parser of whole numbers from `min` to `max`. The parser throws an Error for any other text. */
export function readNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d{1,16}$/.test(text) || number < min || number > max)
      throw new Error(`takes a whole number from ${min} to ${max}`);
    return number;
  };
}

/** Parses a delivery guarantee. Throws an Error for any other text. */
export function readDelivery(text: string): Delivery {
  const delivery = DELIVERIES.find((one) => one === text);
  if (delivery === undefined) throw new Error(`takes one of ${DELIVERIES.join(', ')}`);
  return delivery;
}

/** Parses the setting for a file that was already published. Throws an Error for any other text. */
export function readOnDuplicateFile(text: string): OnDuplicateFile {
  const setting = ON_DUPLICATE_FILE.find((one) => one === text);
  if (setting === undefined) throw new Error(`takes one of ${ON_DUPLICATE_FILE.join(', ')}`);
  return setting;
}

/** Parses the status of a run. Throws an Error for any other text. */
export function readRunStatus(text: string): RunStatus {
  const status = RUN_STATUSES.find((one) => one === text);
  if (status === undefined) throw new Error(`takes one of ${RUN_STATUSES.join(', ')}`);
  return status;
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses a date, or a time with its UTC offset (ISO 8601). Returns milliseconds since 1970; for a date, the start of
 * that day in UTC. Throws an Error for any other text.
 */
export function readTime(text: string): number {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Error('takes a date or a time: 2026-01-31 or 2026-01-31T08:00:00Z');
  return time;
}
