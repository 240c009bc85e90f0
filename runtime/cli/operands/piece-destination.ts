import type { PieceDestination } from '../../pieces/destination.ts';
import { readBroker } from '../../state/settings/broker.ts';
import { isBucketAddress } from '../../state/settings/bucket-address.ts';
import type { CommandInput } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { readObjectAddress } from './piece-places.ts';
import { readTable } from './piece-table.ts';
import { readTopicName } from './topic-operand.ts';
import type { PiecesSettingName } from './pieces-settings.ts';

/** Reads --to and --dead-letter. Throws UsageError, and SettingError for the settings of the broker. */
export async function readPieceDestination(input: CommandInput<PiecesSettingName>): Promise<PieceDestination> {
  const to = input.flags.get('to');
  if (to === undefined || to === '')
    throw new UsageError('pieces run requires --to', 'name a folder, a topic or a table');
  const topic = /^topic:(.*)$/s.exec(to)?.[1];
  if (topic !== undefined) return readTopic(input, { topic, broker: input.settings.broker });
  const [, hosts, named = '', query = ''] = /^(kafka:\/\/[^/?]*)(?:\/([^?]*))?(\?.*)?$/.exec(to) ?? [];
  if (hosts !== undefined) return readTopic(input, { topic: named, broker: hosts + query });
  if (input.flags.has('dead-letter'))
    throw new UsageError('--dead-letter requires a topic', 'use --to topic:T or --to kafka://HOST/T');
  if (/^(?:postgres(?:ql)?|mariadb):\/\//.test(to)) return readTable(to, process.env);
  if (isBucketAddress(to)) return { kind: 'bucket', address: readObjectAddress(to, '--to') };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to))
    throw new UsageError(
      `--to cannot publish to ${to.replace(/\/\/.*$/s, '//…')}`,
      'use a folder, s3://BUCKET/PREFIX, topic:T, kafka://HOST/T, postgresql://… or mariadb://…',
    );
  return { kind: 'folder', path: to };
}

async function readTopic(
  { flags, settings }: CommandInput<PiecesSettingName>,
  { topic: written, broker: address }: { topic: string; broker: string },
): Promise<PieceDestination> {
  const topic = readTopicName(written, '--to');
  const deadLetters = flags.get('dead-letter');
  const deadLetterTopic = deadLetters === undefined ? null : readTopicName(deadLetters, '--dead-letter');
  if (deadLetterTopic === topic)
    throw new UsageError(
      '--dead-letter and --to name the same topic',
      'use another topic for the records that are not published',
    );
  const broker = await readBroker({ ...settings, broker: address }, process.env);
  if (broker.kind !== 'kafka')
    throw new UsageError(
      'the embedded broker belongs to one process, so pieces cannot publish to it',
      'name Kafka with --broker kafka://HOST:9092, or publish to a folder',
    );
  return { kind: 'topic', broker, topic, deadLetterTopic };
}
