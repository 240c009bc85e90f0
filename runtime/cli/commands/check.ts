import type { AnySpec, Diagnostic, SpecText } from '../../../compiler/index.ts';
import type { HeldSpec } from '../../base/model/destination.ts';
import { findInFolder, tableFolderOf } from '../../state/reference/folder-tables.ts';
import { findFaults } from '../../state/reference/load-table.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { programVersion } from '../../base/program/version.ts';
import { repeatOnChange } from './repeat-on-change.ts';
import { UsageError } from '../command-line/failures.ts';
import { readChoice } from '../command-line/choice.ts';
import type { CheckedSpec } from '../format/check/checked-spec.ts';
import { formatCost } from '../format/check/cost.ts';
import { formatGithub } from '../format/check/github.ts';
import { formatSarif } from '../format/check/sarif.ts';
import { formatChecked } from '../format/check/text.ts';
import { hasErrors } from '../format/diagnostics.ts';
import { formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { type CheckedOthers, checkOthers } from '../operands/specs-folder-files.ts';
import { findSpecs, readNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf, visible, visibleJson } from '../format/terminal.ts';

type Names = 'specs' | 'data' | (typeof schemaFlags)[number];

/** The settings of schemas that `--registry` reads. */
const schemaFlags = [
  'valueFormat',
  'keyFormat',
  'schemaRegistryCredential',
  'schemaRegistryCa',
  'schemaRegistryCert',
  'schemaRegistryKey',
  'subjectNameStrategy',
  'schemaNamespace',
] as const;

const FORMATS = ['text', 'github', 'sarif', 'json'] as const;

/** The command `specmill check`. */
export const command: Command<Names> = {
  usage: [
    'check [specs…] [--format F] [--cost] [--watch]',
    'check [specs…] --registry URL [--topic T] [the flags of schemas]',
    'check --upgrade',
  ],
  description: [
    'Reports what is wrong with specs. Each operand is a file, a name in the specs folder, or a folder.',
    'Without operands, all specs in the specs folder are checked, and the files in its folders jobs and integrations.',
    'Integrations are checked against the types of the credentials in the data folder.',
    'With --registry, a schema registry says whether it accepts the schemas of the specs. Nothing is registered.',
    'Exit code 1: there is an error, or the registry refuses a schema.',
  ].join('\n'),
  flags: {
    format: {
      takes: 'F',
      help: 'text (default), github (annotations in a workflow), sarif (SARIF 2.1.0), or json',
      choices: FORMATS,
    },
    cost: { takes: null, help: 'report which fields are read from bytes, and why others are slower (text, json)' },
    registry: {
      takes: 'URL',
      help: "ask a schema registry with Confluent's REST interface whether it accepts the schemas, of Avro unless --value-format is json-schema",
    },
    topic: { takes: 'T', help: 'with --registry: the topic of the messages (default: the name of the spec)' },
    upgrade: {
      takes: null,
      help: 'list what changes with this release, with the line that keeps the behaviour of today',
    },
    watch: { takes: null, help: 'check again after each change, until interrupted' },
  },
  settings: ['specs', 'data', ...schemaFlags],
  operands: { min: 0, max: Infinity, kind: 'spec' },
  run: (input) =>
    input.flags.has('watch')
      ? repeatOnChange(input.operands, input.settings.specs, () => checkSpecs(input))
      : checkSpecs(input),
};

async function checkSpecs(input: CommandInput<Names>): Promise<ExitCode> {
  const { operands, flags, settings } = input;
  if (flags.has('upgrade')) return checkUpgrade(input);
  const format = readChoice('--format', flags.get('format') ?? 'text', FORMATS);
  const files = await findSpecs(operands, settings.specs);
  if (flags.has('cost') && format !== 'text' && format !== 'json')
    throw new UsageError('--cost requires --format text or json');
  const registry = await readRegistry(input, files.length);
  const { countErrorRules, describeCost, readAndCheck } = await import('../../../compiler/index.ts');
  const checked: CheckedSpec[] = [];
  const contents = new Map<string, HeldSpec>();
  const errorRules = new Map<string, number>();
  for (const { path, folder, name } of files) {
    const named = await readNamedSpec(path, folder);
    const input = registry?.encoder === undefined ? named : { ...named, encoder: registry.encoder };
    const { spec: read, diagnostics: ofSpec } = readAndCheck(input);
    const ofTables = read?.reference === undefined ? [] : await checkTables(read, input, settings);
    const asked = registry === null || read === null ? null : await registry.check(read, input);
    const diagnostics = [...ofSpec, ...ofTables, ...(asked?.diagnostics ?? [])];
    if (read !== null) contents.set(name, describeContents(read));
    if (read !== null) errorRules.set(name, countErrorRules(read));
    const cost = flags.has('cost') && read !== null ? describeCost(read) : null;
    const spec = { input, diagnostics, cost, ...(asked !== null && { schemas: asked.schemas }) };
    checked.push(spec);
    if (format === 'text') await printToStdout(await formatChecked(spec, terminalOf(process.stdout)));
    if (format === 'text' && asked !== null) await printToStdout(asked.text);
    if (format === 'text' && cost !== null) await printToStdout(formatCost(input.path, cost));
  }
  // Operands name specs, so the other files are checked only with the whole folder.
  const others: CheckedOthers =
    operands.length > 0
      ? { jobs: [], integrations: [] }
      : await checkOthers(settings, {
          specs: new Set(files.map(({ name }) => name)),
          contents,
          errorRules,
        });
  for (const other of [...others.jobs, ...others.integrations]) {
    checked.push(other);
    if (format === 'text') await printToStdout(await formatChecked(other, terminalOf(process.stdout)));
  }
  if (format !== 'text') await printToStdout(formatForPrograms(checked, format));
  const all = checked.flatMap(({ diagnostics }) => diagnostics);
  await printToStderr(
    `${checked.length === 0 ? `no spec found in ${visible(operands.length === 0 ? settings.specs : operands.join(', '))}` : summary(files.length, others, all)}\n`,
  );
  return hasErrors(all) ? EXIT.invalid : EXIT.success;
}

/** Returns the registry that --registry names. Null: none. */
async function readRegistry({ flags, settings }: CommandInput<Names>, count: number) {
  const [url, topic] = [flags.get('registry'), flags.get('topic')];
  if (topic !== undefined && (url === undefined || count !== 1))
    throw new UsageError('--topic is the topic of one spec with --registry', 'name one spec and a registry');
  if (url === undefined) return null;
  const { checkSchemas, formatSchemas, registryOf } = await import('./check-schemas.ts');
  const registry = registryOf(url, topic ?? null, {
    ...settings,
    schemaRegistry: null,
    registerSchemas: false,
  });
  return {
    encoder: registry.encoder,
    async check(spec: AnySpec, input: SpecText) {
      const found = await checkSchemas(spec, input, registry);
      return { ...found, text: formatSchemas(found.schemas) };
    },
  };
}

/** Returns what is wrong with the reference tables of a spec that have a file. The others belong to the service. */
async function checkTables(
  spec: AnySpec,
  input: SpecText,
  { specs }: { specs: string },
): Promise<readonly Diagnostic[]> {
  const { listTables, reportTables } = await import('../../../compiler/index.ts');
  const folder = tableFolderOf(input.path, specs);
  const needed = listTables(spec).filter(({ file }) => file !== undefined);
  return reportTables(input, await findFaults(needed, (info) => findInFolder(info, folder)));
}

async function checkUpgrade({ operands, settings }: CommandInput<Names>): Promise<ExitCode> {
  if (operands.length > 0) throw new UsageError('check --upgrade takes no operand', 'name a folder with --specs');
  const { listChanges } = await import('../upgrade/list-changes.ts');
  const changes = await listChanges(settings);
  for (const { subject, change, keep } of changes)
    await printToStdout(`${visible(`${subject}: ${change}`)}\n  ${visible(keep)}\n`);
  await printToStderr(`${changes.length === 0 ? 'nothing changes' : formatCounted(changes.length, 'change')}\n`);
  return changes.some(({ isDecision }) => isDecision) ? EXIT.invalid : EXIT.success;
}

function formatForPrograms(checked: readonly CheckedSpec[], format: 'github' | 'sarif' | 'json'): string {
  switch (format) {
    case 'github':
      return formatGithub(checked);
    case 'sarif':
      return formatSarif(checked, programVersion());
    case 'json': {
      const specs = checked.map(({ input, diagnostics, cost = null, schemas }) => ({
        path: input.path,
        valid: !hasErrors(diagnostics),
        diagnostics,
        ...(cost !== null && { cost }),
        ...(schemas !== undefined && { schemas }),
      }));
      return visibleJson(`${JSON.stringify({ valid: specs.every(({ valid }) => valid), specs }, null, 2)}\n`);
    }
    default:
      return format satisfies never;
  }
}

function summary(specs: number, { jobs, integrations }: CheckedOthers, diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const found = `${formatCounted(errors, 'error')}, ${formatCounted(diagnostics.length - errors, 'warning')}`;
  const others = [formatSome(jobs.length, 'job'), formatSome(integrations.length, 'integration')].flat();
  const last = others.pop();
  const counted = [formatCounted(specs, 'spec'), ...others].join(', ');
  return `${counted}${last === undefined ? '' : ` and ${last}`} checked: ${diagnostics.length === 0 ? 'all valid' : found}`;
}

function formatSome(count: number, what: string): string[] {
  return count === 0 ? [] : [formatCounted(count, what)];
}

/** Returns the record types of a spec, which are published, and which fields have a mask. */
function describeContents(spec: AnySpec): HeldSpec {
  const maskedOf = (fields: readonly { readonly mask?: object }[]) =>
    fields.map(({ mask }) => (mask === undefined ? {} : { isMasked: true as const }));
  const { name } = spec;
  if (!('recordTypes' in spec)) return { name, fields: maskedOf(spec.fields) };
  return {
    name,
    recordTypes: spec.recordTypes.map((type) => ({
      name: type.name,
      isPublished: type.publish !== false && type.as === undefined,
      fields: maskedOf(type.fields),
    })),
  };
}
