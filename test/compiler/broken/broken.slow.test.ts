import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check, type SpecText } from '../../../compiler/index.ts';
import { messages } from '../../../compiler/diagnostics/messages/messages.ts';
import { largeSpecs } from './large-specs.ts';

/** A wrong spec with all its expected diagnostics, in text order: `line:column code`. */
interface Broken {
  readonly input: SpecText;
  readonly expected: readonly string[];
}

const shown = new Set<string>();
const files = readdirSync(import.meta.dirname).filter((file) => /\.(?:yaml|json)$/.test(file));

for (const file of files) {
  test(file, () => {
    const { input, expected } = readBroken(file);
    const found = check(input);
    for (const { code } of found) shown.add(code);
    assert.equal(
      found.map(({ line, column, code }) => `${line}:${column} ${code}`),
      expected,
      explain(found),
    );
  });
}

for (const [name, { input, code, severity }] of Object.entries(largeSpecs)) {
  test(name, () => {
    const found = check(input());
    assert.ok(
      found.some((diagnostic) => diagnostic.code === code && diagnostic.severity === severity),
      explain(found.slice(0, 3)),
    );
    for (const diagnostic of found) shown.add(diagnostic.code);
  });
}

test('every code has a sample', () => {
  assert.ok(files.length >= 60);
  assert.equal(
    Object.keys(messages).filter((code) => !shown.has(code)),
    // No format of today needs the first; test/compiler/seams/ reports it for a format of its own. The second is about a
    // file beside the spec; test/compiler/reference.test.ts reports it. The third is about an encoding of messages;
    // test/readers/avro/ reports it. The last is about a registry; test/runtime/cli-check-registry.slow.test.ts reports it.
    ['record_types_not_for_format', 'unusable_reference', 'value_not_encodable', 'schema_refused'],
  );
});

test.run();

function readBroken(file: string): Broken {
  const { name: expectedName, ext } = parse(file);
  const path = join(import.meta.dirname, file);
  const text = readFileSync(path, 'utf8');
  if (ext === '.yaml')
    return { input: { text, path: file, syntax: 'yaml', expectedName }, expected: firstComments(text) };
  const expected = readFileSync(join(import.meta.dirname, `${expectedName}.expected`), 'utf8')
    .trimEnd()
    .split('\n');
  return { input: { text, path: file, syntax: 'json', expectedName }, expected };
}

/** Returns the expected diagnostics of a YAML sample, which are comments in its first lines. */
function firstComments(text: string): string[] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !/^# \d+:\d+ /.test(line));
  return lines.slice(0, end).map((line) => line.slice(2));
}

function explain(found: readonly { line: number; column: number; code: string; message: string }[]): string {
  return found.map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`).join('\n');
}
