import { emptyAnswer, header, jsonAnswer, optionalHeader } from '../api/answer.ts';
import { jsonBody } from '../api/body.ts';
import { text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { array } from '../api/schema.ts';
import {
  approveJobFile,
  createJob,
  deleteJob,
  getJob,
  jobFileFilters,
  jobFilters,
  listJobFiles,
  listJobs,
  pauseJob,
  refuseJobFile,
  replaceJob,
  resumeJob,
  retryJobFile,
  retryJobFiles,
  runJob,
} from '../resources/jobs.ts';
import { reviewFilters, reviewJobFile } from '../resources/review.ts';
import { EXAMPLE_TIME } from '../shapes/examples.ts';
import {
  decisionInput,
  exampleJob,
  exampleJobFile,
  exampleJobInput,
  exampleWaitingFile,
  jobFile,
  jobInput,
  jobView,
  retryInput,
} from '../shapes/job.ts';
import { exampleReview, orderReview } from '../shapes/review.ts';
import { API } from './paths.ts';

const params = { id: text('The id or the name of a job. An id takes precedence.', { example: 'claims' }) };
const fileParams = { ...params, fileId: text('The id of a file of the job.', { example: '42' }) };
const location = { Location: header('The path of the job.', `${API}/jobs/${exampleJob.id}`) };
const storing = ['not_released', 'disk_full', 'storage_failed'] as const;
const writing = [
  ...storing,
  'malformed_request',
  'malformed_json',
  'too_large',
  'unsupported_media_type',
  'name_taken',
  'invalid_job',
] as const;

const deciding = [
  ...storing,
  'malformed_request',
  'malformed_json',
  'too_large',
  'unsupported_media_type',
  'unknown_part',
  'invalid_value',
  'missing_part',
  'job_not_found',
  'job_file_not_found',
  'nothing_to_approve',
] as const;
const { approval } = exampleWaitingFile;
const waiting = approval as NonNullable<typeof approval>;
const decided = (accepted: boolean) => ({
  ...{ accepted, by: 'key:berta', at: EXAMPLE_TIME },
  comment: accepted ? 'compared with the letter of the insurer' : 'the third amount is wrong',
});

/** The routes of jobs. */
export const jobRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${API}/jobs`,
    scope: 'connect',
    id: 'createJob',
    tag: 'jobs',
    summary: 'Creates a job and starts it',
    body: jsonBody(jobInput, exampleJobInput),
    answers: { 201: jsonAnswer('The job is stored and works', jobView, { example: exampleJob, headers: location }) },
    problems: writing,
    handle: createJob,
  }),
  route({
    method: 'GET',
    path: `${API}/jobs`,
    scope: 'connect',
    alsoScope: 'approve',
    id: 'listJobs',
    tag: 'jobs',
    summary: 'Lists jobs, sorted by name',
    query: jobFilters,
    answers: { 200: jsonAnswer('All jobs', array(jobView), { example: [exampleJob] }) },
    problems: ['not_released'],
    handle: listJobs,
  }),
  route({
    method: 'GET',
    path: `${API}/jobs/:id`,
    scope: 'connect',
    alsoScope: 'approve',
    id: 'getJob',
    tag: 'jobs',
    summary: 'Returns a job with its checks of the source, its files by state, and its last error',
    params,
    answers: { 200: jsonAnswer('The job', jobView, { example: exampleJob }) },
    problems: ['not_released', 'job_not_found'],
    handle: getJob,
  }),
  route({
    method: 'PUT',
    path: `${API}/jobs/:id`,
    scope: 'connect',
    id: 'replaceJob',
    tag: 'jobs',
    summary: 'Replaces the definition of a job of the API',
    description: 'What the job knows of its files remains. The body may contain the members that the service adds.',
    params,
    body: jsonBody(jobInput, exampleJobInput),
    answers: { 200: jsonAnswer('The job works with its new definition', jobView, { example: exampleJob }) },
    problems: [...writing, 'job_not_found', 'job_in_git'],
    handle: replaceJob,
  }),
  route({
    method: 'DELETE',
    path: `${API}/jobs/:id`,
    scope: 'connect',
    id: 'deleteJob',
    tag: 'jobs',
    summary: 'Removes a job of the API and what it knows of its files',
    description: 'A run that is in progress continues. A new job with the same source reads all files again.',
    params,
    answers: { 204: emptyAnswer('The job is removed') },
    problems: [...storing, 'job_not_found', 'job_in_git'],
    handle: deleteJob,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/run`,
    scope: 'transform',
    id: 'runJob',
    tag: 'jobs',
    summary: 'Begins a look at the source of a job now',
    params,
    answers: { 202: jsonAnswer('The look begins', jobView, { example: exampleJob, headers: location }) },
    problems: ['not_released', 'job_not_found', 'job_paused'],
    handle: runJob,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/pause`,
    scope: 'connect',
    id: 'pauseJob',
    tag: 'jobs',
    summary: 'Pauses a job after the file that it has taken',
    params,
    answers: { 200: jsonAnswer('The job is paused', jobView, { example: { ...exampleJob, status: 'paused' } }) },
    problems: [...storing, 'job_not_found'],
    handle: pauseJob,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/resume`,
    scope: 'connect',
    id: 'resumeJob',
    tag: 'jobs',
    summary: 'Ends the pause of a job, also one after an error',
    params,
    answers: { 200: jsonAnswer('The job looks at its source', jobView, { example: exampleJob }) },
    problems: [...storing, 'job_not_found'],
    handle: resumeJob,
  }),
  route({
    method: 'GET',
    path: `${API}/jobs/:id/files`,
    scope: 'connect',
    alsoScope: 'approve',
    id: 'listJobFiles',
    tag: 'jobs',
    summary: 'Lists the files that a job has seen',
    params,
    query: jobFileFilters,
    answers: {
      200: jsonAnswer('A page of files', array(jobFile), {
        example: [exampleJobFile],
        headers: {
          Link: optionalHeader(
            'The next page (RFC 8288). Absent on the last one.',
            `<${API}/jobs/claims/files?cursor=42>; rel="next"`,
          ),
        },
      }),
    },
    problems: ['not_released', 'job_not_found'],
    handle: listJobFiles,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/retry`,
    scope: 'transform',
    id: 'retryJobFiles',
    tag: 'jobs',
    summary: 'Gives several files of a job another run',
    description:
      'The files are read where they are now. Without `files` and `state`, all that are failed or quarantined. At most 1,000 files: repeat the request until it returns none. If one of `files` cannot be retried, none is. The result of a run after one that has published the file has `supersedes`, and its messages the header `ce_supersedes`.',
    params,
    body: jsonBody(retryInput, { files: ['claims-1.csv'], specVersion: 'CURRENT', force: true }),
    answers: {
      202: jsonAnswer('The files wait', array(jobFile), {
        example: [{ ...exampleJobFile, state: 'waiting', records: null }],
      }),
    },
    problems: [
      ...storing,
      'malformed_request',
      'malformed_json',
      'too_large',
      'unsupported_media_type',
      'unknown_part',
      'invalid_value',
      'missing_part',
      'job_not_found',
      'job_file_not_found',
      'file_not_retryable',
      'already_published',
      'source_unreachable',
      'source_failed',
      'source_timed_out',
      'vault_locked',
    ],
    handle: retryJobFiles,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/files/:fileId/retry`,
    scope: 'transform',
    id: 'retryJobFile',
    tag: 'jobs',
    summary: 'Gives a failed or quarantined file another run',
    description: 'The file is read where it is now. The run uses the current version of the spec.',
    params: fileParams,
    answers: {
      202: jsonAnswer('The file waits', jobFile, { example: { ...exampleJobFile, state: 'waiting', records: null } }),
    },
    problems: [
      ...storing,
      'job_not_found',
      'job_file_not_found',
      'file_not_retryable',
      'source_unreachable',
      'source_failed',
      'source_timed_out',
      'vault_locked',
    ],
    handle: retryJobFile,
  }),
  route({
    method: 'GET',
    path: `${API}/jobs/:id/files/:fileId/review`,
    scope: 'approve',
    id: 'reviewJobFile',
    tag: 'jobs',
    summary: 'Shows what an approval would publish, beside the records as they were sent',
    description:
      'The file needs approval (`needs_approval`); `file.approval` says who asked. The stored records are read with the spec, the tables and the keys of the request. Values of sensitive fields are masked. If something was changed since the request, `obstacle` says what, and there are no records.',
    params: fileParams,
    query: reviewFilters,
    answers: {
      200: jsonAnswer('A page of records', orderReview, {
        example: exampleReview,
        headers: {
          Link: optionalHeader(
            'The next page (RFC 8288). Absent on the last one.',
            `<${API}/jobs/claims/files/42/review?cursor=2>; rel="next"`,
          ),
        },
      }),
    },
    problems: [
      'not_released',
      'job_not_found',
      'job_file_not_found',
      'nothing_to_approve',
      'run_not_found',
      'mask_key_missing',
      'disk_full',
      'files_unavailable',
    ],
    handle: reviewJobFile,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/files/:fileId/approve`,
    scope: 'approve',
    id: 'approveJobFile',
    tag: 'jobs',
    summary: 'Publishes what a retry of the rejects of a file would publish',
    description:
      'The file needs approval (`needs_approval`). Who asked for the retry is 403. What was asked for is published: the stored records, with the version of the spec at that time. If the spec, a reference table, the key of a mask or the stored file was changed since then, the request is 409: refuse it, and ask again. With `request`, so is a decision about another request than the one that was seen.',
    params: fileParams,
    body: jsonBody(decisionInput, { comment: 'compared with the letter of the insurer', request: waiting.request }),
    answers: {
      202: jsonAnswer('The records are being published', jobFile, {
        example: { ...exampleJobFile, state: 'running', approval: { ...waiting, decision: decided(true) } },
      }),
    },
    problems: deciding,
    handle: approveJobFile,
  }),
  route({
    method: 'POST',
    path: `${API}/jobs/:id/files/:fileId/refuse`,
    scope: 'approve',
    id: 'refuseJobFile',
    tag: 'jobs',
    summary: 'Refuses what a retry of the rejects of a file would publish',
    description: 'The file is what it was before the retry, which can be asked for again. Who asked for it is 403.',
    params: fileParams,
    body: jsonBody(decisionInput, { comment: 'the third amount is wrong' }),
    answers: {
      200: jsonAnswer('Nothing is published', jobFile, {
        example: { ...exampleJobFile, approval: { ...waiting, decision: decided(false) } },
      }),
    },
    problems: deciding,
    handle: refuseJobFile,
  }),
];
