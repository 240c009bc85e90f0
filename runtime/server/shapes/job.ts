import type { JsonSchema } from '../../../compiler/index.ts';
import { toJsonSchema } from '../../base/validation/schema.ts';
import { withWords } from '../../base/validation/words.ts';
import { jobSchema } from '../../jobs/definition/read-definition.ts';
import { type ApprovalView, JOB_STATUSES, type FileView, type JobActivity, type JobView } from '../../jobs/job-view.ts';
import type { FileRecords } from '../../base/model/file-records.ts';
import { SPEC_VERSIONS } from '../../base/model/retry-order.ts';
import { MAX_RETRIED, RETRYABLE_STATES } from '../../jobs/retry-files.ts';
import { FILE_STATES, type FileReason } from '../../base/model/file-state.ts';
import { boolean, integer, jsonSchema, named, nullable, object, oneOf, type Schema, string } from '../api/schema.ts';
import { MAX_COMMENT } from '../../base/model/rejects-order.ts';
import { EXAMPLE_RUN_ID, EXAMPLE_TIME } from './examples.ts';
import { JOB_WORDS } from './job-words.ts';

/** Why a file is in its state. */
export const fileReason = object<FileReason>({
  code: string('The reason, for example `changing` or `source_changed`.'),
  message: string('One sentence for a person.'),
});
const time = (description: string) => string(description, { format: 'date-time' });

/** The members of a definition. A wrong one is 422 with its field. */
const { properties: definition, required } = withWords(toJsonSchema(jobSchema), JOB_WORDS) as {
  properties: Readonly<Record<string, JsonSchema>>;
  required: readonly string[];
};

/** The definition of a job, as a client sends it. */
export const jobInput: Schema<Record<string, unknown>> = named(
  'JobInput',
  jsonSchema({ type: 'object', properties: definition, required }),
);

/** Which files get another run, and how. */
export const retryInput: Schema<Record<string, unknown>> = named(
  'RetryInput',
  jsonSchema({
    type: 'object',
    properties: {
      files: {
        ...{ type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: MAX_RETRIED },
        description: 'The ids or names of files. A name means the file of this name that was seen last.',
      },
      state: { type: 'string', enum: [...RETRYABLE_STATES], description: 'Only files in this state.' },
      since: { type: 'string', description: 'Only files that have ended at this date or time, or later.' },
      specVersion: {
        ...{ type: 'string', enum: [...SPEC_VERSIONS], default: 'CURRENT' },
        description: 'The version of the spec: the current one, or that of the earlier run.',
      },
      keepReference: {
        ...{ type: 'boolean', default: false },
        description: 'Whether the reference tables have the versions of the earlier run, instead of the current ones.',
      },
      force: { type: 'boolean', default: false, description: 'Whether files that were published are published again.' },
    },
    additionalProperties: false,
  }),
);

const approvalView = named(
  'Approval',
  object<ApprovalView>(
    {
      runId: string('The run whose rejects would be published.', { format: 'uuid' }),
      records: nullable(integer('How many records these are. Null if the run has not read all of its file.')),
      repaired: boolean('Whether some of them were repaired.'),
      sha256: string('The SHA-256 of the file that is read, hexadecimal.'),
      specVersion: string('The version of the spec with which it is read.'),
      request: string(
        'The SHA-256 of all that would be published: the records, their numbers, and the versions of the spec, its reference tables and the keys of its masks. A decision can name it.',
      ),
      requestedBy: string('Who asked: `key:NAME`, for example.'),
      requestedAt: time('When.'),
      decision: nullable(
        object<NonNullable<ApprovalView['decision']>>({
          accepted: boolean('Whether it was accepted.'),
          by: string('Who has decided.'),
          at: time('When.'),
          comment: string('Why.'),
        }),
      ),
    },
    'What a retry of rejects would publish, and what a person has decided about it.',
  ),
);

/** A file that a job has seen. */
export const jobFile = named(
  'JobFile',
  object<FileView>({
    id: string('The id of the file within the service.'),
    path: string('The path at which the file was found.'),
    name: string('The name of the file.'),
    size: integer('Its size in bytes.'),
    modified: nullable(time('When it last changed, if the source reports it.')),
    version: string('The version that the source reports.'),
    state: oneOf(FILE_STATES, 'The state of the file.'),
    reason: nullable(fileReason),
    location: string('Where the file is now.'),
    runId: nullable(string('The id of its run.', { format: 'uuid' })),
    spec: nullable(string('The name of the spec with which it was read.')),
    sha256: nullable(string('The SHA-256 of its content, hexadecimal.')),
    attempts: integer('How many transfers have failed.'),
    pending: boolean('Whether the file still has to be moved or deleted, or something has to be written.'),
    firstSeen: time('When it was first seen.'),
    takenAt: nullable(time('When it was claimed.')),
    publishedAt: nullable(time('When its run had published it.')),
    finishedAt: nullable(time('When its work ended.')),
    retryAt: nullable(time('The earliest time of the next try.')),
    goneSince: nullable(time('Since when the source no longer lists it.')),
    records: nullable(
      object<FileRecords>({
        total: integer('The records of the file.'),
        processed: integer('Those without an issue that keeps them from being published.'),
        failed: integer('Those with a FATAL issue.'),
        skipped: integer('Those with an ERROR that were left out.'),
        rejected: integer('Those that were not published.'),
      }),
    ),
    approval: nullable(approvalView),
  }),
);

/** Why a person accepts or refuses something. */
export const decisionInput: Schema<{ comment: string; request?: string }> = named(
  'DecisionInput',
  jsonSchema({
    type: 'object',
    properties: {
      comment: { type: 'string', minLength: 1, maxLength: MAX_COMMENT, description: 'Why. The audit has it.' },
      request: {
        type: 'string',
        pattern: '^[0-9a-f]{64}$',
        description:
          '`approval.request` of the file as the principal has seen it. If another request waits now, the answer is 409. Absent: the one that waits.',
      },
    },
    required: ['comment'],
    additionalProperties: false,
  }),
);

const added = object<Omit<JobView, 'name'>>({
  id: string('The id of the job.', { format: 'uuid' }),
  origin: oneOf(['git', 'api'], 'Where the job is managed.'),
  status: oneOf(
    JOB_STATUSES,
    'active; paused: by a person; paused_by_error: the source or the destination cannot be used, and the job tries again.',
  ),
  lastCheck: nullable(time('When the last look at the source succeeded.')),
  nextCheck: nullable(time('When the next look begins.')),
  listed: integer('How many files the last look has listed.'),
  counts: jsonSchema<JobView['counts']>({
    type: 'object',
    description: 'How many files are in each state.',
    properties: Object.fromEntries(FILE_STATES.map((state) => [state, { type: 'integer', minimum: 0 }])),
    required: [...FILE_STATES],
  }),
  lastError: nullable(
    object<NonNullable<JobView['lastError']>>({
      code: string('The reason, for example `unreachable`.'),
      message: string('One sentence for a person.'),
      name: nullable(string('The name of the table, folder or host.')),
      at: time('When the job was paused.'),
    }),
  ),
  missingSince: nullable(
    time(
      'The deadline of `expect.by` up to which no file was seen on its day, and none since. Null if none is missing.',
    ),
  ),
  createdAt: nullable(time('When the job was created. Null for a job in git.')),
  updatedAt: nullable(time('When its definition was last changed. Null for a job in git.')),
} as never);

/** What a job has done since a time. It is in a list that was asked for it. */
const activity = object<JobActivity>({
  since: time('The beginning of the time.'),
  files: integer('How many files have ended.'),
  records: integer('Their records.'),
  rejected: integer('Their records that were not published.'),
  lastFile: nullable(jobFile),
});

/** A job with its definition and its state. */
export const jobView: Schema<JobView> = named('Job', {
  json: {
    type: 'object',
    properties: { ...(added.json['properties'] as Record<string, unknown>), activity: activity.json, ...definition },
    required: [...((added.json['required'] as readonly string[] | undefined) ?? []), ...required],
  },
  components: { ...added.components, ...activity.components },
});

/** A definition for the examples. */
export const exampleJobInput = {
  name: 'claims',
  source: { integration: 'insurer-sftp', path: '/out', pattern: 'claims-*.csv' },
  spec: 'orders',
  schedule: { every: '30s' },
  ready: { unchangedFor: '5s' },
  to: { topic: 'claims' },
};

/** A job for the examples. */
export const exampleJob: JobView = {
  ...exampleJobInput,
  id: '4f0c6d1e-6a55-4c0e-9a0e-0d1c7f7a1b55',
  origin: 'api',
  status: 'active',
  lastCheck: EXAMPLE_TIME,
  nextCheck: EXAMPLE_TIME,
  listed: 1,
  counts: {
    seen: 0,
    waiting: 0,
    taken: 0,
    running: 0,
    needs_approval: 0,
    published: 0,
    done: 1,
    failed: 0,
    quarantined: 0,
    ignored: 0,
  },
  lastError: null,
  missingSince: null,
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
};

/** A file for the examples. */
export const exampleJobFile: FileView = {
  id: '42',
  path: 'out/claims-1.csv',
  name: 'claims-1.csv',
  size: 1024,
  modified: EXAMPLE_TIME,
  version: '1024-1767225600',
  state: 'done',
  reason: null,
  location: 'archive/2026-01-01/claims-1.csv',
  runId: EXAMPLE_RUN_ID,
  spec: 'orders',
  sha256: 'ab'.repeat(32),
  attempts: 0,
  pending: false,
  firstSeen: EXAMPLE_TIME,
  takenAt: EXAMPLE_TIME,
  publishedAt: EXAMPLE_TIME,
  finishedAt: EXAMPLE_TIME,
  retryAt: null,
  goneSince: null,
  records: { total: 14, processed: 11, failed: 1, skipped: 2, rejected: 3 },
  approval: null,
};

/** A file for the examples that needs approval. */
export const exampleWaitingFile: FileView = {
  ...exampleJobFile,
  state: 'needs_approval',
  reason: { code: 'needs_approval', message: '3 records wait for the approval of another person.' },
  approval: {
    ...{ runId: EXAMPLE_RUN_ID, records: 3, repaired: true, sha256: 'cd'.repeat(32) },
    ...{ specVersion: '9f2c01ab77de', request: 'ef'.repeat(32) },
    ...{ requestedBy: 'key:anna', requestedAt: EXAMPLE_TIME, decision: null },
  },
};
