/**
 * Runs the commands of runtime/deploy/INSTANCES.md as they are written, with other ports. Three scripts stand for those of
 * Kafka's download, and two start the programs of PostgreSQL as a user without rights.
 */
import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findPostgres } from '../connectors/servers/postgresql.ts';
import { blocksOf } from '../../compiler/docs/run-document.ts';
import { findKafka } from '../kafka/broker/install.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';
import { findFreePort } from '../../support/free-port.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'runtime/deploy/INSTANCES.md');
const PORTS = ['3001', '3002', '3003', '5433', '9092', '9093'];

const test = suite('the quick start of several instances');
const [postgres, kafka] = [findPostgres(), findKafka()];
const missing = postgres === null ? 'PostgreSQL is not installed' : kafka === null ? 'Kafka is not installed' : null;

skipIf(missing, test)('its commands work, and print what it shows', async () => {
  const at = createWorkplace();
  try {
    writePrograms(at);
    cpSync(join(ROOT, 'specs'), at.path('specs'), { recursive: true });
    // The user that runs PostgreSQL writes into this folder, too.
    chmodSync(at.path('.'), 0o777);
    const blocks = blocksOf(readFileSync(DOCUMENT, 'utf8'));
    let script = blocks
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text)
      .join('\n');
    for (const port of PORTS) script = script.replaceAll(port, String(await findFreePort()));
    at.write(
      'script',
      `set -e\nexport PATH=$PWD/bin:$PATH\ntrap "pg_ctl -D pg -m immediate stop; kill -9 0" EXIT\n${script}\ntrap - EXIT\n`,
    );
    const { code, stdout, stderr } = at.shell('setsid -w bash script');
    const shown = blocks.filter(({ language }) => language === 'text').map(({ text }) => text);
    assert.is(stdout, shown.join(''), `${code} ${stderr}`);
    assert.is(code, 0, stderr);
  } finally {
    at.remove();
  }
});

function writePrograms(at: Workplace): void {
  const java = `java -Xmx512m -cp '${kafka?.jars}/*'`;
  const asUser = process.getuid?.() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : '';
  const programs = {
    'kafka-storage.sh': `exec ${java} kafka.tools.StorageTool "$@"`,
    'kafka-server-start.sh': `echo $$ > kafka.pid; exec ${java} kafka.Kafka "$@"`,
    // The folder of the broker is removed after the script, so the broker must have ended.
    'kafka-server-stop.sh':
      'kill $(cat kafka.pid); for i in $(seq 600); do kill -0 $(cat kafka.pid) 2>/dev/null || break; sleep 0.1; done',
    initdb: `exec ${asUser}${postgres}/initdb "$@"`,
    pg_ctl: `exec ${asUser}${postgres}/pg_ctl "$@"`,
    npx: `shift; exec ${process.execPath} ${join(ROOT, 'dist/specmill.js')} "$@"`,
  };
  for (const [name, line] of Object.entries(programs)) {
    at.write(`bin/${name}`, `#!/bin/sh\n${line}\n`);
    chmodSync(at.path(`bin/${name}`), 0o755);
  }
}

test.run();
