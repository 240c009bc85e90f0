import { join, resolve } from 'node:path';
import { syncToDisk } from '../base/files/sync-to-disk.ts';
import { createFolder } from '../base/files/create-folder.ts';
import type { DatabaseSettings } from '../base/database/settings.ts';
import type { KafkaSettings } from '../base/model/broker-settings.ts';
import { type LineTarget, openLineFile } from '../sink/line-targets.ts';
import { formatNumber } from './piece-results.ts';

/** Where the pieces of a file are published. */
export type PieceDestination =
  /** A folder with a file of lines for each piece. */
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'topic';
      readonly broker: KafkaSettings;
      readonly topic: string;
      /** Topic for the original bytes of failed and skipped records; null to publish none. */
      readonly deadLetterTopic: string | null;
    }
  /** A table whose rows are identified by the fields of `key`; null: by the id of the message, `ce_id`. */
  | {
      readonly kind: 'table';
      readonly database: DatabaseSettings;
      readonly table: string;
      readonly key: readonly string[] | null;
    };

/** Returns a text that is the same for two pieces if they are published to the same place. It contains no secret. */
export function identifyPlace(destination: PieceDestination): string {
  switch (destination.kind) {
    case 'folder':
      return `folder ${resolve(destination.path)}`;
    case 'topic':
      return `topic ${destination.topic}${destination.deadLetterTopic === null ? '' : `, dead letters ${destination.deadLetterTopic}`}`;
    case 'table': {
      const { driver, host, port, database, schema } = destination.database;
      const table = schema === null ? destination.table : `${schema}.${destination.table}`;
      return `table ${table} of ${driver}://${host}:${port}/${database}`;
    }
    default:
      return destination satisfies never;
  }
}

/** Returns the path of the file of a piece in the folder of all pieces. */
export function partPathOf(folder: string, piece: number): string {
  return join(folder, `part-${formatNumber(piece)}.ndjson`);
}

/**
 * Opens the file of a piece. It is written under a name of this attempt, and renamed when it is complete and on disk.
 * `isDiscarded`: it never appears, because the run fails. Throws the system's error.
 */
export async function openPart(folder: string, piece: number, isDiscarded: boolean): Promise<LineTarget> {
  await createFolder(folder);
  const path = partPathOf(folder, piece);
  const target = await openLineFile(path);
  const finish = async (): Promise<void> => {
    await target.finish();
    await syncToDisk(path);
  };
  return { ...target, finish: isDiscarded ? () => target.discard() : finish };
}
