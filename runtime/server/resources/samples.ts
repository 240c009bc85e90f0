import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NotRegularFile, readRegularFile } from '../../base/files/regular-file.ts';
import type { RegisteredSpec } from '../../state/registry/spec/registered-spec.ts';
import { findSampleFiles, sampleFolderOf } from '../../runs/sample-tests/sample-file.ts';
import { requireSpecOf } from '../form/find-spec.ts';
import { Problem } from '../http/problem.ts';
import { bytes, json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import type { SampleFileSummary } from '../shapes/sample.ts';

type Params = Readonly<Record<string, string>>;

/** Larger files in the folder of the samples are not offered. */
const MAX_SAMPLE_BYTES = 10 * 1024 * 1024;

/** GET /specs/{id}/samples: the sample files of a spec. Specs of the API have none. */
export async function listSamples(_: Request, services: RequestServices, params: Params): Promise<Response> {
  const samples = await findSamples(requireSpecOf(params, services), services.specsFolder);
  return json(samples.map(({ name, bytes: size }): SampleFileSummary => ({ name, bytes: size })));
}

/** GET /specs/{id}/samples/{name}: the content of a sample. 404 if there is no such sample. */
export async function getSample(_: Request, services: RequestServices, params: Params): Promise<Response> {
  const samples = await findSamples(requireSpecOf(params, services), services.specsFolder);
  const sample = samples.find(({ name }) => name === params['name']);
  if (sample === undefined) throw sampleNotFound();
  const content = await readRegularFile(sample.path, {
    within: dirname(dirname(sample.path)),
    maxBytes: MAX_SAMPLE_BYTES,
  }).catch((error: unknown) => {
    // A link out of the folder is not a sample.
    throw error instanceof NotRegularFile ? sampleNotFound() : error;
  });
  return bytes(content, 'application/octet-stream', { 'content-disposition': 'attachment' });
}

function sampleNotFound(): Problem {
  return new Problem('sample_not_found', 'the spec has no sample of this name');
}

interface Sample extends SampleFileSummary {
  path: string;
}

async function findSamples(spec: RegisteredSpec, folder: string): Promise<Sample[]> {
  if (spec.origin === 'api') return [];
  const files = await findSampleFiles(sampleFolderOf(join(folder, spec.compiled.input.path)));
  const samples = await Promise.all(
    files.map(async ({ path }) => {
      const stats = await lstat(path);
      return { name: basename(path), path, bytes: stats.size, isFile: stats.isFile() };
    }),
  );
  return samples.filter(({ bytes: size, isFile }) => isFile && size <= MAX_SAMPLE_BYTES);
}
