import { RunRefused, RunPause } from '../../../base/model/run-failure.ts';
import type { KafkaError } from './kafkajs.ts';

/** The kind of an error of the broker or of the connection. */
export type ErrorClass =
  /** The same request may succeed later. */
  | 'retriable'
  /**
   * The broker no longer accepts the producer, for example because another process uses its identity. A new attempt of
   * the run is needed.
   */
  | 'fenced'
  /** The credentials are wrong, or do not have the required rights. */
  | 'rejected'
  /** A message or a record batch exceeds a size limit of the broker. */
  | 'too-large'
  /** The request will never succeed, not even in a new attempt. */
  | 'permanent'
  /** The broker and the connection did not cause the error. It is a bug in the program. */
  | 'bug';

const REJECTED = new Set([
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'SECURITY_DISABLED',
]);
const FENCED = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_TXN_STATE',
  'INVALID_PRODUCER_ID_MAPPING',
  'TRANSACTION_COORDINATOR_FENCED',
  'UNKNOWN_PRODUCER_ID',
  'KAFKAJS_UNKNOWN_ERROR_CODE',
]);
const RETRIABLE = new Set([
  'BROKER_NOT_AVAILABLE',
  'STALE_CONTROLLER_EPOCH',
  'REASSIGNMENT_IN_PROGRESS',
  'OPERATION_NOT_ATTEMPTED',
  'STALE_BROKER_EPOCH',
  'UNKNOWN',
  'LOG_DIR_NOT_FOUND',
]);

/** Returns the kind of an error that a call of kafkajs has thrown. */
export function classifyError(error: unknown): ErrorClass {
  const { name, type, retriable } = rootCause(error);
  if (type === undefined) return classifyByName(name);
  if (REJECTED.has(type)) return 'rejected';
  if (FENCED.has(type)) return 'fenced';
  if (type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE') return 'too-large';
  return retriable === true || RETRIABLE.has(type) ? 'retriable' : 'permanent';
}

/**
 * Returns the error with which an attempt of a run ends: RunPause if a later attempt may succeed, RunRefused if the
 * broker will never accept the messages, or `error` unchanged if it is a bug.
 */
export function toRunError(error: unknown): unknown {
  const root = rootCause(error);
  switch (classifyError(error)) {
    case 'retriable':
      return new RunPause('broker_unavailable', `the broker cannot be reached: ${root.message}`);
    case 'fenced':
      return new RunPause('transaction_lost', `the broker no longer accepts the run's producer: ${root.message}`);
    case 'rejected':
      return new RunPause('broker_refused', `the broker rejected the request: ${root.message}`);
    case 'too-large':
    case 'permanent':
      return new RunRefused('broker_refused', `the broker rejected the messages: ${root.message}`);
    default:
      return error;
  }
}

/** Returns the original error. kafkajs wraps it after retries, and for requests about several topics. */
export function rootCause(error: unknown): KafkaError {
  if (!(error instanceof Error)) return new Error(String(error));
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return rootCause(error.errors[0]);
  const isWrapped = error.name === 'KafkaJSNumberOfRetriesExceeded' || error.name === 'KafkaJSNonRetriableError';
  return isWrapped && error.cause instanceof Error ? rootCause(error.cause) : error;
}

function classifyByName(name: string): ErrorClass {
  if (name === 'KafkaJSSASLAuthenticationError') return 'rejected';
  return name.startsWith('KafkaJS') ? 'retriable' : 'bug';
}
