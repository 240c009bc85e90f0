import { isTopicName } from '../run/topic-name.ts';
import { WrongUsage } from './failures.ts';

/** A topic's name as it was written behind `what` (a flag, or the operand's name). Throws WrongUsage where no topic can have it. */
export function readTopicName(written: string, what: string): string {
  if (isTopicName(written)) return written;
  throw new WrongUsage(
    `${what} takes the name of a topic, not "${written}"`,
    'letters, digits and . _ - , at most 249 of them',
  );
}

/** Throws WrongUsage where the broker is not the embedded one: a command looks into no other. */
export function requireEmbedded(broker: string, command: string): void {
  if (broker === 'embedded') return;
  throw new WrongUsage(
    `${command} is for the embedded broker alone`,
    'use --broker embedded, or a tool of Kafka such as kcat',
  );
}
