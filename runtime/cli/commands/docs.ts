import {
  type AnySpec,
  describeLanguage,
  describeSpec,
  createDataContract,
  createMessageSchema,
  createSamples,
  createSpecSchema,
  readAndCheck,
  type SpecExample,
} from '../../../compiler/index.ts';
import { createMessageSchemas } from '../../../compiler/formats.ts';
import type { SpecInfo, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { encoderOfFormat, isDefaultFormat, schemasOfFormat } from '../../base/model/value-format.ts';
import type { SettingName } from '../../state/settings/declarations.ts';
import { readHosts } from '../../state/settings/broker.ts';
import { describeMessages, type Publishing } from '../asyncapi/describe-messages.ts';
import { readTopicName } from '../operands/topic-operand.ts';
import { DatabaseFailure } from '../../base/database/failure.ts';
import { DATABASE_DRIVERS } from '../../base/database/settings.ts';
import { createTables } from '../../sink/database/table/ddl.ts';
import { findTypeTables } from '../../sink/database/table/type-tables.ts';
import { eventsOf } from '../../runs/sample-tests/event.ts';
import { readChoice } from '../command-line/choice.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { findSpec, keysOfModule, loadNamedSpec } from '../operands/spec-operand.ts';
import { visibleJson, visibleLines } from '../format/terminal.ts';

const SETTINGS = [
  'specs',
  'data',
  'broker',
  'kafkaSsl',
  'kafkaCa',
  'kafkaSasl',
  'valueFormat',
  'keyFormat',
  'schemaRegistry',
  'schemaNamespace',
  'cloudevents',
] as const satisfies readonly SettingName[];
type Names = (typeof SETTINGS)[number];

/** The command `specmill docs`. */
export const command: Command<Names> = {
  usage: [
    'docs SPEC',
    'docs SPEC --schema',
    'docs SPEC --asyncapi [--topic T] [--dead-letter T]',
    'docs SPEC --odcs',
    'docs SPEC --ddl DATABASE',
    'docs SPEC --avro [--schema-namespace NAMES]',
    'docs --spec-schema',
    'docs --language',
    'docs --openapi',
  ],
  description: [
    'Describes a file format in Markdown for the people who send the files: format, fields, rules in words, an example.',
    'With --schema it prints the JSON Schema of the messages. With --spec-schema it prints the JSON Schema of the spec language.',
    'With --asyncapi it prints an AsyncAPI 3.0 document of the messages with their headers. A broker in the settings becomes its server.',
    'The messages are those of --value-format, with the schemas of --schema-registry.',
    'With --odcs it prints a contract of the Open Data Contract Standard (3.1), with the rules as quality rules.',
    'Both are JSON, which readers of YAML accept. They have no values that the spec names for sensitive fields.',
    'With --ddl it prints the tables for runs that write the records into a database: one for each published record type.',
    'With --avro it prints the Avro schema of messages that runs write with --value-format avro.',
    'With --language it prints the reference of the spec language. With --openapi it prints the OpenAPI document of the service.',
  ].join('\n'),
  flags: {
    schema: { takes: null, help: 'print the JSON Schema (draft 2020-12) of the messages instead' },
    asyncapi: { takes: null, help: 'print an AsyncAPI 3.0 document of the messages instead' },
    topic: { takes: 'T', help: 'with --asyncapi: the topic of the messages. Default: unknown' },
    'dead-letter': { takes: 'T', help: 'with --asyncapi: the topic of the records that are not published' },
    odcs: { takes: null, help: 'print a data contract (ODCS 3.1) instead' },
    out: { takes: 'FILE', help: 'write to a file instead of standard output' },
    ddl: { takes: 'DATABASE', help: 'print CREATE TABLE statements for postgresql or mariadb instead' },
    avro: {
      takes: null,
      help: 'print the Avro schema of the messages instead; a list if the spec has several published record types',
    },
    key: { takes: 'FIELDS', help: 'with --ddl: the key fields, separated by commas. Default: the column ce_id' },
    'spec-schema': {
      takes: null,
      help: 'print the JSON Schema of the spec language, for completion and errors in editors',
    },
    language: { takes: null, help: 'print the reference of the spec language in Markdown' },
    openapi: { takes: null, help: 'print the description of the HTTP API (OpenAPI 3.1)' },
  },
  settings: SETTINGS,
  operands: { min: 0, max: 1, kind: 'spec' },
  run: printDocs,
};

/** The flags that choose what is printed. At most one is in a call. */
const OUTPUTS = ['schema', 'asyncapi', 'odcs', 'avro', 'ddl', 'spec-schema', 'language', 'openapi'];

/** The flags that belong to one output. */
const DETAILS = { key: 'ddl', topic: 'asyncapi', 'dead-letter': 'asyncapi' };

async function printDocs({ operands: [operand], flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const [output, another] = OUTPUTS.filter((flag) => flags.has(flag));
  if (another !== undefined) throw new UsageError(`--${output} and --${another} cannot be combined`, 'use one of them');
  for (const [flag, needed] of Object.entries(DETAILS))
    if (flags.has(flag) && output !== needed) throw new UsageError(`--${flag} needs --${needed}`);
  const text = (await describeProgram(output, operand)) ?? (await describeNamed(operand, flags, settings));
  await write(text, flags.get('out'));
  return EXIT.success;
}

/** Describes the program itself. Null: a flag asks for the description of a spec. */
async function describeProgram(output: string | undefined, operand: string | undefined): Promise<string | null> {
  const described = { 'spec-schema': 'the spec language', language: 'the spec language', openapi: 'the service' };
  const subject = Object.entries(described).find(([flag]) => flag === output)?.[1];
  if (subject === undefined) return null;
  if (operand !== undefined) throw new UsageError(`--${output} describes ${subject} and takes no SPEC`);
  if (output === 'language') return describeLanguage();
  return toJson(output === 'openapi' ? await describeService() : createSpecSchema());
}

async function describeNamed(
  operand: string | undefined,
  flags: ReadonlyMap<string, string>,
  settings: CommandInput<Names>['settings'],
): Promise<string> {
  if (operand === undefined) throw new UsageError('SPEC is missing. Name a spec in the specs folder, or a path');
  if (flags.has('avro')) return visibleJson(toJson(await describeAvro(operand, settings)));
  if (flags.has('asyncapi')) return visibleJson(toJson(await describeAsyncApi(operand, flags, settings)));
  const { module, id } = await loadNamedSpec(operand, settings);
  const { spec } = readAndCheck((await findSpec(operand, settings)).input);
  if (spec === null) throw new Error('the spec compiled, but a second check found errors');
  const ddl = flags.get('ddl');
  if (ddl !== undefined) return visibleLines(describeTables(module.spec, ddl, flags.get('key')));
  if (flags.has('schema')) return visibleJson(toJson(createMessageSchema(spec)));
  if (flags.has('odcs')) return visibleJson(toJson(createDataContract(spec, id)));
  return describeSpec(spec, await createExample(spec, module));
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function describeAsyncApi(
  operand: string,
  flags: ReadonlyMap<string, string>,
  settings: CommandInput<Names>['settings'],
): Promise<unknown> {
  const publishing = readPublishing(flags, settings);
  const encoder = encoderOfFormat(settings.valueFormat);
  const { module } = await loadNamedSpec(operand, settings, { encoder });
  const { spec } = readAndCheck((await findSpec(operand, settings)).input);
  if (spec === null) throw new Error('the spec compiled, but a second check found errors');
  return describeMessages(spec, module.spec, publishing);
}

/** Returns the registry with the schemas of messages. Null: they have none. Throws UsageError if they need one. */
function readRegistry({
  valueFormat,
  schemaRegistry,
  keyFormat,
  cloudevents,
}: CommandInput<Names>['settings']): Publishing['registry'] {
  const needsRegistry = schemasOfFormat(valueFormat) === 'JSON_SCHEMAS' || keyFormat !== 'string';
  if (schemaRegistry === null && needsRegistry)
    throw new UsageError('messages with schemas need a registry', 'add --schema-registry URL');
  if (isDefaultFormat(valueFormat)) return null;
  if (cloudevents === 'structured')
    throw new UsageError('structured CloudEvents contain plain JSON', 'leave out --cloudevents or --value-format');
  return schemaRegistry === null ? null : { url: schemaRegistry.replace(/\/+$/, ''), keyFormat };
}

/** Returns what the call and the settings say about where runs publish. */
function readPublishing(flags: ReadonlyMap<string, string>, settings: CommandInput<Names>['settings']): Publishing {
  const { broker, kafkaSsl, kafkaCa, kafkaSasl: sasl } = settings;
  const topicOf = (flag: string) => {
    const written = flags.get(flag);
    return written === undefined ? null : readTopicName(written, `--${flag}`);
  };
  const connection = () => ({ brokers: readHosts(broker), isEncrypted: kafkaSsl || kafkaCa !== null, sasl });
  return {
    topic: topicOf('topic'),
    deadLetterTopic: topicOf('dead-letter'),
    cloudevents: settings.cloudevents,
    connection: broker === 'embedded' ? null : connection(),
    registry: readRegistry(settings),
    namespace: settings.schemaNamespace,
  };
}

async function write(text: string, path: string | undefined): Promise<void> {
  if (path === undefined || path === '-') return printToStdout(text);
  try {
    await replaceFile(path, text);
  } catch (error) {
    throw new SystemFailure(`cannot write ${path}: ${reasonOf(error)}`);
  }
}

async function describeService(): Promise<unknown> {
  // Loaded only here, because the server is large.
  const [{ routes }, { describeRoutes }] = await Promise.all([
    import('../../server/app.ts'),
    import('../../server/resources/openapi.ts'),
  ]);
  return describeRoutes(routes);
}

/** Returns the Avro schema of the messages of a spec, or the list of those of its record types. */
async function describeAvro(operand: string, settings: CommandInput<Names>['settings']): Promise<unknown> {
  const { module } = await loadNamedSpec(operand, settings, { encoder: 'AVRO' });
  const schemas = createMessageSchemas(module.spec, settings.schemaNamespace).map(({ schema }) => schema);
  return schemas.length === 1 ? schemas[0] : schemas;
}

/** Returns the statements that create the tables for a spec. Their names begin with the name of the spec. */
function describeTables(spec: SpecInfo, database: string, keyText: string | undefined): string {
  const driver = readChoice('--ddl', database, DATABASE_DRIVERS);
  const tables = findTypeTables(spec, spec.name);
  if (tables.length === 0) throw new UsageError('--ddl needs a spec that publishes records', 'publish a record type');
  const key = keyText === undefined ? null : keyText.split(',').map((name) => name.trim());
  for (const { type, fields } of tables) {
    const unknown = key?.find((name) => fields.every((field) => field.name !== name));
    const holder = type === null ? 'the spec' : `the record type ${spec.recordTypes?.[type]?.name}`;
    if (unknown !== undefined) throw new UsageError(`--key: ${holder} has no field "${unknown}"`);
  }
  try {
    return createTables(driver, { spec, table: spec.name, key });
  } catch (error) {
    if (error instanceof DatabaseFailure) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Generates a valid file from the spec, and the message of its first record. Returns null if no valid file was found,
 * or if it cannot be shown as text.
 */
async function createExample(spec: AnySpec, module: SpecModule): Promise<SpecExample | null> {
  const today = new Date().toISOString().slice(0, 10);
  const { files } = await createSamples(spec, module, today, keysOfModule(module));
  const valid = files.find(({ breaks }) => breaks === null);
  // Bytes that the module reads in another form are no text that anyone sends.
  const text = valid === undefined || valid.content !== undefined ? null : textOf(valid.bytes, spec.encoding);
  if (valid === undefined || text === null) return null;
  const transformer = module.createTransformer({ today });
  const batches = [...transformer.push(valid.bytes), ...transformer.end()];
  const [event] = batches.flatMap(eventsOf);
  const records = batches.reduce((sum, batch) => sum + batch.records, 0);
  return event === undefined ? null : { file: text, message: event.value, records };
}

/** Decodes a file. Returns null if TextDecoder does not support the encoding (EBCDIC, for example). */
function textOf(bytes: Uint8Array, encoding = 'utf-8'): string | null {
  try {
    const decoder = new TextDecoder(encoding);
    // With a single call of decode(), Node 20 would decode windows-1252 as ISO 8859-1.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    return null;
  }
}
