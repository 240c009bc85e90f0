import { resolve } from 'node:path';
import type { DatabaseSettings } from '../base/database/settings.ts';
import type { KafkaSettings } from '../base/model/broker-settings.ts';
import type { ObjectAddress } from './store/piece-bucket.ts';

/** A place with the lines of each piece. */
export type PartsDestination =
  /** A folder with a file for each piece. */
  | { readonly kind: 'folder'; readonly path: string }
  /** A place in a bucket with an object for each piece. */
  | { readonly kind: 'bucket'; readonly address: ObjectAddress };

/** Where the pieces of a file are published. */
export type PieceDestination =
  | PartsDestination
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
    case 'bucket':
      return `bucket ${destination.address.address}`;
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

/** Returns whether pieces are published as lines, and not by a run of a broker or a database. */
export function isOfParts(destination: PieceDestination): destination is PartsDestination {
  return destination.kind === 'folder' || destination.kind === 'bucket';
}

/** Returns whether a text of identifyPlace() names a place with the lines of each piece. */
export function namesParts(place: string): boolean {
  return /^(?:folder|bucket) /.test(place);
}
