import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { SpecText } from '../../../../compiler/index.ts';
import { createDiagnostic, type SpecDiagnostic } from '../compile/spec-diagnostic.ts';
import { listSpecFiles, readSpecFile } from './spec-files.ts';
import { NotRegularFile } from '../../../base/files/regular-file.ts';
import { reasonOf, systemCode } from '../../../base/files/error-reason.ts';

/** The errors of one file. `file` is its name, or null for an error of the folder itself. */
export interface BrokenFile {
  file: string | null;
  diagnostics: readonly SpecDiagnostic[];
}

/** The specs of a folder at one moment. */
export interface FolderReading {
  /**
   * Identifies the state: SHA-256 over the names and texts of all spec files, hexadecimal. For an unreadable file, the
   * error replaces the text. Null if the folder cannot be read.
   */
  state: string | null;
  specs: readonly SpecText[];
  brokenFiles: readonly BrokenFile[];
}

/**
 * Reads the texts of all specs in a folder. Does not throw: unreadable files, and files that define a spec of the same
 * name, are in `brokenFiles`.
 */
export async function readFolder(folder: string): Promise<FolderReading> {
  const files = await listSpecFiles(folder).catch((error: unknown) => error);
  if (!Array.isArray(files)) {
    return {
      state: null,
      specs: [],
      brokenFiles: [{ file: null, diagnostics: [createDiagnostic('no_folder', { reason: reasonOf(files) })] }],
    };
  }
  const read = await Promise.all(files.map(({ path }) => readOne(path, folder)));
  const specs = read.flatMap(({ spec }) => (spec === null ? [] : [spec]));
  const brokenFiles = [
    ...read.flatMap(({ broken }) => (broken === null ? [] : [broken])),
    ...findDuplicateNames(specs),
  ];
  const contents = read.map(({ spec, broken }) => [
    spec?.path ?? broken?.file,
    spec?.text ?? broken?.diagnostics[0]?.message,
  ]);
  return { state: createHash('sha256').update(JSON.stringify(contents)).digest('hex'), specs, brokenFiles };
}

interface ReadFile {
  spec: SpecText | null;
  broken: BrokenFile | null;
}

async function readOne(path: string, folder: string): Promise<ReadFile> {
  const file = basename(path);
  try {
    return { spec: { ...(await readSpecFile(path, folder)), path: file }, broken: null };
  } catch (error) {
    const isKnown = error instanceof NotRegularFile || systemCode(error) !== undefined;
    const reason = isKnown ? reasonOf(error) : 'it is not valid UTF-8';
    return { spec: null, broken: { file, diagnostics: [createDiagnostic('unreadable', { reason })] } };
  }
}

function findDuplicateNames(specs: readonly SpecText[]): BrokenFile[] {
  const nameOf = ({ path }: SpecText) => basename(path, extname(path));
  return specs.flatMap((spec, index) => {
    const twin = specs.slice(0, index).find((other) => nameOf(other) === nameOf(spec));
    return twin === undefined
      ? []
      : [{ file: spec.path, diagnostics: [createDiagnostic('two_files', { other: twin.path })] }];
  });
}
