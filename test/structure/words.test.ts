import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSources, ROOT } from './imports.ts';
import { findBannedWords, readTexts } from './words.ts';

/** Folders with documents; those of packages are not the project's. */
const DOCUMENTED = ['compiler', 'runtime', 'specs', 'generated', 'test'];

for (const part of ['compiler', 'runtime', 'test']) {
  test(`${part}: comments and texts use no banned word`, () => {
    const files = findSources(part).filter((file) => !file.startsWith('test/structure/'));
    assert.equal(files.flatMap((file) => readTexts(ROOT, file)).flatMap(findBannedWords), []);
  });
}

test('documents use no banned word', () => {
  const below = DOCUMENTED.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const documents = [...readdirSync(ROOT), ...below].filter(
    (file) => file.endsWith('.md') && !file.includes('node_modules/'),
  );
  assert.ok(documents.length > 10);
  const texts = documents.map((file) => ({ file, line: 1, text: readFileSync(join(ROOT, file), 'utf8') }));
  assert.equal(texts.flatMap(findBannedWords), []);
});

test('a banned word is found in a comment and in a text, also across lines, but not inside another word', () => {
  const found = findBannedWords({
    file: 'a.ts',
    line: 3,
    text: '/** Understands\n * the rest, in\n * front of all. */',
  });
  assert.equal(found, ['a.ts:4: in\n * front of']);
  assert.equal(findBannedWords({ file: 'a.ts', line: 1, text: "'It tells'" }), ['a.ts:1: tells']);
});

test.run();
