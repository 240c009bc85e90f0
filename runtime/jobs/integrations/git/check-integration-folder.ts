import type { SpecText } from '../../../../compiler/index.ts';
import { checkCredentialType, findConnectorType } from '../../../connector/types/connector-types.ts';
import { InvalidConfig } from '../../../connector/types/invalid-config.ts';
import { systemCode } from '../../../base/files/error-reason.ts';
import type { FileDiagnostic } from '../../../state/registry/folder/definition-file.ts';
import { readDefinitionFile, unreadable } from '../../../state/registry/folder/read-definition-file.ts';
import { listSpecFiles, type SpecFile } from '../../../state/registry/folder/spec-files.ts';
import {
  type IntegrationCode,
  type IntegrationFileReading,
  readIntegrationFile,
  toProblem,
} from './integration-file.ts';

/** A file that defines an integration, and its diagnostics. */
export interface CheckedIntegration {
  /** The file. Its text is empty, because it may contain a secret. */
  readonly input: SpecText;
  /** The type of the integration; null if the file has errors. */
  readonly type: string | null;
  readonly diagnostics: readonly FileDiagnostic<IntegrationCode | 'unreadable'>[];
}

/** Returns the type of the credential with this name; null if it is not known. */
export type FindCredentialType = (name: string) => Promise<string | null>;

/**
 * Checks the files of a folder of integrations: their shape, and that their credentials, as far as they are known, have a
 * type that fits. Whether a root is below --local-roots is not checked. A folder that does not exist is empty. Throws the
 * system's errors if the folder cannot be listed, and the errors of `findType`.
 */
export async function checkIntegrationFolder(
  folder: string,
  findType: FindCredentialType,
): Promise<CheckedIntegration[]> {
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const checked: CheckedIntegration[] = [];
  for (const file of files) {
    const input: SpecText = { path: file.path, text: '', syntax: 'yaml', expectedName: file.name };
    const isTwice = checked.some((one) => one.input.expectedName === file.name);
    const outcome = isTwice
      ? broken(unreadable(`another file is named "${file.name}", too`))
      : await checkFile(file, folder, findType);
    checked.push({ input, ...outcome });
  }
  return checked;
}

async function checkFile(
  { path }: SpecFile,
  folder: string,
  findType: FindCredentialType,
): Promise<Omit<CheckedIntegration, 'input'>> {
  const file = await readDefinitionFile(path, folder);
  if (file.kind === 'unreadable') return broken(file.diagnostic);
  const reading = readIntegrationFile(file.input, { localRoots: null });
  return reading.kind === 'broken'
    ? broken(...reading.diagnostics)
    : { type: reading.value.type, diagnostics: await checkCredential(reading, findType) };
}

function broken(...diagnostics: CheckedIntegration['diagnostics']): Omit<CheckedIntegration, 'input'> {
  return { type: null, diagnostics };
}

async function checkCredential(
  { value, locate }: Extract<IntegrationFileReading, { kind: 'valid' }>,
  findType: FindCredentialType,
): Promise<CheckedIntegration['diagnostics']> {
  const type = value.credential === null ? null : await findType(value.credential);
  if (type === null) return [];
  try {
    checkCredentialType(findConnectorType(value.type), type);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return [locate(toProblem(error))];
  }
}
