// Writes tz-database.json from compiled zones (TZif, RFC 9636), such as those of the PyPI package `tzdata`:
// node compiler/emitting/zones/write-zones.mjs FOLDER VERSION
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const [, , folder, version] = process.argv;
if (folder === undefined || version === undefined) throw new Error('usage: write-zones.mjs FOLDER VERSION');

/** Returns the transitions since 1970 and the rule after the last one of a TZif file, or null for another file. */
function readZone(path) {
  const bytes = readFileSync(path);
  if (bytes.subarray(0, 4).toString('latin1') !== 'TZif') return null;
  const header = (at) => Array.from({ length: 6 }, (_, i) => bytes.readUInt32BE(at + 20 + 4 * i));
  const [utc1, standard1, leaps1, times1, types1, characters1] = header(0);
  // The first part has times of 32 bits. The second has all of them with 64 bits.
  const start = 44 + times1 * 5 + types1 * 6 + characters1 + leaps1 * 8 + standard1 + utc1;
  const [utc, standard, leaps, times, types, characters] = header(start);
  const at = start + 44;
  const offsets = Array.from({ length: types }, (_, i) => bytes.readInt32BE(at + times * 9 + i * 6));
  const all = Array.from({ length: times }, (_, i) => ({
    at: Number(bytes.readBigInt64BE(at + i * 8)),
    offset: offsets[bytes[at + times * 8 + i]],
  }));
  const footer = bytes.subarray(at + times * 9 + types * 6 + characters + leaps * 12 + standard + utc).toString('latin1');
  const first = all.filter((one) => one.at <= 0).at(-1)?.offset ?? offsets[0];
  let last = first;
  // The rule applies after the last change, even if that one leaves the offset as it was.
  const changes = all.filter((one) => {
    const isChange = one.at > 0 && (one.offset !== last || one === all.at(-1));
    if (one.at > 0) last = one.offset;
    return isChange;
  });
  return { first, changes, rule: footer.trim() };
}

function write({ first, changes, rule }) {
  let before = 0;
  const texts = changes.map(({ at, offset }) => {
    const text = `${(at - before).toString(36)}${offset < 0 ? '-' : '+'}${Math.abs(offset).toString(36)}`;
    before = at;
    return text;
  });
  return `${first} ${texts.join(' ')} ${rule}`.replace(/ +/g, ' ');
}

const zones = {};
const names = new Map();
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
// A name with a region comes first: the others are its other names.
for (const file of [...files.filter((name) => name.includes(sep)), ...files.filter((name) => !name.includes(sep))]) {
  const path = join(folder, file);
  if (!statSync(path).isFile()) continue;
  const zone = readZone(path);
  if (zone === null) continue;
  const name = relative(folder, path).split(sep).join('/');
  const text = write(zone);
  const same = names.get(text);
  if (same === undefined) names.set(text, name);
  zones[name] = same === undefined ? text : `=${same}`;
}
const sorted = Object.fromEntries(Object.entries(zones).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(join(import.meta.dirname, 'tz-database.json'), `${JSON.stringify({ version, zones: sorted }, null, 1)}\n`);
