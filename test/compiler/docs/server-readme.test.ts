/** The README of the server names every route, form part, problem code and failure code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { problems } from '../../../runtime/server/http/problem.ts';
import { transformFields } from '../../../runtime/server/resources/form-fields.ts';
import { routes } from '../../../runtime/server/app.ts';

const root = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'runtime/server/README.md'), 'utf8');

test('every route is in the table of routes', () => {
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  const missing = routes
    .filter(({ method }) => method !== 'ANY')
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}')}`)
    .filter((route) => !rows.some((row) => new RegExp(`\`${escape(route)}(?:\\?|\`)`).test(row)));
  assert.equal(missing, []);
});

test('every query parameter of a route is named', () => {
  for (const { path, operation } of routes)
    for (const name of Object.keys(operation?.query ?? {}))
      assert.ok(readme.includes(`${name}=`) || readme.includes(`\`${name}\``), `${path} ${name}`);
});

test('every problem code is in the table of errors, with its status', () => {
  for (const [code, { status }] of Object.entries(problems)) {
    const row = readme.split('\n').find((line) => line.startsWith(`| ${status} |`)) ?? '';
    assert.ok(row.includes(`\`${code}\``), code);
  }
});

test('every part of the form of file-to-events is described', () => {
  const parts = Object.keys(transformFields);
  assert.ok(parts.length >= 7);
  for (const part of parts) assert.ok(readme.includes(`| \`${part}\` |`), part);
});

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test.run();
