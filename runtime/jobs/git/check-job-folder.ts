import type { SpecText } from '../../../compiler/index.ts';
import { systemCode } from '../../files/error-reason.ts';
import { listSpecFiles, readSpecFile } from '../../registry/folder/spec-files.ts';
import { findConnectorType } from '../../connector/types/connector-types.ts';
import { describeOverlap, doSourcesOverlap } from '../definition/overlap.ts';
import { findChangesOfSource } from '../definition/read-only-source.ts';
import { type JobDiagnostic, type JobFileReading, readJobFile } from './job-file.ts';

/** The text of a file that defines a job, and its diagnostics. */
export interface CheckedJob {
  readonly input: SpecText;
  readonly diagnostics: readonly JobDiagnostic[];
}

/** What the jobs of a folder may name. */
export interface KnownNames {
  /** The names of the specs. */
  readonly specs: ReadonlySet<string>;
  /** The types of the integrations in git, by name. There may be others over the API. */
  readonly integrationTypes: ReadonlyMap<string, string>;
}

/**
 * Checks the files of a folder of jobs: their shape, that their specs are known, that they do not change a source that is
 * read only, and that no two jobs read the same files of one integration. A folder that does not exist is empty. Throws the system's errors, or an Error if a
 * file is not valid UTF-8.
 */
export async function checkJobFolder(folder: string, known: KnownNames): Promise<CheckedJob[]> {
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const readings: JobFileReading[] = [];
  for (const { path } of files) readings.push(readJobFile(await readSpecFile(path, folder)));
  return readings.map((reading, index) => ({
    input: reading.input,
    diagnostics: [
      ...reading.diagnostics,
      ...findUnknownSpecs(reading, known.specs),
      ...findImpossible(reading, known.integrationTypes),
      ...findOverlaps(readings, index),
    ],
  }));
}

function findUnknownSpecs({ definition, locate }: JobFileReading, known: ReadonlySet<string>): JobDiagnostic[] {
  const specs = definition?.specs ?? [];
  return specs.flatMap(({ spec }, index) => {
    if (known.has(spec)) return [];
    const path = specs.length === 1 ? ['spec'] : ['specs', index, 'spec'];
    return [locate({ path, at: 'value', message: `there is no spec "${spec}" in the specs folder` })];
  });
}

function findImpossible(
  { definition, locate }: JobFileReading,
  types: KnownNames['integrationTypes'],
): JobDiagnostic[] {
  const type = definition === null ? undefined : types.get(definition.source.integration);
  if (definition === null || type === undefined || !findConnectorType(type).isReadOnly) return [];
  return findChangesOfSource(definition).map(locate);
}

/** Returns a diagnostic for each earlier job that reads files which this one reads, too. */
function findOverlaps(readings: readonly JobFileReading[], index: number): JobDiagnostic[] {
  const { definition, locate } = readings[index] as JobFileReading;
  if (definition === null) return [];
  return readings.slice(0, index).flatMap(({ definition: other }) => {
    if (other === null || other.source.integration !== definition.source.integration) return [];
    return doSourcesOverlap(definition.source, other.source) ? [locate(describeOverlap(definition, other))] : [];
  });
}
