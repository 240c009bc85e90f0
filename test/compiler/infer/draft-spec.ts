import { parse } from 'yaml';
import type { Spec } from '../../../compiler/index.ts';
import type { Inference } from '../../../compiler/tools/infer/infer-rated.ts';
import { inferSpec } from '../../../compiler/tools/infer/infer-spec.ts';
import type { Sample } from '../../../compiler/tools/infer/model/sample.ts';
import { loadEsm } from '../../../runtime/state/registry/compile/load-esm.ts';

/** A spec drafted from a sample: its text, its content, and its results. */
export interface DraftResult extends Inference {
  readonly spec: Spec;
}

/** Drafts a spec from a text or bytes. */
export async function draftSpec(content: string | Uint8Array, more: Partial<Sample> = {}): Promise<DraftResult> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const inference = await inferSpec(
    {
      bytes,
      isWhole: true,
      fileName: 'sample.csv',
      name: 'sample',
      format: null,
      recordPath: null,
      schema: null,
      ...more,
    },
    loadEsm,
  );
  return { ...inference, spec: parse(inference.yaml) as Spec };
}

/** Joins lines, each with a line end. */
export function lines(...list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join('');
}

/** Returns the fields of a spec in short form: `amount DECIMAL required`. */
export function fieldsOf({ spec }: DraftResult): string[] {
  return spec.fields.map(({ name, type, required }) => `${name} ${type}${required === true ? ' required' : ''}`);
}
