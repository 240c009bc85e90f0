/** Checks what `package.json` promises to users of the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = join(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: Record<string, string>;
  devDependencies: Record<string, string>;
};
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
};

test('a shell can run the program', () => {
  assert.equal(Object.keys(manifest.bin), ['specmill']);
  assert.match(readFileSync(join(root, 'runtime/cli/main.ts'), 'utf8'), /^#!\/usr\/bin\/env node\n/);
});

test('the lock file has an entry for every platform of every dependency, which npm ci demands', () => {
  const missing = Object.values(lock.packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !(`node_modules/${name}` in lock.packages));
  assert.equal(missing, []);
});

test.run();
