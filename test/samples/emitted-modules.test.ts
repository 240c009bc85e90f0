import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../compiler/index.ts';
import { emitSource } from '../support/load-module.ts';
import { findCases, findSpecSamples, type SpecFile } from './sample.ts';

/**
 * One line per spec: the SHA-256 of its emitted module and fast reader, and its name. SPECMILL_UPDATE=1 adds new specs
 * and removes deleted ones. Only SPECMILL_UPDATE=modules replaces the hash of a spec that is already listed.
 */
const listPath = join(import.meta.dirname, 'emitted-modules.txt');
const update = process.env['SPECMILL_UPDATE'] ?? '';

test('each spec emits the same bytes as before', () => {
  const known = readList();
  const emitted = new Map(findSpecs().map(([name, spec]) => [name, hashOf(spec)]));
  if (update !== '') {
    const kept = [...emitted].map(
      ([name, hash]) => `${update === 'modules' ? hash : (known.get(name) ?? hash)}  ${name}`,
    );
    writeFileSync(listPath, `${kept.join('\n')}\n`);
  }
  const expected = update === '' ? known : readList();
  const changed = [...emitted].filter(([name, hash]) => expected.has(name) && expected.get(name) !== hash);
  assert.equal(
    changed.map(([name]) => name),
    [],
    'these specs emit other bytes. If that is intended: SPECMILL_UPDATE=modules node --import tsx test/samples/emitted-modules.test.ts',
  );
  assert.equal([...emitted.keys()], [...expected.keys()], 'specs were added or removed: npm run test:update');
});

test.run();

function readList(): Map<string, string> {
  const lines = readFileSync(listPath, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Returns the specs of all samples and of the folder `specs`, each once, by name. */
function findSpecs(): [string, SpecFile][] {
  const samples = [...findCases(import.meta.dirname), ...findSpecSamples(join(import.meta.dirname, '../../specs'))];
  const nameOf = (name: string) => (name.startsWith('specs/') ? name.split('/').slice(0, 2).join('/') : name);
  return [...new Map(samples.map(({ name, spec }) => [nameOf(name), spec]))];
}

function hashOf(input: SpecFile): string {
  const { spec, diagnostics } = readAndCheck(input);
  if (spec === null) throw new Error(`${input.path} has errors: ${JSON.stringify(diagnostics)}`);
  const { source, fastSource } = emitSource(spec);
  return createHash('sha256')
    .update(source)
    .update(fastSource ?? '')
    .digest('hex');
}
