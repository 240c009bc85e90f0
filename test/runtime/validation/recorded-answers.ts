import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';

/** Values that a person may write by mistake. `undefined` removes a member. */
const WRONG: readonly unknown[] = [
  ...[undefined, null, true, 7, -1, 1.5, '', 'x', '../x', '30s', 'a\u0001', 'é'.repeat(5000)],
  ...[[], ['x'], {}, { x: 1 }],
];

/**
 * Returns a value with each of its parts replaced by each wrong value, and each of its objects with an unknown member.
 * Each has a name that says what was changed.
 */
export function* mistakesIn(value: unknown): Generator<[name: string, value: unknown]> {
  for (const path of pathsIn(value)) {
    for (const wrong of WRONG) yield [`${path.join('.')} = ${short(wrong)}`, replaced(value, path, wrong)];
    yield [`${path.join('.')} + unknown`, replaced(value, [...path, 'unknown'], 1)];
  }
}

/** Fails if the lines are not those of the file `answers/NAME.txt`. SPECMILL_UPDATE=answers writes them. */
export function compareWithRecorded(name: string, lines: readonly string[]): void {
  const file = join(import.meta.dirname, 'answers', `${name}.txt`);
  if (process.env['SPECMILL_UPDATE'] === 'answers') writeFileSync(file, `${lines.join('\n')}\n`);
  const recorded = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const differing = lines.findIndex((line, at) => line !== recorded[at]);
  const advice = 'SPECMILL_UPDATE=answers writes the answers anew';
  if (differing >= 0) assert.is(lines[differing], recorded[differing], advice);
  assert.is(lines.length, recorded.length, advice);
}

function* pathsIn(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value))
    yield* pathsIn(each, [...path, Array.isArray(value) ? Number(name) : name]);
}

function replaced(value: unknown, [name, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (name === undefined) return by;
  if (typeof value !== 'object' || value === null) return { [name]: by };
  const copy: Record<string | number, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  const part = replaced(copy[name], rest, by);
  if (part === undefined && !Array.isArray(copy)) delete copy[name];
  else copy[name] = part;
  return copy;
}

/** A right answer, short enough to be recorded. */
export function digest(answer: unknown): string {
  return `accepted ${createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 8)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 10)}… (${text.length})` : text;
}
