import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../compiler/index.ts';
import { emitSource } from '../support/load-module.ts';

/** Generated modules are formatted like hand-written code, by Biome. */
const root = new URL('../../', import.meta.url).pathname;

/** Returns the modules of the project's specs, and of the specs of all sample tests that compile. */
function emitAll(): Map<string, string> {
  const modules = new Map<string, string>();
  for (const file of readdirSync(join(root, 'generated')).filter((name) => name.endsWith('.ts')))
    modules.set(file, readFileSync(join(root, 'generated', file), 'utf8'));
  const samples = join(root, 'test/samples');
  for (const folder of readdirSync(samples, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const file = readdirSync(join(samples, folder.name)).find((name) => /^spec\.(?:yaml|json)$/.test(name));
    if (file === undefined) continue;
    const text = readFileSync(join(samples, folder.name, file), 'utf8');
    const { spec } = readAndCheck({ text, path: file, syntax: file.endsWith('json') ? 'json' : 'yaml' });
    if (spec === null) continue;
    const { source, fastSource } = emitSource(spec);
    modules.set(`${folder.name}.ts`, source);
    if (fastSource !== null) modules.set(`${folder.name}.fast.ts`, fastSource);
  }
  return modules;
}

test('Biome changes nothing in any generated module', () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-format-'));
  try {
    const { formatter, javascript } = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8')) as object as {
      formatter: object;
      javascript: object;
    };
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ formatter, javascript }));
    const modules = emitAll();
    // Biome removes the quotes of a property called __proto__. The emitter writes them, because they are safe in every
    // context.
    for (const [file, source] of modules)
      writeFileSync(join(folder, file), source.replaceAll("'__proto__':", '__proto__:'));
    const biome = join(root, 'node_modules/.bin/biome');
    execFileSync(biome, ['format', '--write', `--config-path=${folder}`, folder], { stdio: 'pipe' });
    const changed = [...modules.keys()].filter(
      (file) =>
        readFileSync(join(folder, file), 'utf8') !== modules.get(file)?.replaceAll("'__proto__':", '__proto__:'),
    );
    assert.equal(changed, []);
    assert.ok(modules.size > 200);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
