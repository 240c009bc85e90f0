import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planZone, zoneNames } from '../../compiler/emitting/zones/transitions.ts';
import { emitZone } from '../../compiler/emitting/zones/emit-zone.ts';
import { createZone, instantInZone, offsetAt } from '../../compiler/kernel/values/dates/instants.ts';
import { selectCases } from '../support/property.ts';

// One zone of each region and of each kind of rule. Those whose past was corrected lately are left out, because they
// differ between the versions of ICU in Node.js.
const ZONES = [
  ...['Africa/Cairo', 'Africa/Johannesburg', 'Africa/Lagos', 'Africa/Nairobi', 'Africa/Tunis', 'Africa/Windhoek'],
  ...['America/Anchorage', 'America/Argentina/Buenos_Aires', 'America/Bogota', 'America/Caracas', 'America/Chicago'],
  ...['America/Denver', 'America/Halifax', 'America/Lima', 'America/Los_Angeles', 'America/New_York'],
  ...['America/Phoenix', 'America/Santiago', 'America/Sao_Paulo', 'America/St_Johns', 'Asia/Amman', 'Asia/Baghdad'],
  ...['Asia/Dhaka', 'Asia/Dubai', 'Asia/Hong_Kong', 'Asia/Jakarta', 'Asia/Jerusalem', 'Asia/Kathmandu'],
  ...['Asia/Kolkata', 'Asia/Novosibirsk', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Singapore', 'Asia/Tokyo'],
  ...['Asia/Yekaterinburg', 'Atlantic/Azores', 'Atlantic/Reykjavik', 'Australia/Adelaide', 'Australia/Brisbane'],
  ...['Australia/Lord_Howe', 'Australia/Sydney', 'Europe/Amsterdam', 'Europe/Athens', 'Europe/Berlin'],
  ...['Europe/Dublin', 'Europe/Helsinki', 'Europe/Istanbul', 'Europe/Kyiv', 'Europe/Lisbon', 'Europe/London'],
  ...['Europe/Madrid', 'Europe/Moscow', 'Europe/Paris', 'Europe/Warsaw', 'Europe/Zurich', 'Pacific/Apia'],
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Honolulu', 'Pacific/Kiritimati'],
];

/** Returns the offset of a zone at an instant as ICU knows it, in seconds. */
function offsetOfIcu(format: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(instant * 1000).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts as Record<string, number>;
  return Date.UTC(year, month - 1, day, hour % 24, minute, second) / 1000 - instant;
}

test('sixty zones have the offsets of ICU around every change from 1970 to 2020', () => {
  assert.is(ZONES.length, 60);
  let compared = 0;
  for (const name of selectCases(ZONES, 6)) {
    const planned = planZone(name);
    if (planned === null) throw new Error(`${name} is missing`);
    const zone = toZone(name);
    const numbers = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
    const format = new Intl.DateTimeFormat('en-US-u-hc-h23', {
      ...numbers,
      ...{ minute: '2-digit', second: '2-digit', timeZone: name },
    });
    const end = Date.UTC(2020, 0, 1) / 1000;
    const near = planned.changes.flatMap(({ at }) => [at - 3600, at - 1, at, at + 1, at + 3600]);
    for (const instant of near.filter((one) => one < end)) {
      assert.is(offsetAt(zone, instant), offsetOfIcu(format, instant), `${name} ${instant}`);
      compared++;
    }
  }
  assert.ok(compared > 1000, `${compared} instants`);
});

function toZone(name: string) {
  const planned = planZone(name);
  if (planned === null) throw new Error(`${name} is missing`);
  const text = emitZone('zone', name, planned).source;
  const changes = [...text.slice(text.indexOf('createZone')).matchAll(/'([^']*)'/g)].map(([, piece]) => piece).join('');
  return createZone(planned.first, changes);
}

test('the emitted table of every zone has its changes', () => {
  for (const name of zoneNames()) {
    const planned = planZone(name);
    const { times, offsets } = toZone(name);
    assert.equal(
      times.map((at, index) => ({ at, offset: offsets[index] })),
      planned?.changes,
      name,
    );
  }
});

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

test('a local time that exists twice or not at all is decided by the settings', () => {
  const berlin = toZone('Europe/Berlin');
  const twice = at('2024-10-27T02:30:00');
  assert.is(instantInZone(twice, berlin, 'EARLIER', 'ISSUE'), at('2024-10-27T00:30:00'));
  assert.is(instantInZone(twice, berlin, 'LATER', 'ISSUE'), at('2024-10-27T01:30:00'));
  assert.ok(Number.isNaN(instantInZone(twice, berlin, 'ISSUE', 'SHIFT')));
  const missing = at('2024-03-31T02:30:00');
  assert.is(instantInZone(missing, berlin, 'ISSUE', 'SHIFT'), at('2024-03-31T01:30:00'));
  assert.ok(Number.isNaN(instantInZone(missing, berlin, 'EARLIER', 'ISSUE')));
  for (const [local, utc] of [
    ['2024-03-31T01:59:59', '2024-03-31T00:59:59'],
    ['2024-03-31T03:00:00', '2024-03-31T01:00:00'],
    ['2024-10-27T01:59:59', '2024-10-26T23:59:59'],
    ['2024-10-27T03:00:00', '2024-10-27T02:00:00'],
  ] as const)
    assert.is(instantInZone(at(local), berlin, 'ISSUE', 'ISSUE'), at(utc), local);
});

test('a whole day is missing where the date line moved, and a half hour is set back', () => {
  const apia = toZone('Pacific/Apia');
  assert.ok(Number.isNaN(instantInZone(at('2011-12-30T12:00:00'), apia, 'ISSUE', 'ISSUE')));
  assert.is(instantInZone(at('2011-12-29T23:59:59'), apia, 'ISSUE', 'ISSUE'), at('2011-12-30T09:59:59'));
  assert.is(instantInZone(at('2011-12-31T00:00:00'), apia, 'ISSUE', 'ISSUE'), at('2011-12-30T10:00:00'));
  const lordHowe = toZone('Australia/Lord_Howe');
  assert.ok(Number.isNaN(instantInZone(at('2024-04-07T01:45:00'), lordHowe, 'ISSUE', 'ISSUE')));
  assert.is(instantInZone(at('2024-04-07T01:15:00'), lordHowe, 'ISSUE', 'ISSUE'), at('2024-04-06T14:15:00'));
});

test('names that are no zones have no plan, not even names of objects', () => {
  for (const name of ['', 'Europe', 'europe/berlin', '__proto__', 'constructor', 'CET-1CEST'])
    assert.is(planZone(name), null, name);
  assert.equal(planZone('Asia/Calcutta')?.changes, planZone('Asia/Kolkata')?.changes);
});

test.run();
