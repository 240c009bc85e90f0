/** The reference page of the API loads nothing, and describes every operation. */
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { routes } from '../../../runtime/server/app.ts';
import { createOpenApiDocument } from '../../../runtime/server/openapi/document.ts';
import { html } from '../../../runtime/server/reference/html.ts';
import { createReferencePage, PAGE_POLICY } from '../../../runtime/server/reference/page.ts';

const page = createReferencePage(
  createOpenApiDocument(routes, { version: '1.2.3', credentials: ['bearer', 'certificate'] }),
);

test('the page loads nothing and runs no script', () => {
  assert.not.match(page, /<(?:script|link|img|iframe|object|embed|base|form)\b|\b(?:src|style|on\w+)=|@import|url\(/i);
  assert.not.match(PAGE_POLICY, /unsafe|\*|https?:/);
  assert.match(PAGE_POLICY, /^default-src 'none'; /);
});

test('the policy permits exactly the style of the page', () => {
  const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style);
  assert.is(styles.length, 1);
  const hash = createHash('sha256')
    .update(styles[0] ?? '')
    .digest('base64');
  assert.ok(PAGE_POLICY.includes(`style-src 'sha256-${hash}'`));
});

test('every operation has a section, and every link has its target', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.is(new Set(ids).size, ids.length, 'no id occurs twice');
  for (const { operation } of routes) if (operation !== null) assert.ok(ids.includes(operation.id), operation.id);
  const targets = [...page.matchAll(/ href="([^"]+)"/g)].map(([, target = '']) => target);
  assert.ok(targets.length > 40);
  for (const target of targets) assert.ok(target === '/api/v1/openapi.json' || ids.includes(target.slice(1)), target);
});

test('a screen reader finds the language, the landmarks and the headers of tables', () => {
  for (const part of ['<html lang="en">', '<title>', '<header>', '<nav aria-label="Operations">', '<main>'])
    assert.is(page.split(part).length, 2, part);
  assert.not.match(page.replace(/<th scope="(?:row|col)">/g, ''), /<th\b/, 'each header cell has a scope');
  assert.match(page, /@media \(prefers-color-scheme: dark\)/);
});

test('texts are escaped', () => {
  assert.is(html`<p title="${'"'}">${"<script>&'"}</p>`.html, '<p title="&quot;">&lt;script&gt;&amp;&#39;</p>');
});

test.run();
