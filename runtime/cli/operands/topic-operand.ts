import { isTopicName } from '../../model/topic-name.ts';
import { UsageError } from '../command-line/failures.ts';

/**
 * Returns a topic name from the command line. `what` is the flag or command for the message. Throws UsageError if the
 * name is not valid.
 */
export function readTopicName(written: string, what: string): string {
  if (isTopicName(written)) return written;
  throw new UsageError(
    `${what} takes a topic name, not "${written}"`,
    'use letters, digits, ".", "_" and "-", at most 249 characters',
  );
}

/** Throws UsageError unless the broker is the embedded one. */
export function requireEmbedded(broker: string, command: string): void {
  if (broker === 'embedded') return;
  throw new UsageError(
    `${command} works only with the embedded broker`,
    'use --broker embedded, or a Kafka tool such as kcat',
  );
}
