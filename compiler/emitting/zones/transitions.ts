import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** When the offset of a zone changes, from 1970 to 2100. Times and offsets are in seconds; times are UTC since 1970. */
export interface ZoneTransitions {
  /** The release of the tz database, such as `2026f`. */
  readonly version: string;
  /** The offset from UTC at the beginning of 1970, positive to the east. */
  readonly first: number;
  readonly changes: readonly ZoneChange[];
}

/** From `at` on, the zone has this offset. */
export interface ZoneChange {
  readonly at: number;
  readonly offset: number;
}

/**
 * The tz database of IANA, compiled (`write-zones.mjs`). A zone is `FIRST CHANGE … RULE`: its offset at the beginning of
 * 1970, its changes as the time since the one before and the new offset in base 36 (`1a2b+2s0`), and the rule after the
 * last change in the form of POSIX TZ. `=NAME` is another name of a zone.
 */
interface TzDatabase {
  readonly version: string;
  readonly zones: Readonly<Record<string, string>>;
}

const DAY = 86_400;
const LAST_YEAR = 2100;

let loaded: TzDatabase | null = null;

// The data is read only for specs with a zone. Code in a bundle of the compiler finds it by the name of the package.
function loadDatabase(): TzDatabase {
  loaded ??= require('specmill/tz-database') as TzDatabase;
  return loaded;
}

/** Returns the names of all zones of the tz database, including other names of the same zone. */
export function zoneNames(): readonly string[] {
  return Object.keys(loadDatabase().zones);
}

/** Returns the transitions of a zone such as `Europe/Berlin`, or null if the tz database has no zone of this name. */
export function planZone(name: string): ZoneTransitions | null {
  const { version, zones } = loadDatabase();
  const own = Object.hasOwn(zones, name) ? zones[name] : undefined;
  const text = own?.startsWith('=') ? zones[own.slice(1)] : own;
  if (text === undefined) return null;
  const [first = '', ...rest] = text.split(' ');
  const rule = rest.pop() ?? '';
  const changes: ZoneChange[] = [];
  let at = 0;
  for (const change of rest) {
    const [, since = '', sign = '', offset = ''] = /^([0-9a-z]+)([+-])([0-9a-z]+)$/.exec(change) ?? [];
    at += parseInt(since, 36);
    changes.push({ at, offset: (sign === '-' ? -1 : 1) * parseInt(offset, 36) });
  }
  const begin = changes.at(-1)?.at ?? 0;
  const all = [...changes, ...followRule(rule, begin)];
  const isChange = (_: ZoneChange, index: number): boolean =>
    all[index]?.offset !== (all[index - 1]?.offset ?? Number(first));
  return { version, first: Number(first), changes: all.filter(isChange) };
}

const OFFSET = '([+-]?)(\\d{1,3})(?::(\\d\\d))?(?::(\\d\\d))?';
const ABBREVIATION = '(?:[A-Za-z]{3,}|<[^>]+>)';
const RULE = new RegExp(`^${ABBREVIATION}(${OFFSET})${ABBREVIATION}((?:${OFFSET})?),([^,]+),([^,]+)$`);

/** Returns the changes after `begin` of a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1, RFC 9636, 3.3). */
function followRule(rule: string, begin: number): ZoneChange[] {
  const match = RULE.exec(rule);
  if (match === null) return [];
  // In POSIX, offsets are positive to the west.
  const standard = -secondsOf(match[1] ?? '');
  const daylight = match[6] === '' ? standard + 3600 : -secondsOf(match[6] ?? '');
  const [start = '', end = ''] = match.slice(-2);
  const firstYear = new Date(begin * 1000).getUTCFullYear();
  const found: ZoneChange[] = [];
  for (let year = firstYear; year <= LAST_YEAR; year++)
    found.push(
      { at: dayAndTimeOf(start, year) - standard, offset: daylight },
      { at: dayAndTimeOf(end, year) - daylight, offset: standard },
    );
  const limit = Date.UTC(LAST_YEAR + 1, 0, 1) / 1000;
  return found.filter(({ at }) => at > begin && at < limit).sort((a, b) => a.at - b.at);
}

/** Returns the seconds of an offset or a time: `-1`, `2`, `10:30`. */
function secondsOf(text: string): number {
  const [, sign, hours, minutes = '0', seconds = '0'] = new RegExp(`^${OFFSET}$`).exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** Returns the local time of `M3.5.0/3` (the last Sunday of March at 3:00) or `J60` in a year, in seconds. */
function dayAndTimeOf(text: string, year: number): number {
  const [date = '', time = '2'] = text.split('/');
  const julian = /^J(\d+)$/.exec(date);
  const [, month = 0, week = 0, weekday = 0] = (/^M(\d+)\.(\d)\.(\d)$/.exec(date) ?? []).map(Number);
  // J counts the days of a year without 29 February.
  const day = julian ? Date.UTC(2023, 0, Number(julian[1])) : 0;
  const epochDay = julian
    ? Date.UTC(year, new Date(day).getUTCMonth(), new Date(day).getUTCDate()) / 1000 / DAY
    : dayOfWeekIn({ year, month, week, weekday });
  return epochDay * DAY + secondsOf(time);
}

function dayOfWeekIn({ year, month, week, weekday }: Record<'year' | 'month' | 'week' | 'weekday', number>): number {
  const first = Date.UTC(year, month - 1, 1) / 1000 / DAY;
  const days = Date.UTC(year, month, 1) / 1000 / DAY - first;
  // 1970-01-01 was a Thursday.
  const offset = (weekday - ((((first + 4) % 7) + 7) % 7) + 7) % 7;
  const index = offset + (week - 1) * 7;
  return first + (index < days ? index : index - 7);
}
