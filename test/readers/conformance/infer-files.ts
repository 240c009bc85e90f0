import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { type Inference, inferSpec, isUsable, NoDraft, specNameOf } from '../../../compiler/index.ts';
import { loadEsm } from '../../../runtime/state/registry/compile/load-esm.ts';

export const corpora = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url));

/** The compared keys of a drafted spec. */
export interface DraftKeys {
  readonly format: string;
  readonly delimiter?: string;
  readonly hasHeader?: boolean;
  readonly encoding?: string;
  readonly recordPath?: string;
  readonly recordLength?: number;
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly columnName?: string;
    readonly start?: number;
    readonly length?: number;
  }[];
}

/** The result for one file: a spec that compiles, with its results, or the reason why there is none. */
export type InferredFile =
  | {
      readonly path: string;
      readonly kind: 'drawn';
      readonly spec: DraftKeys;
      readonly inference: Inference;
      readonly accepts: boolean;
    }
  | { readonly path: string; readonly kind: 'none'; readonly why: string };

const MOST_BYTES = 4 * 1024 * 1024;

/** Drafts a spec from a file of the corpora, as the command does. @throws if the draft does not compile. */
export async function inferFile(path: string): Promise<InferredFile> {
  const bytes = readFileSync(path);
  return inferBytes(path, path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

/** Drafts a spec from bytes. */
export async function inferBytes(path: string, bytes: Uint8Array): Promise<InferredFile> {
  const fileName = basename(path);
  const sample = {
    bytes: bytes.subarray(0, MOST_BYTES),
    isWhole: bytes.length <= MOST_BYTES,
    fileName,
    name: specNameOf(fileName),
    format: null,
    recordPath: null,
    schema: null,
  };
  try {
    const inference = await inferSpec(sample, loadEsm);
    return {
      path,
      kind: 'drawn',
      spec: parse(inference.yaml) as DraftKeys,
      inference,
      accepts: isUsable(inference.rating),
    };
  } catch (error) {
    if (error instanceof NoDraft) return { path, kind: 'none', why: error.message };
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns all files below a folder, sorted by name. */
export function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && statSync(path).isFile())
    .sort();
}
