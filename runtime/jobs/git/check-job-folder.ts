import type { SpecText } from '../../../compiler/index.ts';
import { systemCode } from '../../base/files/error-reason.ts';
import { findConnectorType } from '../../connector/types/connector-types.ts';
import { findUnfitRecords, type HeldSpec } from '../../base/model/destination.ts';
import { type FileDiagnostic, parseDefinitionFile } from '../../state/registry/folder/definition-file.ts';
import { readDefinitionFile, unreadable } from '../../state/registry/folder/read-definition-file.ts';
import { listSpecFiles } from '../../state/registry/folder/spec-files.ts';
import { checkDestinationType } from '../definition/check-references.ts';
import { describeOverlap, doSourcesOverlap } from '../definition/overlap.ts';
import { type ChangedDefault, findUnset } from '../definition/old-defaults.ts';
import { findChangesOfSource } from '../definition/read-only-source.ts';
import { type JobCode, type JobDiagnostic, type JobFileReading, readJobFile } from './job-file.ts';

/** The text of a file that defines a job, and its diagnostics. */
export interface CheckedJob {
  readonly input: SpecText;
  readonly diagnostics: readonly FileDiagnostic<JobCode | 'unreadable'>[];
}

/** What the jobs of a folder may name. */
export interface KnownNames {
  /** The names of the specs. */
  readonly specs: ReadonlySet<string>;
  /** The record types and the masks of the specs, by the name of the spec. Absent: there are none. */
  readonly contents?: ReadonlyMap<string, HeldSpec>;
  /** How many rules with the severity ERROR the specs have, by the name of the spec. Absent: none has any. */
  readonly errorRules?: ReadonlyMap<string, number>;
  /** The types of the integrations in git, by name. There may be others over the API. */
  readonly integrationTypes: ReadonlyMap<string, string>;
}

/**
 * Checks the files of a folder of jobs: their shape, that their specs are known and fit the destination, that they do not change a source that is
 * read only, that their destination can be written, and that no two jobs read the same files of one integration. A folder
 * that does not exist is empty. Throws the system's errors if the folder cannot be listed.
 */
export async function checkJobFolder(folder: string, known: KnownNames): Promise<CheckedJob[]> {
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const readings: JobFileReading[] = [];
  const checked: CheckedJob[] = [];
  for (const { path, name } of files) {
    const file = await readDefinitionFile(path, folder);
    const isTwice = checked.some(({ input }) => input.expectedName === name);
    if (file.kind === 'text' && !isTwice) {
      const reading = readJobFile(file.input);
      const found = checkReading(reading, { known, earlier: readings });
      readings.push(reading);
      checked.push({ input: file.input, diagnostics: [...reading.diagnostics, ...found] });
      continue;
    }
    const diagnostic = file.kind === 'text' ? unreadable(`another file is named "${name}", too`) : file.diagnostic;
    checked.push({ input: { path, text: '', syntax: 'yaml', expectedName: name }, diagnostics: [diagnostic] });
  }
  return checked;
}

/** Returns the files of a folder of jobs that do not set the options whose defaults have changed. */
export async function listUnsetDefaults(
  folder: string,
): Promise<{ readonly path: string; readonly unset: readonly ChangedDefault[] }[]> {
  const found: { path: string; unset: ChangedDefault[] }[] = [];
  for (const { path } of await listSpecFiles(folder)) {
    const file = await readDefinitionFile(path, folder);
    if (file.kind === 'text')
      found.push({ path, unset: findUnset(parseDefinitionFile(file.input, 'invalid_job').value) });
  }
  return found.filter(({ unset }) => unset.length > 0);
}

function checkReading(
  reading: JobFileReading,
  { known, earlier }: { known: KnownNames; earlier: readonly JobFileReading[] },
): JobDiagnostic[] {
  return [
    ...findUnknownSpecs(reading, known.specs),
    ...findUnfitSpecs(reading, known.contents ?? new Map()),
    ...findPublishedErrors(reading, known.errorRules ?? new Map()),
    ...findImpossible(reading, known.integrationTypes),
    ...findOverlaps(reading, earlier),
  ];
}

function findUnknownSpecs({ definition, locate }: JobFileReading, known: ReadonlySet<string>): JobDiagnostic[] {
  const specs = definition?.specs ?? [];
  return specs.flatMap(({ spec }, index) => {
    if (known.has(spec)) return [];
    return [
      locate({ path: pathOf(specs, index), at: 'value', message: `there is no spec "${spec}" in the specs folder` }),
    ];
  });
}

/** Returns a diagnostic for each spec whose records the destination of the job cannot hold. */
function findUnfitSpecs(
  { definition, locate }: JobFileReading,
  contents: NonNullable<KnownNames['contents']>,
): JobDiagnostic[] {
  if (definition === null) return [];
  const { specs, to, options } = definition;
  const { deadLetterTopic } = options;
  return specs.flatMap(({ spec }, index) => {
    const held = contents.get(spec);
    const unfit = held === undefined ? null : findUnfitRecords({ ...to, deadLetterTopic }, held);
    return unfit === null ? [] : [locate({ path: pathOf(specs, index), at: 'value', message: unfit })];
  });
}

/** Returns a warning for each spec whose rules with ERROR do not keep a record from being published. */
function findPublishedErrors(
  { definition, locate }: JobFileReading,
  errorRules: NonNullable<KnownNames['errorRules']>,
): JobDiagnostic[] {
  if (definition === null || definition.options.skipInvalidRecords) return [];
  return definition.specs.flatMap(({ spec }): JobDiagnostic[] => {
    const rules = errorRules.get(spec) ?? 0;
    if (rules === 0) return [];
    const path = ['options', 'skipInvalidRecords'];
    const count = rules === 1 ? 'a rule' : `${rules} rules`;
    const message = `the spec "${spec}" has ${count} with the severity ERROR, and the job publishes the records that break them`;
    const hint = 'options: { skipInvalidRecords: true } leaves these records out';
    return [{ ...locate({ path, at: 'value', message }), code: 'errors_are_published', severity: 'warning', hint }];
  });
}

function pathOf(specs: readonly unknown[], index: number): (string | number)[] {
  return specs.length === 1 ? ['spec'] : ['specs', index, 'spec'];
}

function findImpossible(
  { definition, locate }: JobFileReading,
  types: KnownNames['integrationTypes'],
): JobDiagnostic[] {
  if (definition === null) return [];
  const { source, to } = definition;
  const type = types.get(source.integration);
  const isReadOnly = type !== undefined && findConnectorType(type).isReadOnly;
  const target = to.kind === 'topic' ? undefined : types.get(to.integration);
  const unfit = target === undefined ? [] : checkDestinationType(to, target);
  return [...(isReadOnly ? findChangesOfSource(definition) : []), ...unfit].map(locate);
}

/** Returns a diagnostic for each earlier job that reads files which this one reads, too. */
function findOverlaps({ definition, locate }: JobFileReading, earlier: readonly JobFileReading[]): JobDiagnostic[] {
  if (definition === null) return [];
  return earlier.flatMap(({ definition: other }) => {
    if (other === null || other.source.integration !== definition.source.integration) return [];
    return doSourcesOverlap(definition.source, other.source) ? [locate(describeOverlap(definition, other))] : [];
  });
}
