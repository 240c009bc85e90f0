import {
  emptyAnswer,
  fileAnswer,
  header,
  jsonAnswer,
  ndjsonAnswer,
  optionalHeader,
  textAnswer,
} from '../api/answer.ts';
import { orNull, text, uuid } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { array, either, jsonSchema } from '../api/schema.ts';
import { retryRejects, retryRejectsFilters } from '../resources/retry-rejects.ts';
import { cancelRun, deleteRun, getRun, getRunErrors, getRunRejects, listRuns, runFilters } from '../resources/runs.ts';
import { getRunEvents } from '../resources/run-events.ts';
import { EXAMPLE_RUN_ID } from '../shapes/examples.ts';
import { jobFile } from '../shapes/job.ts';
import { recordError } from '../shapes/result.ts';
import { runSummary, runView } from '../shapes/run.ts';
import { exampleErrors, exampleQueuedRun, exampleRejects, exampleRun, exampleSummary } from '../shapes/run-examples.ts';
import { API } from './paths.ts';

const exampleEvents = 'retry: 2000\n\nid: SUCCESS:120\nevent: state\ndata: {"status":"SUCCESS"}\n\n';

const params = { id: uuid('The id of the run.', EXAMPLE_RUN_ID) };

const repairedForm = jsonSchema<{ file: string }>({
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', description: 'The repaired copy of the rejects.' } },
  required: ['file'],
  additionalProperties: false,
});

/** The routes of runs. */
export const runRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${API}/runs`,
    scope: 'read',
    id: 'listRuns',
    tag: 'runs',
    summary: 'Lists runs, newest first, without the records with issues',
    query: runFilters,
    answers: {
      200: jsonAnswer('A page of runs', array(runSummary), {
        example: [exampleSummary],
        headers: {
          Link: optionalHeader(
            'The next page (RFC 8288). Absent on the last one.',
            '</api/v1/runs?cursor=…>; rel="next"',
          ),
        },
      }),
    },
    handle: listRuns,
  }),
  route({
    method: 'GET',
    path: `${API}/runs/:id`,
    scope: 'read',
    id: 'getRun',
    tag: 'runs',
    summary: 'Returns a run with its progress and its result so far',
    params,
    answers: { 200: jsonAnswer('The run', runView, { example: exampleRun }) },
    problems: ['run_not_found'],
    handle: getRun,
  }),
  route({
    method: 'DELETE',
    path: `${API}/runs/:id`,
    scope: 'transform',
    id: 'deleteRun',
    tag: 'runs',
    summary: 'Removes the result, the errors and the file of a run that has ended',
    description: 'The messages of the run remain.',
    params,
    answers: { 204: emptyAnswer('The run is removed') },
    problems: ['run_not_found', 'run_not_finished', 'disk_full', 'storage_failed', 'files_unavailable'],
    handle: deleteRun,
  }),
  route({
    method: 'POST',
    path: `${API}/runs/:id/cancel`,
    scope: 'transform',
    id: 'cancelRun',
    tag: 'runs',
    summary: 'Ends a run at its next checkpoint',
    description:
      'The run ends as FAILED with the code `cancelled`. What was published by then remains published and is counted.',
    params,
    answers: {
      202: jsonAnswer('The run, which ends soon', runView, {
        example: exampleQueuedRun,
        headers: { Location: header('The path of the run.', `${API}/runs/${EXAMPLE_RUN_ID}`) },
      }),
    },
    problems: ['run_not_found', 'run_ended', 'disk_full', 'storage_failed'],
    handle: cancelRun,
  }),
  route({
    method: 'GET',
    path: `${API}/runs/:id/events`,
    staysOpen: true,
    scope: 'read',
    id: 'streamRunEvents',
    tag: 'runs',
    summary: 'Streams the state, the progress and at the end the result of a run (server-sent events)',
    description:
      'The events are `state`, `progress` (at most four a second) and `result`. A stream continues after the event that `Last-Event-ID` names.',
    params,
    headers: {
      'Last-Event-ID': orNull(text('The id of the last event that the client has received.', { example: 'RUNNING:0' })),
    },
    answers: {
      200: textAnswer('The events', ['text/event-stream'], { example: exampleEvents }),
      204: emptyAnswer('The client has received the result'),
    },
    problems: ['run_not_found', 'too_busy'],
    handle: getRunEvents,
  }),
  route({
    method: 'GET',
    path: `${API}/runs/:id/errors`,
    scope: 'read',
    id: 'getRunErrors',
    tag: 'runs',
    summary: 'Streams every record with issues that the run has committed so far',
    params,
    answers: { 200: ndjsonAnswer('A line for each record with issues', recordError, exampleErrors) },
    problems: ['run_not_found', 'pieces_incomplete', 'mask_key_missing', 'file_gone', 'disk_full', 'files_unavailable'],
    handle: getRunErrors,
  }),
  route({
    method: 'GET',
    path: `${API}/runs/:id/rejects`,
    scope: 'read',
    id: 'getRunRejects',
    tag: 'runs',
    summary: 'Streams the original bytes of the records that were not published',
    description:
      'The answer is a file that can be corrected and sent again: the header of the file first, then the records.',
    params,
    answers: {
      200: fileAnswer('The file of rejects', {
        example: exampleRejects,
        headers: {
          'Content-Disposition': header(
            'The name of the file (RFC 6266).',
            `attachment; filename="rejects-orders.csv"; filename*=UTF-8''rejects-orders.csv`,
          ),
        },
      }),
    },
    problems: [
      'run_not_found',
      'run_not_finished',
      'pieces_incomplete',
      'mask_key_missing',
      'file_gone',
      'disk_full',
      'files_unavailable',
    ],
    handle: getRunRejects,
  }),
  route({
    method: 'POST',
    path: `${API}/runs/:id/rejects/retry`,
    scope: 'transform',
    id: 'retryRunRejects',
    tag: 'runs',
    summary: 'Publishes the records that a run did not publish, with the current version of its spec',
    description:
      'The whole file is read again, so that rules about several records, parents and totals see all of them, and only the records that neither the run nor an earlier retry of its rejects has published are published. Their numbers and the hash in their ids are those of the file that was sent. With a form, its part `file` is a repaired copy of the rejects: its records replace the rejected ones. The result has `rejectsOf`. If the run is that of a job with `approval`, the records may wait for the approval of another person: then the response is the file of the job, with the state `needs_approval`.',
    params,
    query: retryRejectsFilters,
    body: {
      kind: 'content',
      isRequired: false,
      content: { 'multipart/form-data': { schema: repairedForm, example: { file: exampleRejects } } },
    },
    answers: {
      202: jsonAnswer('The run is accepted, or the file of the job waits', either(runView, jobFile), {
        example: { ...exampleQueuedRun, rejectsOf: EXAMPLE_RUN_ID },
        headers: {
          Location: header(
            'The path of the new run. If the file waits: of its last run.',
            `${API}/runs/${EXAMPLE_RUN_ID}`,
          ),
        },
      }),
    },
    problems: [
      'malformed_request',
      'malformed_form',
      'missing_part',
      'duplicate_part',
      'unknown_part',
      'run_not_found',
      'spec_not_found',
      'integration_not_found',
      'request_timeout',
      'run_in_progress',
      'run_not_finished',
      'file_not_retryable',
      'no_rejects',
      'too_many_rejects',
      'pieces_incomplete',
      'mask_key_missing',
      'file_gone',
      'too_large',
      'unsupported_media_type',
      'invalid_spec',
      'repaired_differs',
      'queue_full',
      'source_unreachable',
      'source_failed',
      'source_timed_out',
      'vault_locked',
      'insufficient_storage',
      'disk_full',
      'storage_failed',
      'files_unavailable',
    ],
    handle: retryRejects,
  }),
];
