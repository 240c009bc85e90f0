import type { SpecInfo } from '../../../../compiler/kernel/model/contract.ts';
import { RunFailure } from '../../../base/model/run-failure.ts';

/** Where messages are published: the topic, and the size limit of a message and its key together, in bytes. */
interface Limit {
  readonly topic: string;
  readonly maxMessageBytes: number;
}

/**
 * Throws RunFailure (`message_limit_too_small`) if the events of a spec may be larger than the topic accepts: documents
 * with their members are one message. So a run does not fail in the middle of its file.
 */
export function checkMessageLimit({ name, documents }: SpecInfo, { topic, maxMessageBytes }: Limit): void {
  const { maxBytes } = documents ?? {};
  if (maxBytes === undefined || maxBytes <= maxMessageBytes) return;
  throw new RunFailure(
    'message_limit_too_small',
    `the spec "${name}" accepts documents of ${maxBytes} bytes, but the topic ${topic} accepts messages of ${maxMessageBytes}. Set maxDocumentBytes: ${maxMessageBytes} in the spec, or raise max.message.bytes of the topic`,
  );
}
