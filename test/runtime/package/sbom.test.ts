/** `npm run sbom` names exactly the packages that users install, with their checksums. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../../structure/imports.ts';
import { skipIf } from '../../support/skip.ts';

interface Component {
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
}

interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: Component[];
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  version: string;
  packages: Record<string, { version: string; dev?: boolean; devOptional?: boolean; integrity?: string }>;
};
const hasNpm = spawnSync('npm', ['sbom', '--help']).status === 0;

skipIf(hasNpm ? null : 'needs an npm that has "npm sbom"', test)('names each package of the production tree', () => {
  const { stdout, stderr, status } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  assert.is(status, 0, stderr);
  const { bomFormat, metadata, components } = JSON.parse(stdout) as Sbom;
  assert.is(bomFormat, 'CycloneDX');
  assert.equal([metadata.component.name, metadata.component.version], ['specmill', lock.version]);
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  );
  // A package inside another one has no checksum of its own.
  const expected = installed.map(
    ([path, { version, integrity }]) => `${path.replace(/^.*node_modules\//, '')}@${version} ${integrity ?? 'sha512-'}`,
  );
  const named = components.map(({ name, version, hashes = [] }) => {
    const sha512 = hashes.find(({ alg }) => alg === 'SHA-512')?.content ?? '';
    return `${name}@${version} sha512-${Buffer.from(sha512, 'hex').toString('base64')}`;
  });
  assert.ok(named.length > 100, `${named.length}`);
  const missing = expected.filter((line) => !named.includes(line));
  assert.equal([missing, named.filter((line) => !expected.includes(line))], [[], []]);
  // tsx, which only developers install, needs esbuild, too.
  assert.ok(components.some(({ name }) => name === 'esbuild'));
  assert.not.ok(components.some(({ name }) => name === 'tsx'));
});

test.run();
