import { header, jsonAnswer, ndjsonAnswer } from '../api/answer.ts';
import { formBody } from '../api/body.ts';
import { orNull, text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { dryRunFields, idempotencyKey, transformFields } from '../resources/form-fields.ts';
import { fileToEvents } from '../resources/transform.ts';
import { validateFile } from '../resources/validate.ts';
import { EXAMPLE_FILE, EXAMPLE_RUN_ID } from '../shapes/examples.ts';
import { processingResult, resultLine } from '../shapes/result.ts';
import { exampleDryRun, exampleErrors, exampleQueuedRun, exampleResult } from '../shapes/run-examples.ts';
import { runView } from '../shapes/run.ts';
import { API, FILE_TO_EVENTS } from './paths.ts';

const location = `${API}/runs/${EXAMPLE_RUN_ID}`;

/** The problems of a request that names a file of an integration. */
const sourceProblems = [
  'malformed_request',
  'malformed_json',
  'not_released',
  'vault_locked',
  'integration_not_found',
  'invalid_integration',
  'source_not_found',
  'source_changed',
  'source_unreachable',
  'source_failed',
  'source_timed_out',
] as const;

/** The routes that read a file. */
export const transformRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: FILE_TO_EVENTS,
    scope: 'transform',
    id: 'transformFile',
    tag: 'transform',
    summary: 'Publishes the records of a file to a topic',
    description:
      'Responds when the run has ended. With `Prefer: respond-async`, responds as soon as the run is accepted. An accepted run is never lost.',
    headers: {
      'Idempotency-Key': orNull(idempotencyKey),
      Prefer: orNull(
        text('`respond-async`: respond as soon as the run is accepted (RFC 7240).', { example: 'respond-async' }),
      ),
    },
    body: formBody(transformFields, {
      file: EXAMPLE_FILE,
      fields: { specId: 'orders', brokerTopic: 'orders', skipInvalidRecords: 'true' },
    }),
    answers: {
      200: jsonAnswer('The run has ended', processingResult, { example: exampleResult }),
      202: jsonAnswer('The run is accepted', runView, {
        example: exampleQueuedRun,
        headers: {
          Location: header('The path of the run.', location),
          'Preference-Applied': header('Always `respond-async`.', 'respond-async'),
        },
      }),
    },
    problems: [
      ...sourceProblems,
      'malformed_form',
      'missing_part',
      'duplicate_part',
      'unknown_part',
      'invalid_value',
      'spec_not_found',
      'request_timeout',
      'run_in_progress',
      'duplicate_file',
      'too_large',
      'unsupported_media_type',
      'invalid_spec',
      'invalid_archive',
      'idempotency_key_reused',
      'queue_full',
      'run_paused',
      'broker_unavailable',
      'broker_refused',
      'insufficient_storage',
      'files_unavailable',
      'disk_full',
      'storage_failed',
    ],
    handle: fileToEvents,
  }),
  route({
    method: 'POST',
    path: `${API}/transform/validate`,
    scope: 'transform',
    storesNothing: true,
    id: 'validateFile',
    tag: 'transform',
    summary: 'Checks a file like a run, and publishes nothing',
    description:
      'Nothing is stored after the response. If `specId` precedes `file`, reading begins with the first bytes.',
    headers: {
      Accept: orNull(
        text('`application/x-ndjson`: every record with issues as a line, then the result.', {
          example: 'application/json',
        }),
      ),
    },
    body: formBody(dryRunFields, { file: EXAMPLE_FILE, fields: { specId: 'orders', skipInvalidRecords: 'true' } }),
    answers: {
      200: {
        ...jsonAnswer('The result', processingResult, { example: exampleDryRun }),
        content: {
          ...jsonAnswer('', processingResult, { example: exampleDryRun }).content,
          ...ndjsonAnswer('', resultLine, [...exampleErrors, { ...exampleDryRun, errors: [] }]).content,
        },
      },
    },
    problems: [
      ...sourceProblems,
      'malformed_form',
      'missing_part',
      'duplicate_part',
      'unknown_part',
      'invalid_value',
      'spec_not_found',
      'request_timeout',
      'too_large',
      'unsupported_media_type',
      'invalid_spec',
      'invalid_archive',
      'insufficient_storage',
      'disk_full',
      'storage_failed',
    ],
    handle: validateFile,
  }),
];
