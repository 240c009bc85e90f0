import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of Chromium, or null if it is not installed. SPECMILL_CHROMIUM names another program. */
export function findChromium(): string | null {
  const named = process.env['SPECMILL_CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...PROGRAMS].find((path) => existsSync(path)) ?? null;
}

/** Installs Chromium with the packages of Debian. Throws an Error if that is not possible. */
export function installChromium(): void {
  if (process.getuid?.() !== 0) throw new Error('the tests need root to install it: apt-get install chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
  ]) {
    const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed`);
  }
}
