/** Installs the servers that test:connectors needs, with Debian's package manager. Without the rights, the tests are skipped. */
import { spawnSync } from 'node:child_process';
import * as mariadb from './servers/mariadb.ts';
import { hasOpenSsh } from './servers/open-ssh.ts';
import * as postgresql from './servers/postgresql.ts';

const missing = [
  ...(hasOpenSsh() ? [] : ['openssh-server']),
  ...(postgresql.findPostgres() === null ? postgresql.PACKAGES : []),
  ...(mariadb.hasMariadb() ? [] : mariadb.PACKAGES),
];

if (missing.length > 0 && process.getuid?.() === 0) {
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  for (const parameters of [['update', '-qq'], install]) {
    const { status } = spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) console.log(`note: "apt-get ${parameters.join(' ')}" failed`);
  }
}
