/** Each line of PROMISES.md names a test that exists, and the README of the Kafka sink the broker of the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from './imports.ts';

/** The title of a test or suite: the first argument of a call. A part of it may be computed. */
const TITLES =
  /\b(?:test\w*|check|suite|kafkaSuite)(?:<[^>]*>)?\(\s*['"`]([^]{1,300}?)['"`](?:,\s*(?:async\b|\()|\);)/g;

const lines = readFileSync(join(ROOT, 'PROMISES.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));

test('PROMISES.md has many lines, and each has five columns', () => {
  assert.ok(lines.length > 30, `${lines.length}`);
  const wrong = lines.filter((line) => line.split(' | ').length !== 5 && !/^(?:[^|]+\|){4} \|$/.test(line.slice(2)));
  assert.equal(wrong, []);
});

test('each line names a test that exists', () => {
  const wrong = lines.filter((line) => {
    const [, file = '', title = ''] = /\| `([\w./-]+\.ts)` "([^"]+)" \|/.exec(line) ?? [];
    const path = join(ROOT, 'test', file);
    return file === '' || !existsSync(path) || !titlesOf(path).some((one) => one.includes(title));
  });
  assert.equal(wrong, []);
});

test('the README of the sink names the Kafka of the tests', () => {
  const pom = readFileSync(join(ROOT, 'test/servers/kafka/broker/pom.xml'), 'utf8');
  const [, version] = /<kafka\.version>([\d.]+)</.exec(pom) ?? [];
  const readme = readFileSync(join(ROOT, 'runtime/sink/kafka/README.md'), 'utf8');
  assert.is(/Apache Kafka ([\d.]+\d)/.exec(readme)?.[1], version);
  assert.type(version, 'string');
});

test('the check finds titles, not other texts', () => {
  assert.equal(titlesOf(import.meta.filename).slice(0, 2), [
    'PROMISES.md has many lines, and each has five columns',
    'each line names a test that exists',
  ]);
});

function titlesOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(TITLES)].map(([, title = '']) => title);
}

test.run();
