import { isTopicName } from '../../base/model/topic-name.ts';
import { UsageError } from '../command-line/failures.ts';

/**
 * Returns a topic name from the command line. Throws UsageError if it is not valid; `what` names the flag or command in
 * the message.
 */
export function readTopicName(written: string, what: string): string {
  if (isTopicName(written)) return written;
  throw new UsageError(
    `${what} takes a topic name, not "${written}"`,
    'use letters, digits, ".", "_" and "-", at most 249 characters',
  );
}

/** Throws UsageError if `broker` is not the embedded broker. `command` is the name of the command, for the message. */
export function requireEmbedded(broker: string, command: string): void {
  if (broker === 'embedded') return;
  throw new UsageError(
    `${command} works only with the embedded broker`,
    'use --broker embedded, or a Kafka tool such as kcat',
  );
}
