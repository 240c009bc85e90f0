import { type Pause, RUN_STATUSES, type RunSummary, type RunView } from '../../runs/run-request.ts';
import type { FileDestination, TableDestination } from '../../base/model/destination.ts';
import { OUTPUT_FORMATS } from '../../base/model/file-format.ts';
import {
  boolean,
  array,
  either,
  integer,
  type MembersOf,
  named,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '../api/schema.ts';
import { resultMembers } from './result.ts';

const { errors, errorsTruncated, ...summarisedMembers } = resultMembers;

const pause = named(
  'Pause',
  object<Pause>({
    code: string('The reason, for example `broker_unavailable` or `disk_full`.'),
    message: string('One sentence for a person.'),
  }),
);

const tableDestination = named(
  'TableDestination',
  object<TableDestination>(
    {
      kind: oneOf(['table'], 'A table of a database.'),
      integrationId: string('The id of the integration with the database.', { format: 'uuid' }),
      table: string('The name of the table.'),
      key: nullable(array(string('The name of a field.'), 'The fields that identify a row. Null: the column `ce_id`.')),
    },
    'A table into which the records are written.',
  ),
);

const fileDestination = named(
  'FileDestination',
  object<FileDestination>(
    {
      kind: oneOf(['file'], 'A file of an integration.'),
      integrationId: string('The id of the integration.', { format: 'uuid' }),
      path: string('The path of the file, relative to the root of the integration.'),
      format: oneOf(OUTPUT_FORMATS, 'The format of the file.'),
      escapesFormulas: optional(
        boolean('Whether cells of CSV that a spreadsheet would execute begin with an apostrophe.'),
      ),
    },
    'A file to which the records are written. It appears when it is complete.',
  ),
);

const summaryMembers: MembersOf<RunSummary> = {
  status: oneOf(
    RUN_STATUSES,
    'QUEUED: waits for a thread. RUNNING: is read. PAUSED: waits for the reason in `pause`, and resumes by itself. The others: see ProcessingResult.',
  ),
  runId: string('The id of the run.', { format: 'uuid' }),
  specId: string('The id of the spec.', { format: 'uuid' }),
  supersedes: optional(
    string('The earlier run of the same file whose messages those of this run replace.', { format: 'uuid' }),
  ),
  rejectsOf: optional(string('The earlier run whose rejects this one has read again.', { format: 'uuid' })),
  topic: nullable(string('The topic of the messages. Null if the run has another destination.')),
  deadLetterTopic: nullable(string('The topic of the records that are not published.')),
  destination: optional(either(tableDestination, fileDestination)),
  progress: object<RunView['progress']>({
    bytes: integer('How far the file was read, in bytes.'),
    totalBytes: integer('The size of the file as sent, in bytes.'),
  }),
  createdAt: string('When the run was accepted.', { format: 'date-time' }),
  finishedAt: nullable(string('When the run ended. Null while it has not.', { format: 'date-time' })),
  pause: optional(pause),
  ...summarisedMembers,
};

/** A run as an item of a list. */
export const runSummary = named('RunSummary', object<RunSummary>(summaryMembers));

/** A run with its progress and the result so far. */
export const runView = named('Run', object<RunView>({ ...summaryMembers, errors, errorsTruncated }));
