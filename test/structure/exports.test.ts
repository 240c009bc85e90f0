import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSources, ROOT } from './imports.ts';

const EXEMPT = new Set([
  // Generated from the description of the API.
  'runtime/client/operations.ts',
  // The build, which is no TypeScript, uses its exports.
  'runtime/cli/program.ts',
]);

const EXPORTS =
  /^export (?:declare )?(?:async )?(?:abstract )?(const|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

/** Returns how often each word occurs in a text. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const texts = new Map(
  ['compiler', 'runtime', 'test', 'generated']
    .flatMap(findSources)
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const),
);
const words = new Map([...texts].map(([file, text]) => [file, countWords(text)]));

/** Returns the exports of the sources that no other file names. A type that its own file uses in a signature is no such export. */
function findUnused(): string[] {
  const users = new Map<string, number>();
  for (const counts of words.values()) for (const word of counts.keys()) users.set(word, (users.get(word) ?? 0) + 1);
  return [...texts].flatMap(([file, text]) =>
    /^(?:compiler|runtime)\//.test(file) && !EXEMPT.has(file)
      ? [...text.matchAll(EXPORTS)].flatMap(([, kind = '', name = '']) => {
          const isType = kind === 'interface' || kind === 'type';
          const isNamedElsewhere = (users.get(name) ?? 0) > 1;
          return isNamedElsewhere || (isType && (words.get(file)?.get(name) ?? 0) > 1) ? [] : [`${file}: ${name}`];
        })
      : [],
  );
}

test('every exported function and constant is named by another file, and every exported type is used', () => {
  assert.ok(texts.size > 1000);
  assert.equal(findUnused(), []);
});

test.run();
