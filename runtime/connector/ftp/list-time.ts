const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

/**
 * Returns the time in a line of LIST: `Nov 22 13:05`, `Nov 22 2025`, `11-22-26 01:05PM` or `2026-11-22 13:05`. The time
 * is one of the IANA zone `timeZone`; a time without a year is at most a day after `now`. Returns null for other forms.
 */
export function parseListTime(text: string, timeZone: string, now = new Date()): Date | null {
  const fields = parseUnix(text, now) ?? parseDos(text) ?? parseIso(text);
  if (fields === null) return null;
  const time = toZone(fields, timeZone);
  const hasYear = !/^\S+ +\d+ +\d+:\d+$/.test(text.trim());
  if (hasYear || time.getTime() <= now.getTime() + DAY_MS) return time;
  return toZone([fields[0] - 1, ...fields.slice(1)] as Fields, timeZone);
}

/** Year, month from 0, day, hour and minute. */
type Fields = [number, number, number, number, number];

function parseUnix(text: string, now: Date): Fields | null {
  const match = /^([A-Za-z]{3}) +(\d{1,2}) +(?:(\d{1,2}):(\d{2})|(\d{4}))$/.exec(text.trim());
  const [, name = '', day, hour = 0, minute = 0, year = now.getUTCFullYear()] = match ?? [];
  const month = MONTHS.indexOf(name.toLowerCase());
  return month < 0 ? null : [Number(year), month, Number(day), Number(hour), Number(minute)];
}

function parseDos(text: string): Fields | null {
  const match = /^(\d{2})-(\d{2})-(\d{2}|\d{4}) +(\d{1,2}):(\d{2}) ?(AM|PM)?$/i.exec(text.trim());
  if (match === null) return null;
  const [, month, day, year = '', hour, minute, half] = match;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0);
  return [Number(year.length === 2 ? `20${year}` : year), Number(month) - 1, Number(day), hours, Number(minute)];
}

function parseIso(text: string): Fields | null {
  const match = /^(\d{4})-(\d{2})-(\d{2}) +(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return [year, month - 1, day, hour, minute];
}

/** Returns the moment at which clocks in the zone show these fields. */
function toZone(fields: Fields, timeZone: string): Date {
  const utc = Date.UTC(...fields);
  const first = utc - offsetAt(utc, timeZone);
  // The offset may differ between the two moments if the clocks change between them.
  return new Date(utc - offsetAt(first, timeZone));
}

/** Returns the difference between the clocks of a zone and UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment);
  const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day'), valueOf('hour'), valueOf('minute'));
  return shown - Math.floor(moment / 60_000) * 60_000;
}
