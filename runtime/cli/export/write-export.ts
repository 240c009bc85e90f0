import { describeSpecWarnings } from '../../../compiler/formats.ts';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SpecText } from '../../../compiler/index.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { pageFolder } from '../../base/program/page-folder.ts';
import { findSampleFiles, sampleFolderOf } from '../../runs/sample-tests/sample-file.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { formatDiagnostics, SpecError } from '../format/diagnostics.ts';

/** A file of an exported page. `path` is relative to its folder and uses `/`. */
export interface ExportedFile {
  path: string;
  content: string | Uint8Array;
}

/** What the list of an exported page says of a spec. */
interface ListedSpec {
  name: string;
  description?: string;
  format: string;
  valid: true;
}

/** The files of one spec, and its item in the list. */
export interface ExportedSpec {
  listed: ListedSpec;
  files: ExportedFile[];
}

/** The policy of an exported page. A page cannot say itself who may frame it: the web server does. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Compiles a spec and returns its files, with its samples. Throws SpecError if it has errors, and UsageError if
 * its name cannot be a file name.
 */
export async function exportSpec(input: SpecText): Promise<ExportedSpec> {
  const { compile } = await import('../../../compiler/index.ts');
  const { diagnostics, module } = await compile(input);
  if (module === null) throw new SpecError(await formatDiagnostics(diagnostics, input));
  const { name, spec, version, esm } = module;
  const description = spec.description;
  // The name of a spec of the API can be any text.
  if (/^\.|[/\\]/.test(name)) throw new UsageError(`the name of the spec "${name}" cannot be the name of a file`);
  const samples = await readSamples(input, name);
  const about = {
    name,
    description: description ?? null,
    version,
    ...describeSpecWarnings(diagnostics),
    spec,
    samples: samples.map(({ path, content }) => ({ name: basename(path), bytes: content.length })),
  };
  return {
    listed: { name, ...(description !== undefined && { description }), format: spec.format, valid: true },
    files: [
      { path: `specs/${name}.json`, content: JSON.stringify(about) },
      { path: `specs/${name}.mjs`, content: esm },
      ...samples,
    ],
  };
}

async function readSamples({ path }: SpecText, name: string): Promise<ExportedFile[]> {
  const samples = await findSampleFiles(sampleFolderOf(path));
  return Promise.all(
    samples.map(async (sample) => ({
      path: `specs/${name}/${basename(sample.path)}`,
      content: await readFile(sample.path),
    })),
  );
}

/** Writes the page with its specs into a folder and returns the number of bytes. Throws SystemFailure. */
export async function writeExport(folder: string, specs: readonly ExportedSpec[]): Promise<number> {
  const list = specs.map(({ listed }) => listed).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = [
    ...(await readPage()),
    { path: 'specs/index.json', content: JSON.stringify(list) },
    ...specs.flatMap((spec) => spec.files),
  ];
  let bytes = 0;
  for (const { path, content } of files) {
    try {
      await replaceFile(join(folder, path), content);
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      throw new SystemFailure(`cannot write to ${folder}: ${reasonOf(error)}`);
    }
    bytes += Buffer.byteLength(content);
  }
  return bytes;
}

async function readPage(): Promise<ExportedFile[]> {
  const folder = pageFolder();
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  // Drafts and jobs need a service, so the exported page has none.
  const isOfService = /^(?:spec-editor|infer-worker|operation)-/;
  const assets = (await readdir(join(folder, 'page'))).filter((name) => !isOfService.test(name));
  const exported = html
    .replace('<html lang="en">', '<html lang="en" data-exported>')
    .replace(
      '<meta charset="utf-8">',
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    );
  return [
    { path: 'index.html', content: exported },
    { path: 'preact.LICENSE', content: await readFile(join(folder, 'preact.LICENSE')) },
    ...(await Promise.all(
      assets.map(async (name) => ({ path: `page/${name}`, content: await readFile(join(folder, 'page', name)) })),
    )),
  ];
}
