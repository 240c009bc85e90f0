import { checkSpec, type Checked } from '../../compiler/pipeline/2-check/check-spec.ts';
import { readSpec, type Reading } from '../../compiler/pipeline/1-read/read-spec.ts';

/** The required keys of a spec, with one field `id`. */
export const head = 'name: payments\nformat: CSV\n';
export const fields = 'fields:\n  - { name: id, type: STRING }\n';

export function readYaml(text: string, expectedName?: string): Reading {
  return readSpec({
    text,
    path: 'specs/payments.yaml',
    syntax: 'yaml',
    ...(expectedName !== undefined && { expectedName }),
  });
}

export function readJson(value: unknown): Reading {
  return readSpec({ text: typeof value === 'string' ? value : JSON.stringify(value), path: 'body', syntax: 'json' });
}

export function checkYaml(text: string): Checked {
  return checkSpec(readYaml(text));
}

/** Returns diagnostics as `line:column code`. */
export function places({ diagnostics }: Pick<Reading, 'diagnostics'>): string[] {
  return diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`);
}

/** Returns diagnostics as `code pointer`. */
export function codes({ diagnostics }: Pick<Reading, 'diagnostics'>): string[] {
  return diagnostics.map(({ code, path }) => `${code} ${path}`);
}
