import { type BrokerSettingName, brokerSettings, readBroker } from '../broker.ts';
import { describeError, makeLog } from '../log.ts';
import { BrokenFolder } from '../registry/git-folder.ts';
import { CannotListen } from '../server/listen.ts';
import { NotLoopback, openService, type Service } from '../server/open-service.ts';
import { DiskFull } from '../store/disk-full.ts';
import { DataFolderLocked, UnknownDataFolder } from '../store/folder-failures.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from './command.ts';
import { WrongSpec } from './diagnostics.ts';
import { reasonOf, SystemFailure, systemCode, WrongUsage } from './failures.ts';
import { printResult } from './output.ts';
import { visible } from './terminal.ts';

type Names =
  | 'host'
  | 'port'
  | 'specs'
  | 'data'
  | BrokerSettingName
  | 'threads'
  | 'maxFileBytes'
  | 'maxRecordBytes'
  | 'keepFiles'
  | 'insecure';

/** Longest that the end may take, in milliseconds. */
const STOP_MS = 9500;

export const command: Command<Names> = {
  usage: ['serve [--host HOST] [--port N] …'],
  description: [
    'Serves specs, file to events and dry runs over HTTP, with a broker of its own or Kafka (--broker kafka://host:9092).',
    'When it is ready it writes one line, "specmill listening on URL"; what happens later goes to the standard error, one JSON object a line.',
    'SIGTERM and SIGINT end it: runs go on where they were when it is started again.',
  ].join('\n'),
  flags: {},
  settings: [
    'host',
    'port',
    'specs',
    'data',
    ...brokerSettings,
    'threads',
    'maxFileBytes',
    'maxRecordBytes',
    'keepFiles',
    'insecure',
  ],
  operands: { min: 0, max: 0 },
  run: serve,
};

async function serve({ settings }: CommandInput<Names>): Promise<ExitCode> {
  const broker = await readBroker(settings, process.env);
  const log = makeLog((line) => void process.stderr.write(line));
  // A fault that nobody caught leaves nobody knows what: the next process goes on from what is kept.
  process.on('uncaughtException', (error) => {
    log.error('fault', describeError(error));
    process.exit(EXIT.system);
  });
  const stopped = waitForSignal();
  const service = await openService({ ...settings, broker }, log).catch((error: unknown) => {
    throw asFailure(error);
  });
  await printResult(`specmill listening on ${service.url}\n`);
  log.info('stopping', { signal: await stopped });
  await stop(service);
  return EXIT.good;
}

async function stop(service: Service): Promise<void> {
  // What is committed is kept; the rest is nothing to wait for.
  setTimeout(() => process.exit(EXIT.good), STOP_MS).unref();
  await service.stop();
}

function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
}

function asFailure(error: unknown): unknown {
  if (error instanceof NotLoopback)
    return new WrongUsage(error.message, '--insecure listens all the same; --host 127.0.0.1 keeps others out');
  if (error instanceof BrokenFolder) return new WrongSpec(tellBroken(error));
  if (
    error instanceof CannotListen ||
    error instanceof DataFolderLocked ||
    error instanceof UnknownDataFolder ||
    error instanceof DiskFull
  )
    return new SystemFailure(error.message);
  return systemCode(error) === undefined ? error : new SystemFailure(`the service cannot start: ${reasonOf(error)}`);
}

function tellBroken({ broken }: BrokenFolder): string {
  const lines = broken.problems.flatMap(({ file, diagnostics }) =>
    diagnostics.map(({ line, column, code, severity, message }) =>
      visible(`${file ?? 'specs'}:${line}:${column} ${severity === 'warning' ? 'warning ' : ''}${code}: ${message}`),
    ),
  );
  return [
    ...lines,
    '',
    'specmill: the specs folder cannot be served, and there is no earlier state of it; specmill check says more',
  ].join('\n');
}
