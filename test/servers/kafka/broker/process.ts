import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KafkaFiles } from './install.ts';
import { USER } from './properties.ts';

const MEMORY = ['-Xmx512m', '-XX:+UseSerialGC'];
const LOGGING = `status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d %p %m (%c)%n%ex
rootLogger.level = info
rootLogger.appenderRef.out.ref = out
`;

/** The process of a broker. Its output goes to `server.log` in its folder. */
export interface BrokerProcess {
  start(): void;
  /** Null while it runs, otherwise how it ended. */
  ended(): string | null;
  /** Sends a signal and waits until the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Creates the data folder of the broker whose `server.properties` are in `folder`. */
export function formatStorage({ jars }: KafkaFiles, folder: string): void {
  writeFileSync(join(folder, 'log4j2.properties'), LOGGING);
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${USER.username},password=${USER.password}]`,
  ]);
  const id = Buffer.from('specmill-tests-1').toString('base64url');
  execFileSync(
    'java',
    [
      ...javaOptions(jars, folder),
      'kafka.tools.StorageTool',
      'format',
      '-t',
      id,
      '-c',
      join(folder, 'server.properties'),
      ...scram,
    ],
    { stdio: 'pipe' },
  );
}

/** Creates a broker process that ends whenever this process ends, for any reason. Its `data` folder is then deleted. */
export function createBrokerProcess({ jars }: KafkaFiles, folder: string): BrokerProcess {
  const pidFile = join(folder, 'pid');
  const log = join(folder, 'server.log');
  let child: ChildProcess | null = null;
  watchOver(folder);

  return {
    start() {
      const out = openSync(log, 'a');
      child = spawn('java', [...javaOptions(jars, folder), 'kafka.Kafka', join(folder, 'server.properties')], {
        cwd: folder,
        stdio: ['ignore', out, out],
      });
      closeSync(out);
      writeFileSync(pidFile, String(child.pid));
    },
    ended: () =>
      child === null
        ? 'it was not started'
        : isOver(child)
          ? `it ended with ${child.signalCode ?? child.exitCode}: ${readFileSync(log, 'utf8').slice(-3000)}`
          : null,
    async end(signal) {
      const ending = child;
      if (ending === null) return;
      child = null;
      if (!isOver(ending)) {
        const gone = new Promise((resolve) => ending.once('exit', resolve));
        ending.kill(signal);
        await gone;
      }
      rmSync(pidFile, { force: true });
    },
  };
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

// A separate process. Its input closes when this process ends.
function watchOver(folder: string): void {
  const guardian = spawn(
    'sh',
    [
      '-c',
      'cat > /dev/null; cd "$1" 2> /dev/null || exit 0; [ -f pid ] && kill -9 "$(cat pid)"; rm -rf data',
      'sh',
      folder,
    ],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  guardian.unref();
  // An open pipe would keep this process alive.
  (guardian.stdin as unknown as { unref(): void }).unref();
}

function javaOptions(jars: string, folder: string): string[] {
  return [...MEMORY, `-Dlog4j2.configurationFile=${join(folder, 'log4j2.properties')}`, '-cp', join(jars, '*')];
}
