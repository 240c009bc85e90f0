import type { Words } from '../../base/validation/words.ts';

const WHERE = 'Templates contain `{name}` or `{stem}`, and `{date}`, `{time}`, `{job}`.';
const ID = 'The same by its id. Not with `integration`.';

/** The words for the definition of a job. Each member has a description. */
export const JOB_WORDS: Words = {
  name: { description: 'The unique name of the job: a-z, 0-9 and "-", for example daily-claims.' },
  source: { description: 'Where the files come from.' },
  'source.integration': { description: 'The system that has the files.' },
  'source.integrationId': { description: ID },
  'source.path': {
    title: 'Folder',
    description: 'Below the root of the integration, for example /out. Default: the root.',
  },
  'source.pattern': {
    title: 'Names of the files',
    description: 'For example `claims-*.csv`; `*` fits any text. Default: all files.',
  },
  'source.recursive': {
    title: 'Also files in folders below it',
    description: 'Whether folders in the folder are read.',
  },
  'source.members': {
    title: 'Members of archives',
    description:
      'The files are archives, for example ZIP. Each member that fits, such as `**/*.csv`, is a file of its own.',
  },
  spec: { description: 'The name of the spec that describes the files.' },
  specs: {
    title: 'Several specs',
    description:
      'Instead of one. The first whose pattern fits the name of a file reads it; a file without one is ignored.',
  },
  'specs.pattern': { title: 'Names of the files', description: 'For example `a-*.csv`. Default: all files.' },
  'specs.spec': { description: 'The name of the spec.' },
  schedule: { description: 'When the job looks for files.' },
  'schedule:every': { title: 'Again and again' },
  'schedule.every': { title: 'Every', description: 'For example 30s, 10m, 2h or 1d.' },
  'schedule:cron': { title: 'At fixed times' },
  'schedule.cron': {
    title: 'Times as cron',
    description: 'Minute, hour, day, month, weekday: `0 6 * * MON-FRI` is 6:00 on working days.',
  },
  'schedule.timeZone': { description: 'For example Europe/Zurich. Default: UTC.' },
  'schedule.jitter': { title: 'Random delay', description: 'Up to this time, for example 10s. Default: none.' },
  ready: { title: 'When a file is complete', description: 'A file that is still being written is left alone.' },
  'ready.unchangedFor': { description: 'For how long its size and time must be the same. Default: 5s.' },
  'ready.minAge': { title: 'Minimum age', description: 'How long ago its last change must be. Default: 0.' },
  'ready.doneFile': {
    description: 'The name of a second file that says that the first is complete, for example `{name}.done`.',
  },
  'ready.ignore': {
    title: 'Names to ignore',
    description: 'Patterns, one on each line. Default: names that begin with a dot, and *.tmp, *.part, *.filepart.',
  },
  'ready.minBytes': { title: 'Minimum size in bytes', description: 'Smaller files wait. Default: 0.' },
  take: { title: 'Order of files', description: 'Which file is first, and which files are the same.' },
  'take.order': { description: 'By name, by time of the last change, or by size.' },
  'take.max': { title: 'Files per look', description: 'The largest number. Default: 100.' },
  'take.identity': {
    title: 'What makes a file the same',
    description:
      'PATH, SIZE and MODIFIED, one on each line, or CONTENT, or VERSION. The same file is published once. Default: the first three.',
  },
  to: { title: 'Destination', description: 'Where the records go.' },
  'to:topic': { title: 'A topic' },
  'to.topic': { description: 'Its name. A new name may create a topic.' },
  'to.format': { title: 'Format of the messages', description: 'Default: that of the service.' },
  'to.cloudevents': {
    title: 'CloudEvents',
    description: 'Where a message has its attributes: binary in headers, structured around the record.',
  },
  'to:table': { title: 'A table of a database' },
  'to.table': {
    description:
      'Its name. It must exist, with a column for each field: `specmill docs SPEC --ddl postgresql` prints it.',
  },
  'to.key': {
    title: 'Key fields',
    description: 'The fields that identify a record, one on each line. Default: the id of the message.',
  },
  'to:path': { title: 'Files of an integration' },
  'to.integration': { description: 'The system that gets the records.' },
  'to.integrationId': { description: ID },
  'to.path': {
    title: 'Path of the file',
    description: `For example \`events/{name}.ndjson\`. It ends in .csv, in .parquet, or otherwise has JSON in lines. ${WHERE}`,
  },
  'to.escapeFormulas': {
    title: 'Protect spreadsheets from formulas',
    description: 'Whether texts of a CSV file that a spreadsheet would execute begin with an apostrophe.',
  },
  options: { description: 'What is published, and how.' },
  'options.skipInvalidRecords': {
    title: 'Leave out records with errors',
    description: 'Whether a record with an issue of the severity ERROR is rejected. One with FATAL always is.',
  },
  'options.maxErrors': {
    title: 'Most errors in a file',
    description: 'A number of records or a share, for example 2 %. With more errors the run fails. Default: no limit.',
  },
  'options.maxRejectedDocuments': {
    title: 'Most rejected documents in a file',
    description: 'With more of them the run fails. Default: no limit.',
  },
  'options.delivery': {
    description:
      'exactly-once: no record is lost or doubled. at-least-once: none is lost. all-or-nothing: a file with an error publishes nothing.',
  },
  'options.deadLetterTopic': {
    title: 'Topic for rejected records',
    description: 'It gets the original bytes of each rejected record. Default: none.',
  },
  'options.errorLimit': {
    title: 'Records in the result',
    description: 'How many records with issues it lists. Default: 1,000.',
  },
  'options.onDuplicateFile': {
    title: 'A file that was published before',
    description: 'REFUSE: it is not published again. WARN: it is, with a warning. ALLOW: it is.',
  },
  'options.ordering': {
    title: 'Order of the records',
    description:
      'FILE: that of the file. NONE: several instances may publish pieces of a large file at the same time, to Kafka.',
  },
  then: { title: 'Afterwards', description: 'What happens to a file after its run. Default: it stays.' },
  'then.done': { title: 'A published file', description: 'It is moved or deleted.' },
  'then.done.move': { title: 'Move to', description: `For example \`archive/{date}/{name}\`. ${WHERE}` },
  'then.done.delete': { description: 'Instead of the move.' },
  'then.failed': { title: 'A failed file', description: 'It is moved or deleted.' },
  'then.failed.move': { title: 'Move to', description: 'For example `failed/{name}`.' },
  'then.failed.delete': { description: 'Instead of the move.' },
  'then.failed.reason': { title: 'Write the reason beside it', description: 'In a file named `NAME.reason.json`.' },
  'then.rejects': { title: 'Rejected records', description: 'They become a file of their own.' },
  'then.rejects.path': { title: 'Path of their file', description: 'For example `rejects/{name}`.' },
  retry: { title: 'Failed transfers', description: 'How often and when one is tried again.' },
  'retry.max': { title: 'Tries', description: 'The number after which the file is quarantined. Default: 5.' },
  'retry.backoff': { title: 'Pauses', description: 'The first and the longest, for example 30s..1h.' },
  expect: { title: 'What is expected', description: 'An alert is raised if a file is missing or has another size.' },
  'expect.by': { title: 'A file by', description: 'A time of the day, for example 07:30.' },
  'expect.timeZone': { description: 'For example Europe/Zurich. Default: UTC.' },
  'expect.days': { description: 'For example MON-FRI. Default: every day.' },
  'expect.records': { title: 'Records of a file', description: 'How many are expected.' },
  'expect.records.min': { title: 'At least', description: 'A number of records.' },
  'expect.records.max': { title: 'At most', description: 'A number of records.' },
  'expect.bytes': { title: 'Bytes of a file', description: 'How many are expected.' },
  'expect.bytes.min': { title: 'At least', description: 'A number of bytes.' },
  'expect.bytes.max': { title: 'At most', description: 'A number of bytes.' },
  'expect.volume': { description: 'USUAL: 30 % to 300 % of the median of the last 20 files.' },
  alerts: { description: 'What raises an alert about a file that was published.' },
  'alerts.alertAbove': {
    title: 'More rejected records than',
    description: 'A number or a share of the file, for example 2 %. Default: 0, so each one raises an alert.',
  },
  'alerts.warnings': { description: 'The codes of warnings that raise an alert, one on each line.' },
  approval: {
    title: 'Four eyes',
    description: 'A retry of rejected records that would publish more than this waits for another person.',
  },
  'approval.above': { title: 'More records than', description: 'A number or a share, for example 2 %. Default: 0.' },
  keepFor: { title: 'Memory', description: 'For how long a file that is gone is remembered. Default: 90d.' },
};
