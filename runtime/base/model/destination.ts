import { outputFormatOf, type OutputFormatName } from './file-format.ts';

/** The destination of a run, as a request defines it. It never changes during a run, and contains no secret. */
export type Destination = TopicDestination | TableDestination | FileDestination;

/** A topic of the broker that the process publishes to. */
export interface TopicDestination {
  readonly kind: 'topic';
  readonly topic: string;
  /** Topic for the original bytes of failed and skipped records; null to publish none. */
  readonly deadLetterTopic: string | null;
}

/**
 * A table of a database. Its columns are the fields of the spec. With several record types, each type that is published
 * has a table of its own: `<table>_<record type>`.
 */
export interface TableDestination {
  readonly kind: 'table';
  /** Id of the integration with the type DATABASE. */
  readonly integrationId: string;
  /** Name of the table, without its schema. With several record types, the beginning of the names. */
  readonly table: string;
  /**
   * The fields that identify a record: a record replaces the row with the same values. Null: the column `ce_id` contains
   * the id of the message.
   */
  readonly key: string[] | null;
}

/** A file of an integration. It appears when the run has read its whole file, and not at all if the run FAILED. */
export interface FileDestination {
  readonly kind: 'file';
  /** Id of the integration. */
  readonly integrationId: string;
  /** Path relative to the root of the integration. An existing file is replaced. */
  readonly path: string;
  /** CSV and PARQUET have a column for each field, in the order of the spec. CSV has a header. */
  readonly format: OutputFormatName;
  /** Whether texts of CSV that a spreadsheet would read as a formula begin with an apostrophe. Absent: false. */
  readonly escapesFormulas?: boolean;
}

/** What decides whether a destination can hold the records of a spec. */
interface Holder {
  readonly kind: Destination['kind'];
  /** The format of a file. */
  readonly format?: FileDestination['format'];
  readonly deadLetterTopic?: string | null;
}

/** What decides whether the records of a spec fit a destination. */
export interface HeldSpec {
  readonly name: string;
  readonly fields?: readonly { readonly isMasked?: true }[];
  readonly recordTypes?: readonly {
    readonly name: string;
    /** False: no message contains the record. Absent: each record is published. */
    readonly isPublished?: boolean;
    /** Present if the records are members of others (`as`), which have the messages. */
    readonly partOf?: object;
    readonly fields?: HeldSpec['fields'];
  }[];
}

/**
 * Returns why a destination cannot hold the records of a spec; null if it can. A CSV or Parquet file has one set of columns, so
 * the spec must have one record type; a Parquet file holds the one of several that is published. Dead letters are the bytes of the sender, which have the values that masks hide.
 * `deadLetters`: how the caller names their topic.
 */
export function findUnfitRecords(
  { format, deadLetterTopic = null }: Holder,
  { name, fields, recordTypes }: HeldSpec,
  deadLetters = 'deadLetterTopic',
): string | null {
  const all = [fields, ...(recordTypes ?? []).map((type) => type.fields)].flatMap((own) => own ?? []);
  if (deadLetterTopic !== null && all.some(({ isMasked }) => isMasked === true))
    return `the spec "${name}" has masks, and dead letters would contain the values that they hide. Leave ${deadLetters} out`;
  if (format === undefined || recordTypes === undefined) return null;
  return findUnfitTypes(format, { name, recordTypes });
}

/** Returns why a file cannot hold the record types of a spec; null if it can. */
function findUnfitTypes(
  format: OutputFormatName,
  { name, recordTypes }: HeldSpec & Required<Pick<HeldSpec, 'recordTypes'>>,
): string | null {
  const { ofOneType, encoder, extension } = outputFormatOf(format);
  if (ofOneType === null) return null;
  const published = recordTypes.filter(({ isPublished = true, partOf }) => isPublished && partOf === undefined);
  // The fields of CSV are those of a spec with one type.
  if (encoder !== null && published.length === 1) return null;
  const counted =
    encoder === null ? `${recordTypes.length} record types` : `${published.length} published record types`;
  return `${ofOneType} holds records of one type, but the spec "${name}" has ${counted}. Use a topic, a table, or a file whose name does not end in ${extension}`;
}

/**
 * Returns a text that is the same for two destinations if a file must not be published to both at the same time. For a
 * topic, it is the topic's name. For any other destination, it contains a character that no topic name contains.
 */
export function identifyDestination(destination: Destination): string {
  switch (destination.kind) {
    case 'topic':
      return destination.topic;
    case 'table':
      return `table:${destination.integrationId}/${destination.table}`;
    case 'file':
      return `file:${destination.integrationId}/${destination.path}`;
    default:
      return destination satisfies never;
  }
}

/** Returns a destination as part of a message to a user: `"claims"`, or `the table "claims"`. */
export function describeDestination(destination: Destination): string {
  switch (destination.kind) {
    case 'topic':
      return `"${destination.topic}"`;
    case 'table':
      return `the table "${destination.table}"`;
    case 'file':
      return `the file "${destination.path}"`;
    default:
      return destination satisfies never;
  }
}
