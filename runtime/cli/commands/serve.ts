import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { readJwtIssuer, readTlsFiles } from '../../state/settings/access.ts';
import { readSchemas } from '../../state/settings/schemas.ts';
import { readBroker } from '../../state/settings/broker.ts';
import { type SettingName, settings as allSettings } from '../../state/settings/declarations.ts';
import { describeError } from '../../base/log/json-log.ts';
import { createServiceLog } from '../../base/log/service-log.ts';
import { BrokenFolder } from '../../state/registry/folder/git-folder.ts';
import { readAlertSettings } from '../../state/settings/alerts.ts';
import { readMasterKey } from '../../state/settings/sources.ts';
import { CannotUseBucket } from '../../connector/bucket-files/cannot-use-bucket.ts';
import { CannotListen } from '../../server/http/listen.ts';
import { NotLoopback, openService, type Service } from '../../server/open-service.ts';
import { DiskFull } from '../../base/model/disk-full.ts';
import type { BrokerSettings } from '../../base/model/broker-settings.ts';
import { readFiles } from '../../state/settings/files.ts';
import { readStore } from '../../state/settings/store.ts';
import type { PostgresSettings } from '../../state/store/postgresql/settings.ts';
import { storeAddress } from '../operands/service-address.ts';
import { isStoreFailure } from '../operands/store-failure.ts';
import {
  DatabaseDamaged,
  DatabaseMissing,
  DataFolderLocked,
  UnknownDataFolder,
} from '../../state/store/folder-failures.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { SpecError } from '../format/diagnostics.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { visible } from '../format/terminal.ts';
import { createDataFolder, isOpenToOthers } from '../../base/files/data-folder.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/** Maximum time that the service takes to stop, in milliseconds. */
const STOP_MS = 9500;

/** The command `specmill serve`. */
export const command: Command<SettingName> = {
  usage: ['serve [--host HOST] [--port N] …'],
  description: [
    'Runs the HTTP service: specs, transforms and dry runs. Events go to the embedded broker or to Kafka (--broker kafka://host:9092).',
    'When it is ready, it prints one line to standard output: "specmill listening on URL". It logs to standard error, one JSON object',
    'per line. SIGTERM and SIGINT stop it. Unfinished runs resume at the next start.',
  ].join('\n'),
  flags: {},
  // The cast is safe: these are the keys of the object.
  settings: Object.keys(allSettings) as SettingName[],
  operands: { min: 0, max: 0 },
  run: serve,
};

async function serve({ settings }: CommandInput<SettingName>): Promise<ExitCode> {
  const broker = await readBroker(settings, process.env);
  const schemas = readSchemas(settings, process.env, settings);
  const postgres = await readStore(settings.store, process.env);
  checkBroker(postgres, broker);
  const filesPlace = readFiles(settings, postgres, process.env);
  const log = createServiceLog({
    format: settings.logFormat,
    level: settings.logLevel,
    write: (line) => void process.stderr.write(line),
  });
  // After an uncaught exception, the state of the process is unknown. The next process resumes from the stored state.
  process.on('uncaughtException', (error) => {
    log.error('fault', describeError(error));
    process.exit(EXIT.system);
  });
  const stopped = waitForSignal();
  await checkFolders(settings);
  if (await isOpenToOthers(settings.data).catch(() => false))
    log.warn('data_folder_open_to_others', { message: 'other users can access the data folder: run chmod 700 on it' });
  const masterKey = readMasterKey(process.env);
  const alerts = readAlertSettings(settings.alertUrl, process.env);
  const access = { jwt: readJwtIssuer(settings), tls: readTlsFiles(settings) };
  const servers = { postgres, filesPlace, broker, schemas, masterKey, alerts, ...readPieceBytes() };
  const service = await openService({ ...settings, ...access, ...servers }, log).catch((error: unknown) => {
    throw asFailure(error);
  });
  // Commands find the service in its data folder. It also works without.
  const removeAddress = await storeAddress(settings.data, service.url).catch((error: unknown) => {
    log.warn('address_not_stored', describeError(error));
    return async () => {};
  });
  await printToStdout(`specmill listening on ${service.url}\n`);
  log.info('stopping', { signal: await stopped });
  await removeAddress().catch(() => {});
  await stop(service);
  return EXIT.success;
}

/** For tests of the service on PostgreSQL, which need no Kafka. */
const TEST_BROKER = 'SPECMILL_TEST_EMBEDDED_BROKER';

/** For tests of large files in pieces, which need no large file. In bytes. */
const TEST_PIECE_BYTES = 'SPECMILL_TEST_PIECE_BYTES';

function readPieceBytes(): { pieceBytes?: number } {
  const bytes = Number(process.env[TEST_PIECE_BYTES]);
  return bytes > 0 ? { pieceBytes: bytes } : {};
}

function checkBroker(postgres: PostgresSettings | null, broker: BrokerSettings): void {
  if (postgres === null || broker.kind === 'kafka' || process.env[TEST_BROKER] === 'on') return;
  throw new UsageError(
    '--store postgresql://… requires Kafka, because the embedded broker exists with SQLite only',
    'add --broker kafka://host:9092, or leave out --store',
  );
}

/**
 * Creates the data folder if it is missing. Throws SystemFailure if the specs folder is missing, if one of the two is not a
 * folder, or if the data folder cannot be written.
 */
async function checkFolders({ specs, data }: CommandInput<SettingName>['settings']): Promise<void> {
  const specsAre = await findKind(specs);
  if (specsAre === 'missing')
    throw new SystemFailure(`the specs folder ${specs} does not exist. Create it, or name another with --specs DIR`);
  if (specsAre === 'other')
    throw new SystemFailure(`the specs folder ${specs} is not a folder. Name a folder with --specs DIR`);
  if ((await findKind(data)) === 'other')
    throw new SystemFailure(`the data folder ${data} is not a folder. Name a folder with --data DIR`);
  try {
    await createDataFolder(data);
    await access(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SystemFailure(
      `the data folder ${data} cannot be written (${reasonOf(error)}). Name a folder that can be written with --data DIR`,
    );
  }
}

/** Returns `missing` also for a path that cannot be examined. Follows symbolic links. */
async function findKind(path: string): Promise<'folder' | 'other' | 'missing'> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 'missing';
  return found.isDirectory() ? 'folder' : 'other';
}

async function stop(service: Service): Promise<void> {
  // Everything that was committed is durable. The process can end without waiting for other work.
  setTimeout(() => process.exit(EXIT.success), STOP_MS).unref();
  await service.stop();
}

function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
}

function asFailure(error: unknown): unknown {
  if (error instanceof NotLoopback)
    return new UsageError(
      error.message,
      'create a key with specmill keys add, set --jwt-issuer, or set --tls-client-ca. Use --host 127.0.0.1 to accept local connections only, or --insecure to listen anyway',
    );
  if (error instanceof BrokenFolder) return new SpecError(formatBrokenFolder(error));
  if (
    error instanceof CannotListen ||
    error instanceof DatabaseDamaged ||
    error instanceof DatabaseMissing ||
    error instanceof DataFolderLocked ||
    error instanceof UnknownDataFolder ||
    isStoreFailure(error) ||
    error instanceof CannotUseBucket ||
    error instanceof DiskFull
  )
    return new SystemFailure(error.message);
  return systemCode(error) === undefined ? error : new SystemFailure(`the service cannot start: ${reasonOf(error)}`);
}

function formatBrokenFolder({ broken }: BrokenFolder): string {
  const lines = broken.files.flatMap(({ file, diagnostics }) =>
    diagnostics.map(({ line, column, code, severity, message }) =>
      visible(`${file ?? 'specs'}:${line}:${column} ${severity === 'warning' ? 'warning ' : ''}${code}: ${message}`),
    ),
  );
  return [
    ...lines,
    '',
    'specmill: the specs folder has errors, and no earlier valid state is stored. Run specmill check for details',
  ].join('\n');
}
