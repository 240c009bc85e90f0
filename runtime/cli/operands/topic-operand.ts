import { isTopicName } from '../../model/topic-name.ts';
import { WrongUsage } from '../command-line/failures.ts';

/**
 * Returns a topic name from the command line. `what` is the flag or command for the message. Throws WrongUsage if the
 * name is not valid.
 */
export function readTopicName(written: string, what: string): string {
  if (isTopicName(written)) return written;
  throw new WrongUsage(
    `${what} takes a topic name, not "${written}"`,
    'use letters, digits, ".", "_" and "-", at most 249 characters',
  );
}

/** Throws WrongUsage unless the broker is the embedded one. */
export function requireEmbedded(broker: string, command: string): void {
  if (broker === 'embedded') return;
  throw new WrongUsage(
    `${command} works only with the embedded broker`,
    'use --broker embedded, or a Kafka tool such as kcat',
  );
}
