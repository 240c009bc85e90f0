import { join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { isFolder, listSpecFiles } from '../../registry/folder/spec-files.ts';
import { sampleFolderOf } from '../../sample-tests/sample-file.ts';
import { WrongUsage } from '../command-line/failures.ts';
import { readRevision } from './git-revision.ts';
import { findSpecPath, readNamedSpec } from './spec-operand.ts';
import { reasonOf } from '../../files/error-reason.ts';

/** Two states of specs, as the operands of a call name them. */
export interface DiffOperands {
  readonly old: readonly SpecText[];
  readonly new: readonly SpecText[];
  /** Whether one spec is held against another, whatever they are called. */
  readonly isPair: boolean;
  /** The folder in which the samples of a spec lie; `path` is its file now. */
  sampleFolderOf(spec: { readonly name: string; readonly path: string }): Promise<string>;
}

/** Reads what `diff OLD NEW` or `diff REVISION` names. Throws WrongUsage where that is nothing of the kind. */
export async function readDiffOperands(
  [old = '', now]: readonly string[],
  { specs, samples }: { specs: string; samples: string | undefined },
): Promise<DiffOperands> {
  if (samples !== undefined && !(await isFolder(samples)))
    throw new WrongUsage(`--samples: the folder ${samples} does not exist`);
  if (now === undefined)
    return {
      old: await readRevision(old, await knownFolder(specs)),
      new: await readFolderSpecs(specs),
      isPair: false,
      sampleFolderOf: besideSpecs(specs, samples),
    };
  const areFolders = [await isFolder(old), await isFolder(now)];
  if (areFolders[0] !== areFolders[1])
    throw new WrongUsage(
      `${areFolders[0] ? old : now} is a folder and ${areFolders[0] ? now : old} is not`,
      'name two files or two folders',
    );
  if (areFolders[0])
    return {
      old: await readFolderSpecs(old),
      new: await readFolderSpecs(now),
      isPair: false,
      sampleFolderOf: besideSpecs(specs, samples),
    };
  const [before, after] = [await readOne(old, specs), await readOne(now, specs)];
  return {
    old: [before],
    new: [after],
    isPair: true,
    sampleFolderOf: samples === undefined ? besideSpecs(specs, undefined) : async () => samples,
  };
}

async function knownFolder(folder: string): Promise<string> {
  if (await isFolder(folder)) return folder;
  throw new WrongUsage(`the specs folder ${folder} does not exist`, 'name it with --specs DIR');
}

async function readFolderSpecs(folder: string): Promise<SpecText[]> {
  const files = await listSpecFiles(folder).catch((error: unknown) => {
    throw new WrongUsage(`cannot list the specs in ${folder}: ${reasonOf(error)}`);
  });
  return Promise.all(files.map(({ path }) => readNamedSpec(path)));
}

/** A file may be called anything, as a copy of an older state is. */
async function readOne(operand: string, specs: string): Promise<SpecText> {
  return readNamedSpec(await findSpecPath(operand, specs), specs);
}

/** Beside the spec; for one that lies elsewhere in the specs folder; or, in a folder that is given, in one of its name. */
function besideSpecs(specs: string, samples: string | undefined): DiffOperands['sampleFolderOf'] {
  return async ({ name, path }) => {
    const beside = sampleFolderOf(path);
    // A name that is no name of a file comes from a file that is not in the specs folder.
    if (!/^[a-z][a-z0-9-]*$/.test(name)) return beside;
    if (samples !== undefined) return join(samples, name);
    return (await isFolder(beside)) ? beside : join(specs, name);
  };
}
