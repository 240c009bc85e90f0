import type { CloudEventMode } from '../../base/model/cloud-event-mode.ts';
import type { ValueFormat } from '../../base/model/value-format.ts';
import type { OnDuplicateFile } from '../../base/model/accepted.ts';
import type { FileDestination } from '../../base/model/destination.ts';
import type { ErrorLimit } from '../../base/model/error-share.ts';
import type { Delivery } from '../../base/model/run-info.ts';
import type { Ordering } from '../../base/model/ordering.ts';

/** Where a job finds its files. `path` is a folder below the root of the integration. */
export interface JobSource {
  /** The name or the id of the integration. */
  readonly integration: string;
  readonly path: string;
  readonly pattern: string;
  readonly recursive: boolean;
  /**
   * Each file is an archive, and its members that fit this pattern are files of their own. Absent: the files are read
   * themselves.
   */
  readonly members?: string;
}

/** When a job looks at its source. `jitterMs` is the maximum random delay of a look. */
export type JobSchedule = { readonly jitterMs: number } & (
  | { readonly kind: 'every'; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly cron: string; readonly timeZone: string }
);

/** When a file is complete and may be taken. */
export interface JobReady {
  /** How long a file must have had the same size, time and version. */
  readonly unchangedForMs: number;
  readonly minAgeMs: number;
  /** Template for the name of a second file that says that the first is complete; null if there is none. */
  readonly doneFile: string | null;
  /** Patterns of names that are never taken. */
  readonly ignore: readonly string[];
  readonly minBytes: number;
}

/** What makes two files the same file, which is published once. */
export type Identity =
  | { readonly kind: 'attributes'; readonly of: readonly ('PATH' | 'SIZE' | 'MODIFIED')[] }
  | { readonly kind: 'content' }
  | { readonly kind: 'version' };

/** In what order files are taken, and how many of them after one look. */
export interface JobTake {
  readonly order: 'NAME' | 'MODIFIED' | 'SIZE';
  readonly max: number;
  readonly identity: Identity;
}

/**
 * Where the records of a job's files go. `cloudevents`: where messages have the attributes of CloudEvents; absent: as the
 * service says.
 */
export type JobDestination =
  /** `valueFormat`: the format of the messages; absent: that of the service. */
  | {
      readonly kind: 'topic';
      readonly topic: string;
      readonly cloudevents?: CloudEventMode;
      readonly valueFormat?: ValueFormat;
    }
  /** A table of the database that an integration names. `key`: the fields that identify a record; null: its id. */
  | { readonly kind: 'table'; readonly integration: string; readonly table: string; readonly key: string[] | null }
  /** A file of an integration. `path` is a template. */
  | {
      readonly kind: 'file';
      readonly integration: string;
      readonly path: string;
      readonly format: FileDestination['format'];
      readonly escapeFormulas: boolean;
      readonly cloudevents?: CloudEventMode;
    };

/** The options of a job's runs, as in file-to-events. */
export interface JobOptions {
  readonly skipInvalidRecords: boolean;
  readonly maxErrors: ErrorLimit;
  readonly maxRejectedDocuments: number | null;
  readonly delivery: Delivery;
  readonly deadLetterTopic: string | null;
  readonly errorLimit: number;
  readonly onDuplicateFile: OnDuplicateFile;
  readonly ordering: Ordering;
}

/** What happens to a file at its source: moved to the path of a template, or deleted. */
export type FileAction = { readonly kind: 'move'; readonly to: string } | { readonly kind: 'delete' };

/** What happens to a file after its run. Null: nothing. */
export interface JobThen {
  readonly done: FileAction | null;
  /** `reason`: whether a file that says why it failed is written beside it. */
  readonly failed: { readonly action: FileAction | null; readonly reason: boolean } | null;
  /** The template of the path for the records that were not published. */
  readonly rejects: { readonly path: string } | null;
}

/** Limits of a number; null: there is none. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** What is expected of files: the time and the days by which one comes, and how large each one is. */
export interface JobExpectation {
  /** Null: at any time, or never. */
  readonly by: string | null;
  readonly timeZone: string;
  readonly days: string;
  readonly records: NumberRange;
  readonly bytes: NumberRange;
  /** USUAL: each file is compared with those before it. Null: it is not. */
  readonly volume: 'USUAL' | null;
}

/** What raises an alert about a file that was published. */
export interface JobAlerts {
  /** An alert is raised if more records were rejected. Null: never. */
  readonly alertAbove: ErrorLimit;
  /** The codes of warnings that raise an alert. */
  readonly warnings: readonly string[];
}

/** When what a retry of rejects would publish needs the approval of another person. */
export interface JobApproval {
  /** It does if it has more records. */
  readonly above: number | string;
}

/** A job: what it watches, and what it does with the files that it finds. */
export interface JobDefinition {
  readonly name: string;
  readonly source: JobSource;
  /** The specs by the pattern of the files that they read. The first that fits is used. */
  readonly specs: readonly { readonly pattern: string; readonly spec: string }[];
  readonly schedule: JobSchedule;
  readonly ready: JobReady;
  readonly take: JobTake;
  readonly to: JobDestination;
  readonly options: JobOptions;
  readonly then: JobThen;
  readonly retry: { readonly max: number; readonly backoff: { readonly firstMs: number; readonly maxMs: number } };
  readonly expect: JobExpectation | null;
  readonly alerts: JobAlerts;
  /** Null: retries of rejects need no approval. */
  readonly approval: JobApproval | null;
  /** How long the row of a file is stored after the source no longer lists the file. */
  readonly keepForMs: number;
}
