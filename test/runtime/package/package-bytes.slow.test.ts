/** Two packages of the same sources have the same bytes, wherever and whenever they are built. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../../structure/imports.ts';
import { skipIf } from '../../support/skip.ts';

const test = suite<{ folder: string }>('npm pack');
test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-pack-'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

const tracked = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
const reason = tracked.status === 0 ? null : 'needs git, and a checkout';

skipIf(reason, test)('two folders, time zones, languages and options of V8: the same SHA-256', ({ folder }) => {
  const first = pack(join(folder, 'first'), { TZ: 'UTC', LC_ALL: 'C' });
  const second = pack(join(folder, 'another/place'), {
    TZ: 'Asia/Kolkata',
    LC_ALL: 'C.UTF-8',
    NODE_OPTIONS: '--max-old-space-size=3000',
  });
  if (hashOf(first) === hashOf(second)) return;
  assert.equal(hashesOfFiles(second), hashesOfFiles(first));
  assert.unreachable('the files are the same, and the archives are not');
});

/** Copies the tracked files and the installed packages to a folder, builds and packs there. Returns the archive. */
function pack(folder: string, environment: Readonly<Record<string, string>>): string {
  for (const file of tracked.stdout.split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  // Not as a link: a bundle would name the folder that it leads to.
  const modules = join(ROOT, 'node_modules');
  const packages = readdirSync(modules).filter((name) => name !== '.cache' && !name.startsWith('.tsc'));
  mkdirSync(join(folder, 'node_modules'));
  const operands = [...packages.map((name) => join(modules, name)), join(folder, 'node_modules')];
  // Hard links are quick, and not possible between two disks.
  if (spawnSync('cp', ['-Rl', ...operands]).status !== 0) execFileSync('cp', ['-R', ...operands]);
  const archives = join(folder, 'archives');
  mkdirSync(archives);
  // `npm pack` builds, because the manifest has the script `prepare`.
  execFileSync('npm', ['pack', '--silent', '--pack-destination', archives], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [name = ''] = readdirSync(archives);
  return join(archives, name);
}

/** Returns the hash of each file of an archive, as lines that a difference can be read from. */
function hashesOfFiles(archive: string): string[] {
  const folder = `${archive}-content`;
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path.slice(folder.length)} ${hashOf(path)}`)
    .sort();
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

test.run();
