import type { Scope } from '../../state/access/scopes.ts';
import type { SpecDiagnostic } from '../../state/registry/compile/spec-diagnostic.ts';
import { json } from './respond.ts';

/** HTTP status and title of each problem, by its code. Codes are an API: they are never renamed or reused. */
export const problems = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  malformed_form: { status: 400, title: 'The form is malformed' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  malformed_yaml: { status: 400, title: 'The body is not valid YAML' },
  missing_part: { status: 400, title: 'A part of the form is missing' },
  duplicate_part: { status: 400, title: 'A part of the form occurs twice' },
  unknown_part: { status: 400, title: 'The form has an unknown part' },
  unknown_parameter: { status: 400, title: 'The URL has an unknown parameter' },
  invalid_value: { status: 400, title: 'A value is invalid' },
  unauthenticated: { status: 401, title: 'The request is not authenticated' },
  forbidden: { status: 403, title: 'The caller is not allowed to do this' },
  forbidden_host: { status: 403, title: 'The Host header is not accepted' },
  forbidden_origin: { status: 403, title: 'Requests from other sites are not accepted' },
  not_found: { status: 404, title: 'The path does not exist' },
  spec_not_found: { status: 404, title: 'The spec does not exist' },
  reference_not_found: { status: 404, title: 'The reference table does not exist' },
  sample_not_found: { status: 404, title: 'The sample does not exist' },
  run_not_found: { status: 404, title: 'The run does not exist' },
  topic_not_found: { status: 404, title: 'The topic does not exist' },
  credential_not_found: { status: 404, title: 'The credential does not exist' },
  integration_not_found: { status: 404, title: 'The integration does not exist' },
  instance_not_found: { status: 404, title: 'The instance does not exist' },
  job_not_found: { status: 404, title: 'The job does not exist' },
  job_file_not_found: { status: 404, title: 'The file of the job does not exist' },
  source_not_found: { status: 404, title: 'The file does not exist on the remote system' },
  method_not_allowed: { status: 405, title: 'The method is not allowed' },
  request_timeout: { status: 408, title: 'The request took too long' },
  name_taken: { status: 409, title: 'The name is taken' },
  spec_in_git: { status: 409, title: 'The spec is managed in git' },
  run_in_progress: { status: 409, title: 'A run of the same file is in progress' },
  run_not_finished: { status: 409, title: 'The run is not finished' },
  run_ended: { status: 409, title: 'The run has ended' },
  duplicate_file: { status: 409, title: 'The file was published before' },
  topic_in_use: { status: 409, title: 'A run publishes to the topic' },
  credential_in_use: { status: 409, title: 'Integrations use the credential' },
  integration_in_git: { status: 409, title: 'The integration is managed in git' },
  job_in_git: { status: 409, title: 'The job is managed in git' },
  job_paused: { status: 409, title: 'The job is paused' },
  already_published: { status: 409, title: 'The file was published before' },
  nothing_to_approve: { status: 409, title: 'Nothing can be accepted or refused' },
  file_not_retryable: { status: 409, title: 'The file cannot be tried again' },
  integration_in_use: { status: 409, title: 'Jobs use the integration' },
  no_rejects: { status: 409, title: 'The run has no rejects' },
  too_many_rejects: { status: 409, title: 'The rejects are in too many places of the file' },
  pieces_incomplete: { status: 409, title: 'The run has not published its whole file' },
  mask_key_missing: { status: 409, title: 'The key of a mask cannot be used' },
  source_changed: { status: 409, title: 'The file changed while it was read' },
  file_gone: { status: 410, title: 'The file is no longer stored' },
  version_differs: { status: 412, title: 'The version of the spec differs' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  invalid_spec: { status: 422, title: 'The spec has errors' },
  invalid_reference: { status: 422, title: 'The reference table cannot be used' },
  invalid_archive: { status: 422, title: 'The archive cannot be used' },
  invalid_credential: { status: 422, title: 'The credential is not valid' },
  invalid_job: { status: 422, title: 'The job is not valid' },
  invalid_integration: { status: 422, title: 'The integration is not valid' },
  repaired_differs: { status: 422, title: 'The file is not a copy of the rejects' },
  spec_too_costly: { status: 422, title: 'The spec is too costly' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another request' },
  rate_exceeded: { status: 429, title: 'The caller sends too many requests' },
  queue_full: { status: 429, title: 'Too many runs are waiting' },
  internal_error: { status: 500, title: 'The service failed' },
  unsupported_transfer_encoding: { status: 501, title: 'The transfer encoding is not supported' },
  not_released: { status: 501, title: 'This feature is switched off or not released yet' },
  source_unreachable: { status: 502, title: 'The remote system cannot be reached' },
  source_failed: { status: 502, title: 'The remote system rejected the operation' },
  vault_locked: { status: 503, title: 'The vault is locked' },
  run_paused: { status: 503, title: 'The run is paused' },
  broker_unavailable: { status: 503, title: 'The broker is unavailable' },
  broker_refused: { status: 503, title: 'The broker rejected the service' },
  keys_unavailable: { status: 503, title: 'The keys of the token issuer are unavailable' },
  too_busy: { status: 503, title: 'The service is busy' },
  storage_failed: { status: 503, title: 'The data folder cannot be used' },
  files_unavailable: { status: 503, title: 'The object store with the received files is unavailable' },
  stopping: { status: 503, title: 'The service is stopping' },
  source_timed_out: { status: 504, title: 'The remote system did not respond in time' },
  insufficient_storage: { status: 507, title: 'The limit of stored data is reached' },
  disk_full: { status: 507, title: 'The disk is full' },
  stored_data_damaged: { status: 500, title: 'Stored data is damaged' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A key of `problems`. */
export type ProblemCode = keyof typeof problems;

/** Optional members of a problem response, and its additional headers. */
export interface ProblemDetails {
  /** The name of the form part, parameter, header or JSON member that is wrong. */
  field?: string;
  diagnostics?: readonly SpecDiagnostic[];
  /** Everything that is wrong with a job. */
  problems?: readonly { field: string; message: string }[];
  /** The scope that the caller needs and does not have. */
  requiredScope?: Scope;
  /** Id of the run that the problem concerns. */
  runId?: string;
  /** How many records of a file were published before. */
  publishedRecords?: number;
  /** The ids of what uses the credential or the integration. */
  usedBy?: string[];
  /** Why the remote system could not be used: a code of the connector. */
  reason?: string;
  /** The step of opening the connection that failed. */
  step?: string;
  /** Id of the log line that has the details. */
  errorId?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A request failed. Any code of the server may throw it. answer() turns it into a problem response (RFC 9457). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.code = code;
    this.details = details;
  }
}

/**
 * Returns the response to a problem: `application/problem+json` with `type`, `title`, `status`, `detail`, `code` and
 * the details.
 */
export function toResponse({ code, message, details }: Problem): Response {
  const { headers, ...members } = details;
  return json(
    { ...bodyOf(code, message), ...members },
    { status: problems[code].status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  );
}

/** Returns the body of a problem response, for a connection that has no request yet. */
export function problemText(code: ProblemCode, detail: string): string {
  return `${JSON.stringify(bodyOf(code, detail))}\n`;
}

function bodyOf(code: ProblemCode, detail: string) {
  const { status, title } = problems[code];
  return { type: `urn:specmill:problem:${code}`, title, status, detail, code };
}
