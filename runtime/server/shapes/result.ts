import type { TableVersion } from '../../base/model/bound-tables.ts';
import type {
  DocumentCounts,
  Failure,
  FileIssue,
  Issue,
  IssueField,
  TypeCounts,
  Warning,
} from '../../../compiler/kernel/model/contract.ts';
import type { IssueCount } from '../../base/model/issue-counts.ts';
import type { RecordError } from '../../base/model/record-error.ts';
import { ORDERINGS } from '../../base/model/ordering.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import {
  array,
  boolean,
  integer,
  jsonSchema,
  type MembersOf,
  named,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '../api/schema.ts';

const severity = oneOf(
  ['WARNING', 'ERROR', 'FATAL'],
  'WARNING never affects the outcome. ERROR skips the record if `skipInvalidRecords` is set. FATAL always fails the record.',
);

const issueField = named(
  'IssueField',
  object<IssueField>({
    field: string('The field in the spec.'),
    value: optional(nullable(string('Its value, cut after 200 characters. Absent if masked.'))),
    masked: optional(
      jsonSchema<true>({ const: true, description: 'The value is not shown, because it may be sensitive.' }),
    ),
    length: optional(integer('The length of a masked value, in characters.')),
  }),
);

/** An issue of a record. */
export const issue = named(
  'Issue',
  object<Issue>({
    severity,
    code: string('The violated rule (`MIN_VALUE`), or the kind of another issue (`TYPE_MISMATCH`).'),
    ruleId: nullable(string('The id of the rule. Null if the issue belongs to no rule.')),
    field: nullable(string('The field in the spec. Null if the issue concerns the whole record.')),
    column: nullable(
      string('The column (CSV, fixed width) or path (XML). Null if the issue concerns the whole record.'),
    ),
    message: string('One sentence for a person.'),
    value: optional(
      nullable(
        string('The rejected text, cut after 200 characters. Null if the field has no value. Absent if masked.'),
      ),
    ),
    masked: optional(
      jsonSchema<true>({ const: true, description: 'The value is not shown, because it may be sensitive.' }),
    ),
    length: optional(integer('The length of a masked value, in characters.')),
    original: optional(
      nullable(
        string(
          'The text of the cell as sent, if it differs from the value, which is the text after corrections. It is cut after 200 characters. Null if the cell is empty or missing. Absent if masked.',
        ),
      ),
    ),
    originalLength: optional(
      integer('The length of a masked cell as sent, in characters, if it differs from that of the value.'),
    ),
    fields: optional(array(issueField, 'The values that the expression of an EXPRESSION rule reads.')),
    firstRecord: optional(integer('The earlier record with which a rule of the file compares this one.')),
    cell: optional(
      string(
        'Workbooks: the name of the cell, such as `Sheet1!B17`: that of the field, or the first one of the row. Absent: the file is no workbook.',
      ),
    ),
    causeRecord: optional(integer('DOCUMENT_REJECTED: the number of the record that causes the rejection.')),
  }),
);

const issueCount = named(
  'IssueCount',
  object<IssueCount>({
    code: string('The code of the issues.'),
    ruleId: nullable(string('The id of their rule.')),
    field: nullable(string('Their field.')),
    severity,
    count: integer('The number of issues with this code, rule, field and severity, over all records.'),
  }),
);

const warning = named(
  'Warning',
  object<Warning>({
    code: string('The kind of warning, for example `UNKNOWN_COLUMN`.'),
    message: string('One sentence for a person.'),
    count: optional(integer('The number of records that caused the warning. Absent if it counts none.')),
    path: optional(string('The path in an XML document that the warning is about. Absent if it is about none.')),
  }),
);

/** A record with issues. */
export const recordError = named(
  'RecordError',
  object<RecordError>({
    record: integer('The number of the record in the file, from 1.'),
    line: integer('The number of the physical line on which the record begins, from 1.'),
    byteOffset: integer('The offset of its first byte in the decompressed, undecoded file.'),
    recordType: optional(string('The type of the record. Absent if the spec has one type of records.')),
    outcome: oneOf(['processed', 'skipped', 'failed'], 'Only processed records become messages.'),
    messages: array(issue, 'The issues of the record, at most the first 100.'),
    more: optional(integer('The number of issues that `messages` omits.')),
  }),
);

/** Why a file cannot be read to its end. */
export const failure = named(
  'Failure',
  object<Failure>({
    code: string(
      'The reason, for example `too_many_errors`. Capitals name what is wrong with the text of the file: `MISSING_HEADER`.',
    ),
    message: string('One sentence for a person.'),
    hint: optional(string('Advice on how to correct the file or the spec.')),
  }),
);

const typeCounts = named(
  'TypeCounts',
  object<TypeCounts>({
    name: nullable(string('The name of the record type. Null: records of no known type.')),
    total: integer('The number of records.'),
    processed: integer('Records without a FATAL issue that were not skipped.'),
    failed: integer('Records with a FATAL issue.'),
    skipped: integer('Records with an ERROR, if `skipInvalidRecords` is set.'),
    published: integer('Records that became messages, or would in a dry run.'),
  }),
);

const documentCounts = named(
  'DocumentCounts',
  object<DocumentCounts>({
    recordType: string('The name of the record type whose records form documents with all records inside them.'),
    total: integer('The number of documents.'),
    processed: integer('Documents that were accepted.'),
    failed: integer('Documents with a FATAL issue in one of their records.'),
    skipped: integer('Documents with an ERROR in one of their records, if `skipInvalidRecords` is set.'),
  }),
);

const fileIssue = named(
  'FileIssue',
  object<FileIssue>({
    severity,
    code: string('The kind of the issue, for example `MISSING_RECORD`.'),
    ruleId: nullable(string('The id of the rule. Null if the issue belongs to no rule.')),
    message: string('One sentence for a person.'),
    record: nullable(integer('The number of the record with which the issue was found. Null at the end of the file.')),
    line: nullable(integer('The line on which that record begins. Null at the end of the file.')),
    expected: optional(string('The value that the record with the total should have: what the file has.')),
    actual: optional(string('What the record with the total says. For COUNT_RANGE, the number of records.')),
  }),
);

/** The members of a result, without those whose type differs between a result and a run. */
export const resultMembers = {
  totalRecords: integer('The number of records: processed, failed and skipped ones.'),
  processedRecords: integer('Records that became messages, or would in a dry run.'),
  failedRecords: integer('Records with a FATAL issue. They do not become messages.'),
  skippedRecords: integer('Records with an ERROR, if `skipInvalidRecords` is set. They do not become messages.'),
  durationMs: integer('The duration in milliseconds.'),
  warningRecords: integer('Records whose worst issue is a WARNING.'),
  errorRecords: integer('Records with an ERROR or FATAL issue.'),
  correctedRecords: integer('Records in which a correction changed a text or filled a null.'),
  otherLines: integer('Lines that are not records: blank lines, comments, skipped lines.'),
  failure: optional(failure),
  ordering: optional(
    oneOf(
      ORDERINGS,
      'FILE: the records were published in the order of the file. NONE: several instances have published pieces of the file at the same time. Absent in a dry run.',
    ),
  ),
  specVersion: string('The version of the spec (SHA-256 of its canonical form).'),
  fileName: string('The name of the file as sent.'),
  fileSha256: nullable(string('The SHA-256 of the file as sent, before decompression.')),
  reference: optional(
    array(
      named(
        'TableVersion',
        object<TableVersion>({
          name: string('The name of the table in the spec.'),
          version: string('The SHA-256 of its CSV file.'),
          rows: integer('The number of its rows.'),
        }),
      ),
      'The reference tables with which the file is read. Absent if the spec names none.',
    ),
  ),
  warnings: array(warning, 'Findings about the file as a whole.'),
  issueCounts: array(issueCount, 'The exact number of issues by code, rule, field and severity.'),
  errors: array(recordError, 'The first records with issues, at most `errorLimit`.'),
  publishedRecords: optional(
    integer(
      'The number of messages. Absent if the spec has one type of records and the file was published: then it is `processedRecords`.',
    ),
  ),
  recordTypes: optional(
    array(typeCounts, 'The counts of each record type. Absent if the spec has one type of records.'),
  ),
  documents: optional(
    array(documentCounts, 'The counts of documents. Absent if no record type of the spec has `reject: WHOLE`.'),
  ),
  fileIssues: optional(array(fileIssue, 'Issues of the file as a whole. Absent if the spec has one type of records.')),
  fileIssuesTruncated: optional(
    boolean('Present if the file has more issues than `fileIssues` lists, which is 1,000.'),
  ),
  waivedRules: optional(
    array(
      string('The id of a rule.'),
      'The rules of the file whose issues are warnings, because the rejects that this run reads again lack their totals. Absent if there are none.',
    ),
  ),
  rejectsWithout: optional(
    array(
      string('The name of a record type.'),
      'The record types with totals of the whole file that the rejects leave out. Absent if there are none.',
    ),
  ),
  errorsTruncated: boolean('Whether `errors` omits a record with issues.'),
} satisfies Partial<MembersOf<ProcessingResult>>;

/** The result of a run or dry run. */
export const processingResult = named(
  'ProcessingResult',
  object<ProcessingResult>({
    status: oneOf(
      ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'],
      'SUCCESS: no record has an ERROR or FATAL. PARTIAL_SUCCESS: some have. FAILED: the run did not complete, or no record was processed although there were some.',
    ),
    ...resultMembers,
    runId: optional(string('The id of the run. Absent in a dry run.', { format: 'uuid' })),
    supersedes: optional(
      string('The earlier run of the same file whose messages those of this run replace.', { format: 'uuid' }),
    ),
    rejectsOf: optional(string('The earlier run whose rejects this one has read again.', { format: 'uuid' })),
    specId: optional(string('The id of the spec.', { format: 'uuid' })),
  }),
);

/** A line of a dry run as NDJSON: a record with issues; the last line is the result. */
export const resultLine: Schema<RecordError | ProcessingResult> = {
  json: { anyOf: [recordError.json, processingResult.json] },
  components: { ...recordError.components, ...processingResult.components },
};
