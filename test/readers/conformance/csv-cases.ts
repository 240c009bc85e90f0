import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from '../../../compiler/index.ts';
import type { RecordOutcome, SpecModule } from '../../../compiler/kernel/model/contract.ts';

export type Row = Record<string, string | null>;
export type Outcome = RecordOutcome<Row>;

const folder = mkdtempSync(join(tmpdir(), 'specmill-conformance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const loaded = new Map<string, Promise<SpecModule<Row>>>();

/** Returns the module of a spec. Equal specs are compiled once. */
export function load(spec: object): Promise<SpecModule<Row>> {
  const text = JSON.stringify(spec);
  const module = loaded.get(text) ?? compileSpec(text, loaded.size);
  loaded.set(text, module);
  return module;
}

async function compileSpec(text: string, number: number): Promise<SpecModule<Row>> {
  const { module, diagnostics } = await compile({ text, path: 'case.json', syntax: 'json' });
  if (module === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const file = join(folder, `${number}.mjs`);
  writeFileSync(file, module.esm);
  return (await import(pathToFileURL(file).href)) as SpecModule<Row>;
}

/** Returns a spec that reads `columns` as texts, by name or by position. */
export function textSpec(columns: readonly string[], settings: object = {}): object {
  const fields = columns.map((columnName, index) => ({ name: `c${index}`, type: 'STRING', columnName }));
  return {
    name: 'conformance',
    format: 'CSV',
    onMissingColumns: 'IGNORE',
    onExtraColumns: 'WARNING',
    fields,
    ...settings,
  };
}

/** Returns all records of a file, and the code of the failure if reading failed. */
export async function readAll(
  module: SpecModule<Row>,
  bytes: Uint8Array,
): Promise<{ outcomes: Outcome[]; failure: string | null }> {
  const outcomes: Outcome[] = [];
  try {
    for await (const outcome of module.read(chunksOf(bytes))) outcomes.push(outcome);
  } catch (error) {
    return { outcomes, failure: (error as { code?: string }).code ?? String(error) };
  }
  return { outcomes, failure: null };
}

/**
 * Returns the cells of a record, with null as the empty text and without missing cells. A malformed record is
 * represented by its code.
 */
export function cellsOf({ value, issues }: Outcome): string[] {
  return value === null ? [`<${issues[0]?.code}>`] : Object.values(value).map((cell) => cell ?? '');
}

/** Drops trailing empty texts, because a missing cell and an empty one are both null. */
export function withoutEmptyEnd(cells: readonly string[]): string[] {
  const end = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, end + 1);
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  // In two chunks, so that every set is split somewhere.
  yield bytes.subarray(0, bytes.length >> 1);
  yield bytes.subarray(bytes.length >> 1);
}
