/** Installs the servers that test:connectors needs, with Debian's package manager. Without the rights, the tests are skipped. */
import { spawnSync } from 'node:child_process';
import { hasOpenSsh } from './servers/open-ssh.ts';

if (!hasOpenSsh() && process.getuid?.() === 0) {
  for (const command of ['apt-get update -qq', 'apt-get install -y -qq --no-install-recommends openssh-server']) {
    const [program = '', ...parameters] = command.split(' ');
    const { status } = spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) console.log(`note: "${command}" failed`);
  }
}
