import type { RecordError } from '../../base/model/record-error.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import type { RunSummary, RunView } from '../../runs/run-request.ts';
import { EXAMPLE_FILE, EXAMPLE_RUN_ID, EXAMPLE_SPEC, EXAMPLE_TIME } from './examples.ts';

/** The records with issues of the example file. */
export const exampleErrors: RecordError[] = [
  {
    record: 2,
    line: 3,
    byteOffset: 21,
    outcome: 'skipped',
    messages: [
      {
        severity: 'ERROR',
        code: 'MIN_VALUE',
        ruleId: 'positive',
        field: 'amount',
        column: 'amount',
        message: 'amount must be at least 0.01',
        value: '0.00',
      },
    ],
  },
];

const counters = {
  totalRecords: 2,
  processedRecords: 1,
  failedRecords: 0,
  skippedRecords: 1,
  durationMs: 12,
  warningRecords: 0,
  errorRecords: 1,
  correctedRecords: 0,
  otherLines: 0,
};

const file = { specVersion: EXAMPLE_SPEC.version, fileName: EXAMPLE_FILE.name, fileSha256: EXAMPLE_FILE.sha256 };
const { severity, code, ruleId, field } = {
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'positive',
  field: 'amount',
} as const;
const issues = { warnings: [], issueCounts: [{ code, ruleId, field, severity, count: 1 }] };

/** The result of a dry run of the example file. */
export const exampleDryRun: ProcessingResult = {
  status: 'PARTIAL_SUCCESS',
  ...counters,
  specId: EXAMPLE_SPEC.id,
  ...file,
  ...issues,
  errors: exampleErrors,
  errorsTruncated: false,
};

/** The result of a run of the example file. */
export const exampleResult: ProcessingResult = { ...exampleDryRun, runId: EXAMPLE_RUN_ID, ordering: 'FILE' };

/** The run of the example file, as an item of a list. */
export const exampleSummary: RunSummary = {
  runId: EXAMPLE_RUN_ID,
  ordering: 'FILE',
  specId: EXAMPLE_SPEC.id,
  topic: 'orders',
  deadLetterTopic: null,
  status: 'PARTIAL_SUCCESS',
  progress: { bytes: EXAMPLE_FILE.text.length, totalBytes: EXAMPLE_FILE.text.length },
  createdAt: EXAMPLE_TIME,
  finishedAt: EXAMPLE_TIME,
  ...counters,
  ...file,
  ...issues,
};

/** The run of the example file. */
export const exampleRun: RunView = { ...exampleSummary, errors: exampleErrors, errorsTruncated: false };

/** A run that has just been accepted. */
export const exampleQueuedRun: RunView = {
  ...exampleRun,
  status: 'QUEUED',
  progress: { bytes: 0, totalBytes: EXAMPLE_FILE.text.length },
  finishedAt: null,
  totalRecords: 0,
  processedRecords: 0,
  skippedRecords: 0,
  durationMs: 0,
  errorRecords: 0,
  issueCounts: [],
  errors: [],
};

/** The rejects of the example file. */
export const exampleRejects = 'id,amount\nA2,0.00\n';
