import type { EncoderName } from '../../../compiler/formats.ts';
import { NO_SCHEMAS, type SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunFailure, RunPause } from '../../base/model/run-failure.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import { encoderOfFormat, isDefaultFormat, schemasOfFormat } from '../../base/model/value-format.ts';
import { findSchemasOf } from '../../runs/bind-schemas.ts';
import { readSchemas } from '../../state/settings/schemas.ts';
import type { CommandInput } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import type { PiecesSettingName } from './pieces-settings.ts';
import type { NamedSpec } from './spec-operand.ts';
import { readTopicName } from './topic-operand.ts';

/** The format of the messages of a plan. */
export interface PlanFormat {
  readonly options: Pick<RunOptions, 'valueFormat'>;
  /** Absent: JSON. */
  readonly encoder: EncoderName | undefined;
  readonly settings: SchemaSettings;
  /** The topic to which schemas in a registry belong. Null: there are none. */
  readonly topic: string | null;
}

/** Reads --value-format, --topic and the settings of schemas. Throws UsageError and SettingError. */
export function readPlanFormat({ flags, settings }: CommandInput<PiecesSettingName>): PlanFormat {
  const { valueFormat, cloudevents } = settings;
  const isPlain = isDefaultFormat(valueFormat);
  if (!isPlain && cloudevents === 'structured')
    throw new UsageError('structured CloudEvents contain plain JSON', 'leave out --cloudevents or --value-format');
  const schemas = isPlain ? NO_SCHEMAS : readSchemas(settings, process.env);
  const hasSchemas = schemasOfFormat(valueFormat) !== null && schemas.url !== null;
  const topic = flags.get('topic');
  if (hasSchemas && topic === undefined)
    throw new UsageError(
      `--value-format ${valueFormat} with a registry requires --topic: the subjects of schemas belong to a topic`,
      'name the topic to which the pieces will be published',
    );
  if (!hasSchemas && topic !== undefined)
    throw new UsageError(
      '--topic is for messages with schemas in a registry',
      'add --value-format and --schema-registry, or leave --topic out: pieces run has --to',
    );
  return {
    options: isPlain ? {} : { valueFormat },
    encoder: encoderOfFormat(valueFormat),
    settings: schemas,
    topic: topic === undefined ? null : readTopicName(topic, '--topic'),
  };
}

/**
 * Returns the schemas of the messages of a plan in the registry, so that all pieces have the same ids. With
 * --register-schemas, those that the registry does not know are registered. Throws SystemFailure if the registry refuses a
 * schema or does not answer.
 */
export async function findPlanSchemas(
  { topic, settings }: PlanFormat,
  { module, source }: NamedSpec,
  options: RunOptions,
): Promise<Pick<RunOptions, 'schemas'>> {
  if (topic === null) return {};
  const destination = { kind: 'topic', topic, deadLetterTopic: null } as const;
  const subject = { spec: module.spec, findSource: async () => source, options, destination };
  const schemas = await findSchemasOf(subject, settings).catch((error: unknown) => {
    if (!(error instanceof RunFailure || error instanceof RunPause)) throw error;
    throw new SystemFailure(`there is no plan: ${error.message} [${error.code}]`);
  });
  return schemas === null ? {} : { schemas };
}
