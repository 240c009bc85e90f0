import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** What tests against the mock cluster do not prove. Printed whenever it is used. */
export const NOT_PROVED =
  'transactions (exactly-once, all-or-nothing), duplicate removal by the broker, its limits, passwords and TLS, its restart from disk; CI has to run with a Kafka';

/** Installs the driver of the mock cluster unless it is already there. Throws an Error that names what is missing. */
export function installPeer(): void {
  if (!hasKcat()) throw new Error('missing: kcat, which installs librdkafka');
  if (existsSync(join(HERE, 'node_modules/koffi'))) return;
  // Its native part is a package, so nothing is compiled or downloaded elsewhere.
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: HERE, stdio: 'inherit' },
  );
}

/** Returns whether `installPeer` has installed the driver. */
export function hasPeer(): boolean {
  return existsSync(join(HERE, 'node_modules/koffi')) && hasKcat();
}

function hasKcat(): boolean {
  return spawnSync('which', ['kcat']).status === 0;
}
