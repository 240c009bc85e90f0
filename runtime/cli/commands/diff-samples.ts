import { fileKindOf } from '../../reading/source/file-kind.ts';
import type { AnySpec, SpecDifference, SpecText } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { compareSample, type SampleDifference } from '../../runs/record-diff/compare-sample.ts';
import { loadModule } from '../../state/registry/compile/load-module.ts';
import { findSampleFiles } from '../../runs/sample-tests/sample-file.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { bindTables } from '../../base/model/bound-tables.ts';
import { loadTables, ReferenceFailure } from '../../state/reference/load-table.ts';
import { printToStderr } from '../command-line/output.ts';
import type { DiffOperands, FindTable } from '../operands/diff-operands.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { createProgressBar } from '../format/progress-bar.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/**
 * Reads the samples of a spec with both of its versions and compares the results. Returns one item for each sample
 * file. The list is empty if only one version exists, if the versions do not differ, or if there are no samples. Throws
 * SystemFailure if a file cannot be read.
 */
export async function compareSamples(
  { old, new: now, changes }: SpecDifference,
  read: DiffOperands,
  { data, maxFileBytes }: { data: string; maxFileBytes: number },
): Promise<SampleDifference[]> {
  if (old === null || now === null || changes.length === 0) return [];
  const folder = await read.sampleFolderOf({ name: now.spec.name, path: now.path });
  const files = await findSampleFiles(folder).catch((error: unknown) => {
    throw new SystemFailure(`cannot list the samples in ${folder}: ${reasonOf(error)}`);
  });
  if (files.length === 0) return [];
  const { findShownFields, hasRecordTypes } = await import('../../../compiler/index.ts');
  // With several record types, the key has the fields of each type.
  const keyOf = (spec: AnySpec) =>
    (hasRecordTypes(spec) ? spec.recordTypes : [spec]).flatMap(({ messageKey = [] }) => messageKey);
  const comparison = {
    fields: findShownFields(old.spec, now.spec, changes),
    keyFields: { old: keyOf(old.spec), new: keyOf(now.spec) },
  };
  const modules = await loadBoth(read, { old: old.path, new: now.path }, data).catch(async (error: unknown) => {
    if (!(error instanceof ReferenceFailure)) throw error;
    await printToStderr(`the samples of ${now.path} were not compared: ${error.message}\n`);
    return null;
  });
  if (modules === null) return [];
  // `today` must be the same for both versions and for all files.
  const today = new Date().toISOString().slice(0, 10);
  const found: SampleDifference[] = [];
  for (const { path } of files) found.push(await compareFile(path, { ...modules, comparison, today, maxFileBytes }));
  return found;
}

type FileInput = Pick<Parameters<typeof compareSample>[0], 'old' | 'new' | 'comparison' | 'today'> & {
  maxFileBytes: number;
};

async function compareFile(file: string, { maxFileBytes, ...input }: FileInput): Promise<SampleDifference> {
  const bar = createProgressBar(process.stderr, file);
  try {
    return await compareSample({
      ...input,
      file,
      open: () => openSource(file, { ...fileKindOf(input.new.spec), maxBytes: maxFileBytes }),
      onProgress: (source, records) => bar.show({ bytes: source.bytesRead(), totalBytes: source.totalBytes, records }),
    });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot read ${file}: ${reasonOf(error)}`);
  } finally {
    bar.clear();
  }
}

/** Loads both versions of a spec, each with its own reference tables. Throws ReferenceFailure if a table cannot be used. */
async function loadBoth(
  { old, new: now, tables }: DiffOperands,
  paths: { old: string; new: string },
  data: string,
): Promise<{ old: SpecModule; new: SpecModule }> {
  return {
    old: await bind(await load(old, paths.old, data), paths.old, tables.old),
    new: await bind(await load(now, paths.new, data), paths.new, tables.new),
  };
}

async function bind(module: SpecModule, path: string, find: FindTable): Promise<SpecModule> {
  const needed = module.spec.reference;
  return needed === undefined ? module : bindTables(module, await loadTables(needed, (info) => find(info, path)));
}

async function load(texts: readonly SpecText[], path: string, data: string): Promise<SpecModule> {
  const input = texts.find((text) => text.path === path);
  const { loaded } = input === undefined ? { loaded: null } : await loadModule(input, data);
  if (loaded === null) throw new Error(`${path} passed the check but does not compile`);
  return loaded.module;
}
