import { isDeepStrictEqual } from 'node:util';
import type { DatabaseSettings } from '../base/database/settings.ts';
import type { FileDestination } from '../base/model/destination.ts';
import type { BrokerSettings } from '../base/model/broker-settings.ts';
import type { RunSchemas, SchemaSettings } from '../base/model/message-schemas.ts';
import { RunFailure } from '../base/model/run-failure.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { findSchemasOf, type SchemaSubject } from './bind-schemas.ts';
import type { RunModules } from './run-modules.ts';
import type { RunTarget } from '../reading/workers/messages.ts';

/**
 * Returns how to connect to the database of an integration, with the current version of its credential. Throws RunFailure
 * if there is no such integration, and RunPause if it cannot be opened now.
 */
export type OpenDatabase = (integrationId: string) => Promise<DatabaseSettings>;

/** A file that a run writes. Every method throws RunPause or RunFailure if the system cannot be used. */
export interface RunFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file, which appears under its name. */
  commit(): Promise<void>;
  /** Discards the file. Never throws. */
  abort(): Promise<void>;
}

/**
 * Starts to write the file of a run. `isRepeated`: an earlier attempt may have left a temporary file, which is removed.
 * Throws like OpenDatabase.
 */
export type OpenFile = (
  destination: Pick<FileDestination, 'integrationId' | 'path'>,
  options: { isRepeated: boolean },
) => Promise<RunFile>;

/** What this process publishes to. */
export interface Targets {
  /** The broker that this process publishes to. */
  broker: BrokerSettings;
  /** The registry of the schemas of messages. */
  schemas: SchemaSettings;
  /** Null if the process has no integrations. */
  openDatabase: OpenDatabase | null;
  /** Null if the process has no integrations. */
  openFile: OpenFile | null;
}

/** What an attempt of a run needs to publish. `isRepeated`: it is not the first one. */
interface TargetInput extends Targets {
  readonly modules: Pick<RunModules, 'findSource'>;
  readonly isRepeated: boolean;
}

/**
 * Returns where an attempt of a run publishes, with the secrets that it needs. They are opened for each attempt, and
 * sent only to the thread of the run. Throws the errors of OpenDatabase and of findSchemasOf().
 */
export async function openTarget(
  run: StoredRun,
  { broker, schemas, openDatabase, openFile, modules, isRepeated }: TargetInput,
): Promise<RunTarget> {
  const { destination } = run;
  switch (destination.kind) {
    case 'topic':
      return {
        ...destination,
        broker,
        schemas: await schemasOfAttempt(run, {
          settings: schemas,
          findSource: () => modules.findSource(run.moduleHash),
          isRepeated: isRepeated || run.checkpoint !== null,
        }),
      };
    case 'table':
      if (openDatabase === null)
        throw new RunFailure(
          'integration_not_found',
          'the run writes into a database, and this process has no integrations',
        );
      return { ...destination, database: await openDatabase(destination.integrationId) };
    case 'file':
      if (openFile === null)
        throw new RunFailure('integration_not_found', 'the run writes a file, and this process has no integrations');
      return destination;
    default:
      return destination satisfies never;
  }
}

/**
 * Returns the schemas of the messages of an attempt. After an interruption, the registry must still have them under the same
 * ids: it may have lost its data, and other schemas may have the ids now.
 */
async function schemasOfAttempt(
  run: StoredRun,
  {
    settings,
    findSource,
    isRepeated,
  }: Pick<SchemaSubject, 'findSource'> & { settings: SchemaSettings; isRepeated: boolean },
): Promise<RunSchemas | null> {
  const { schemas: first } = run.options;
  if (first !== undefined && !isRepeated) return first;
  const found = await findSchemasOf({ ...run, findSource }, settings);
  if (first !== undefined && found !== null && !isDeepStrictEqual(idsOf(first), idsOf(found)))
    throw new RunFailure(
      'schema_changed',
      `the schema registry has the schemas of the messages under other ids than when the run began: ${idsOf(found).join(', ')} instead of ${idsOf(first).join(', ')}. Restore its data, then send the file again`,
    );
  return first ?? found;
}

function idsOf({ values, keyId }: RunSchemas): number[] {
  return [...values.map(({ id }) => id), ...(keyId === null ? [] : [keyId])];
}

/** Returns true if the store of this process contains everything that a run has published. */
export function isInStore({ destination, broker }: StoredRun): boolean {
  return destination.kind === 'topic' && broker === 'embedded';
}
