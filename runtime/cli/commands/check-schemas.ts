import type { EncoderName } from '../../../compiler/formats.ts';
import type { AnySpec, Diagnostic, SpecText } from '../../../compiler/index.ts';
import type { SchemaSettings } from '../../base/model/message-schemas.ts';
import { RunFailure, RunPause } from '../../base/model/run-failure.ts';
import { encoderOfFormat, schemasOfFormat } from '../../base/model/value-format.ts';
import { keySchemaOf, listSchemas, type WantedSchema } from '../../sink/schemas/find-schemas.ts';
import { foreseeSchema, type SchemaOutlook } from '../../sink/schemas/registry-client.ts';
import { readSchemas, type SchemaSettingName } from '../../state/settings/schemas.ts';
import { settings as declared } from '../../state/settings/declarations.ts';
import type { Settings } from '../../state/settings/declarations.ts';
import { visible } from '../format/terminal.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';

/** The registry that `specmill check` asks. */
export interface CheckedRegistry {
  readonly settings: SchemaSettings;
  /** The encoding of the messages. Absent: JSON. */
  readonly encoder: EncoderName | undefined;
  /** The topic of the messages. Null: that with the name of the spec. */
  readonly topic: string | null;
}

/** A schema of a spec, and what the registry would do with it. */
export interface ForeseenSchema {
  readonly subject: string;
  readonly outlook: SchemaOutlook;
}

/** Returns the registry with a URL. Messages are Avro unless the settings say json-schema. Throws UsageError if it is none. */
export function registryOf(
  url: string,
  topic: string | null,
  settings: Pick<Settings, SchemaSettingName>,
): CheckedRegistry {
  // Plain JSON has no schemas.
  const valueFormat = schemasOfFormat(settings.valueFormat) === null ? 'avro' : settings.valueFormat;
  const schemaRegistry = parseUrl(url);
  const schemas = readSchemas({ ...settings, valueFormat, schemaRegistry, registerSchemas: false }, process.env);
  return { settings: schemas, encoder: encoderOfFormat(valueFormat), topic };
}

function parseUrl(url: string): string | null {
  try {
    return declared.schemaRegistry.parse(url);
  } catch (error) {
    throw new UsageError(`--registry ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Asks a registry what it would do with the schemas of a spec without errors, and changes nothing there. A refused schema is
 * an error of the spec. Throws UsageError if the settings do not fit the spec, and SystemFailure if the registry does not
 * answer.
 */
export async function checkSchemas(
  spec: AnySpec,
  input: SpecText,
  { settings, encoder, topic: named }: CheckedRegistry,
): Promise<{ readonly schemas: readonly ForeseenSchema[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { createSubjectSchemas, describeMessages, reportSchemas } = await import('../../../compiler/index.ts');
  const jsonSchemas =
    schemasOfFormat(settings.valueFormat) === 'JSON_SCHEMAS' ? () => Promise.resolve(createSubjectSchemas(spec)) : null;
  const topic = named ?? spec.name;
  try {
    const info = describeMessages(spec, encoder ?? 'JSON');
    const key = keySchemaOf(topic, settings);
    const values = await listSchemas({ spec: info, topic, jsonSchemas }, settings);
    const wanted: WantedSchema[] = key === null ? values : [...values, { ...key, recordType: null }];
    const found: (ForeseenSchema & { readonly recordType: string | null })[] = [];
    for (const one of wanted) {
      const { subject, recordType } = one;
      found.push({ subject, recordType, outlook: await foreseeSchema(one, settings) });
    }
    const refused = found.flatMap(({ subject, recordType, outlook }) =>
      outlook.kind === 'refused' ? [{ subject, recordType, words: outlook.words }] : [],
    );
    const schemas = found.map(({ subject, outlook }) => ({ subject, outlook }));
    return { schemas, diagnostics: reportSchemas(input, refused) };
  } catch (error) {
    if (error instanceof RunPause) throw new SystemFailure(error.message);
    if (!(error instanceof RunFailure)) throw error;
    throw error.code === 'schema_subject' ? new UsageError(error.message) : new SystemFailure(error.message);
  }
}

/** Returns a line for each schema of a spec that the registry does not refuse. */
export function formatSchemas(schemas: readonly ForeseenSchema[]): string {
  return schemas
    .flatMap(({ subject, outlook }) =>
      outlook.kind === 'refused' ? [] : [`  ${visible(subject)}: ${describe(outlook)}\n`],
    )
    .join('');
}

function describe(outlook: Exclude<SchemaOutlook, { kind: 'refused' }>): string {
  switch (outlook.kind) {
    case 'registered':
      return `the schema is registered with the id ${outlook.id}`;
    case 'first':
      return 'the subject is new';
    case 'accepted':
      return 'the schema is not registered yet, and the registry accepts it';
    default:
      return outlook satisfies never;
  }
}
