import { RunRefused, RunPause } from '../../../model/run-failure.ts';
import type { KafkaError } from './kafkajs.ts';

/** What is to be done about an error of the broker or of the way to it. */
export type Remedy =
  /** It may be gone in a moment. */
  | 'again'
  /** Who produces is not known any more, or somebody else produces in its name: a new attempt begins. */
  | 'anew'
  /** Name and password, or the rights of their owner, are not enough. */
  | 'refused'
  | 'too-large'
  /** Neither time nor a new attempt helps. */
  | 'never'
  /** No error of the broker: a fault of the program. */
  | 'fault';

const REFUSED = new Set([
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'SECURITY_DISABLED',
]);
const ANEW = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_TXN_STATE',
  'INVALID_PRODUCER_ID_MAPPING',
  'TRANSACTION_COORDINATOR_FENCED',
  'UNKNOWN_PRODUCER_ID',
  'KAFKAJS_UNKNOWN_ERROR_CODE',
]);
const AGAIN = new Set([
  'BROKER_NOT_AVAILABLE',
  'STALE_CONTROLLER_EPOCH',
  'REASSIGNMENT_IN_PROGRESS',
  'OPERATION_NOT_ATTEMPTED',
  'STALE_BROKER_EPOCH',
  'UNKNOWN',
  'LOG_DIR_NOT_FOUND',
]);

/** What to do about an error of kafkajs. */
export function remedyOf(error: unknown): Remedy {
  const { name, type, retriable } = rootOf(error);
  if (type === undefined) return nameRemedy(name);
  if (REFUSED.has(type)) return 'refused';
  if (ANEW.has(type)) return 'anew';
  if (type === 'MESSAGE_TOO_LARGE' || type === 'RECORD_LIST_TOO_LARGE') return 'too-large';
  return retriable === true || AGAIN.has(type) ? 'again' : 'never';
}

/** The error that a run ends its attempt with. */
export function toRunError(error: unknown): unknown {
  const root = rootOf(error);
  switch (remedyOf(error)) {
    case 'again':
      return new RunPause('broker_unavailable', `the broker cannot be reached: ${root.message}`);
    case 'anew':
      return new RunPause('transaction_lost', `the broker does not know the run's producer any more: ${root.message}`);
    case 'refused':
      return new RunPause('broker_refused', `the broker refuses what it is asked for: ${root.message}`);
    case 'too-large':
    case 'never':
      return new RunRefused('broker_refused', `the broker refuses the messages: ${root.message}`);
    default:
      return error;
  }
}

/** What kafkajs's own retries, and answers about several topics, wrap. */
export function rootOf(error: unknown): KafkaError {
  if (!(error instanceof Error)) return new Error(String(error));
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return rootOf(error.errors[0]);
  const isWrapped = error.name === 'KafkaJSNumberOfRetriesExceeded' || error.name === 'KafkaJSNonRetriableError';
  return isWrapped && error.cause instanceof Error ? rootOf(error.cause) : error;
}

function nameRemedy(name: string): Remedy {
  if (name === 'KafkaJSSASLAuthenticationError') return 'refused';
  return name.startsWith('KafkaJS') ? 'again' : 'fault';
}
