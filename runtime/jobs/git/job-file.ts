import type { SpecText } from '../../../compiler/index.ts';
import { type FileDiagnostic, parseDefinitionFile } from '../../state/registry/folder/definition-file.ts';
import { type ChangedDefault, findUnset, toLine, withOldDefaults } from '../definition/old-defaults.ts';
import { type DefinitionProblem, isMapping } from '../definition/document.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { readDefinition } from '../definition/read-definition.ts';

/** The code of a diagnostic of a file that defines a job. */
export type JobCode = 'invalid_yaml' | 'invalid_job' | 'name_differs' | 'errors_are_published' | 'job_default_unset';

/** A diagnostic of a file in git that defines a job. */
export type JobDiagnostic = FileDiagnostic<JobCode>;

/** The result of reading a file that defines a job. */
export interface JobFileReading {
  readonly input: SpecText;
  /** Null if the file has errors. */
  readonly definition: JobDefinition | null;
  readonly written: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly JobDiagnostic[];
  /** Returns the diagnostic of a problem that was found later, with its position in the file. */
  locate(problem: DefinitionProblem): JobDiagnostic;
}

/** Reads the text of a file that defines a job: YAML 1.2, or JSON, which is YAML. Never throws. */
export function readJobFile(input: SpecText): JobFileReading {
  const file = parseDefinitionFile(input, 'invalid_job');
  const locate = (problem: DefinitionProblem): JobDiagnostic => file.locate(problem, 'invalid_job');
  const invalid = (diagnostics: readonly JobDiagnostic[]): JobFileReading => ({
    input,
    definition: null,
    written: {},
    diagnostics,
    locate,
  });
  if (file.error !== null) return invalid([file.error]);
  // A job in git does what it did, until its author decides.
  const unset = findUnset(file.value);
  const reading = readDefinition(withOldDefaults(file.value, unset));
  if (reading.kind === 'invalid') return invalid(reading.problems.map(locate));
  const name = checkName(reading.definition, input);
  if (name !== null) return invalid([file.locate(name, 'name_differs')]);
  const written = isMapping(file.value) ? file.value : {};
  return {
    input,
    definition: reading.definition,
    written,
    diagnostics: unset.length === 0 ? [] : [describeUnset(unset, locate)],
    locate,
  };
}

function describeUnset(unset: readonly ChangedDefault[], locate: JobFileReading['locate']): JobDiagnostic {
  const keys = unset.map(({ key }) => key).join(', ');
  const what = unset.length === 1 ? `the default of ${keys} has` : `the defaults of ${keys} have`;
  const message = `${what} changed, so the job must set ${unset.length === 1 ? 'it' : 'them'} with this release`;
  const hint = `the careful line: ${toLine(unset, 'now')} -- or as before: ${toLine(unset, 'before')}`;
  return { ...locate({ path: ['options'], at: 'value', message }), code: 'job_default_unset', hint };
}

function checkName({ name }: JobDefinition, { expectedName }: SpecText): DefinitionProblem | null {
  if (expectedName === undefined || name === expectedName) return null;
  return { path: ['name'], at: 'value', message: `"name" is "${name}", but the file is named "${expectedName}"` };
}
