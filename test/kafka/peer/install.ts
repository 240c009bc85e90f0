import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** What a peer does not prove, in the words of whoever reads that it was used. */
export const NOT_PROVED =
  'transactions (exactly-once, all-or-nothing), that the broker drops what it has already, its limits, passwords and TLS, its restart from disk; CI has to run with a Kafka';

/** Fetches what drives the mock cluster, where that has not been done. Throws an Error that tells what is missing. */
export function installPeer(): void {
  if (!hasKcat()) throw new Error('missing: kcat, with which librdkafka comes');
  if (existsSync(join(HERE, 'node_modules/koffi'))) return;
  // Its native part is a package: nothing is built, and nothing else fetched.
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: HERE, stdio: 'inherit' },
  );
}

/** Whether `installPeer` has made it ready. */
export function hasPeer(): boolean {
  return existsSync(join(HERE, 'node_modules/koffi')) && hasKcat();
}

function hasKcat(): boolean {
  return spawnSync('which', ['kcat']).status === 0;
}
