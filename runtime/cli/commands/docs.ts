import {
  type AnySpec,
  describeLanguage,
  describeSpec,
  createMessageSchema,
  createSamples,
  createSpecSchema,
  readAndCheck,
  type SpecExample,
} from '../../../compiler/index.ts';
import type { SpecInfo, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { DatabaseFailure } from '../../base/database/failure.ts';
import { DATABASE_DRIVERS } from '../../base/database/settings.ts';
import { createTables } from '../../sink/database/table/ddl.ts';
import { findTypeTables } from '../../sink/database/table/type-tables.ts';
import { eventsOf } from '../../runs/sample-tests/event.ts';
import { readChoice } from '../command-line/choice.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { findSpec, keysOfModule, loadNamedSpec } from '../operands/spec-operand.ts';
import { visibleJson, visibleLines } from '../format/terminal.ts';

type Names = 'specs' | 'data';

/** The command `specmill docs`. */
export const command: Command<Names> = {
  usage: [
    'docs SPEC',
    'docs SPEC --schema',
    'docs SPEC --ddl DATABASE',
    'docs --spec-schema',
    'docs --language',
    'docs --openapi',
  ],
  description: [
    'Describes a file format in Markdown for the people who send the files: format, fields, rules in words, an example.',
    'With --schema it prints the JSON Schema of the messages. With --spec-schema it prints the JSON Schema of the spec language.',
    'With --ddl it prints the tables for runs that write the records into a database: one for each published record type.',
    'With --language it prints the reference of the spec language. With --openapi it prints the OpenAPI document of the service.',
  ].join('\n'),
  flags: {
    schema: { takes: null, help: 'print the JSON Schema (draft 2020-12) of the messages instead' },
    ddl: { takes: 'DATABASE', help: 'print CREATE TABLE statements for postgresql or mariadb instead' },
    key: { takes: 'FIELDS', help: 'with --ddl: the key fields, separated by commas. Default: the column ce_id' },
    'spec-schema': {
      takes: null,
      help: 'print the JSON Schema of the spec language, for completion and errors in editors',
    },
    language: { takes: null, help: 'print the reference of the spec language in Markdown' },
    openapi: { takes: null, help: 'print the description of the HTTP API (OpenAPI 3.1)' },
  },
  settings: ['specs', 'data'],
  operands: { min: 0, max: 1, kind: 'spec' },
  run: printDocs,
};

async function printDocs({ operands: [operand], flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  if (flags.has('openapi')) return printOpenApi(operand);
  const aboutLanguage = flags.has('spec-schema') ? 'spec-schema' : flags.has('language') ? 'language' : null;
  if (aboutLanguage !== null) {
    if (operand !== undefined) throw new UsageError(`--${aboutLanguage} describes the spec language and takes no SPEC`);
    const schema = () => `${JSON.stringify(createSpecSchema(), null, 2)}\n`;
    await printToStdout(aboutLanguage === 'language' ? describeLanguage() : schema());
    return EXIT.success;
  }
  if (operand === undefined) throw new UsageError('SPEC is missing. Name a spec in the specs folder, or a path');
  const { module } = await loadNamedSpec(operand, settings);
  const { spec } = readAndCheck((await findSpec(operand, settings)).input);
  if (spec === null) throw new Error('the spec compiled, but a second check found errors');
  const ddl = flags.get('ddl');
  if (ddl === undefined && flags.has('key')) throw new UsageError('--key needs --ddl');
  if (ddl !== undefined) await printToStdout(visibleLines(describeTables(module.spec, ddl, flags.get('key'))));
  else if (flags.has('schema'))
    await printToStdout(visibleJson(`${JSON.stringify(createMessageSchema(spec), null, 2)}\n`));
  else await printToStdout(describeSpec(spec, await createExample(spec, module)));
  return EXIT.success;
}

async function printOpenApi(operand: string | undefined): Promise<ExitCode> {
  if (operand !== undefined) throw new UsageError('--openapi describes the service and takes no SPEC');
  // Loaded only here, because the server is large.
  const [{ routes }, { describeRoutes }] = await Promise.all([
    import('../../server/app.ts'),
    import('../../server/resources/openapi.ts'),
  ]);
  await printToStdout(`${JSON.stringify(describeRoutes(routes), null, 2)}\n`);
  return EXIT.success;
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
  const text = valid === undefined ? null : textOf(valid.bytes, spec.encoding);
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
