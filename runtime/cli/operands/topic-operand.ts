import { isTopicName } from '../../model/topic-name.ts';
import { WrongUsage } from '../command-line/failures.ts';

/** A topic's name as it was written behind `what` (a flag, or the operand's name). Throws WrongUsage where no topic can have it. */
export function readTopicName(written: string, what: string): string {
  if (isTopicName(written)) return written;
  throw new WrongUsage(
    `${what} takes a topic name, not "${written}"`,
    'use letters, digits, ".", "_" and "-", at most 249 characters',
  );
}

/** Throws WrongUsage where the broker is not the embedded one: a command looks into no other. */
export function requireEmbedded(broker: string, command: string): void {
  if (broker === 'embedded') return;
  throw new WrongUsage(
    `${command} works only with the embedded broker`,
    'use --broker embedded, or a Kafka tool such as kcat',
  );
}
