// Prints the packages that users install, for all platforms, as an SBOM (CycloneDX). npm writes it from package-lock.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

const { devDependencies: _, ...manifest } = read('package.json');
const lock = read('package-lock.json');
const { '': project, ...packages } = lock.packages;
const { devDependencies: __, ...ownEntry } = project;
const installed = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);

// `npm sbom --omit dev` leaves out packages that a development dependency needs, too, such as esbuild. Therefore it reads
// a project without development dependencies. The name of its folder becomes the name of the component.
const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
const copy = join(folder, manifest.name);
try {
  mkdirSync(copy);
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(copy, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': ownEntry, ...Object.fromEntries(installed) } }),
  );
  const { status, error } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
    { cwd: copy, stdio: 'inherit' },
  );
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
