import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Spec, SpecText } from '../../../compiler/index.ts';
import { type Change, diff, readAndCheck } from '../../../compiler/index.ts';
import { versionOf } from '../../../compiler/pipeline/1-read/canonical.ts';
import { createPlan } from '../../../compiler/pipeline/3-plan/create-plan.ts';
import { emitModule } from '../../../compiler/pipeline/4-emit/emit-module.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { linkModule } from '../../support/load-module.ts';
import { requireOneType } from '../../../compiler/pipeline/1-read/record-views.ts';

const folder = join(import.meta.dirname, 'changes');

/** One state of a spec and its compiled module. */
export interface SpecState {
  readonly text: SpecText;
  readonly spec: Spec;
  readonly module: SpecModule;
}

/** An edit of a spec in one direction: the changes that `diff` reports, and both states for tests with records. */
export interface Direction {
  readonly name: string;
  readonly old: SpecState;
  readonly new: SpecState;
  readonly changes: readonly Change[];
}

/** Returns the names of the cases with this prefix. */
export function caseNames(prefix: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort();
}

/** Returns the path of a case's expected result. */
export function expectedPath(name: string): string {
  return join(folder, name, 'expected.json');
}

/**
 * Returns the changes that `diff` reports for a case in both directions. A change that is compatible in one direction
 * usually breaks the other.
 */
export function diffCase(name: string): { there: readonly Change[]; back: readonly Change[] } {
  const [old, now] = [readState(name, 'old'), readState(name, 'new')];
  return { there: changesOf(name, old, now), back: changesOf(name, now, old) };
}

/** Loads a case with its modules in both directions. */
export async function loadCase(name: string): Promise<{ there: Direction; back: Direction }> {
  const [old, now] = [await loadText(readState(name, 'old')), await loadText(readState(name, 'new'))];
  return { there: directionOf(name, old, now), back: directionOf(`${name} (back)`, now, old) };
}

function directionOf(name: string, old: SpecState, now: SpecState): Direction {
  return { name, old, new: now, changes: changesOf(name, old.text, now.text) };
}

function changesOf(name: string, old: SpecText, now: SpecText): readonly Change[] {
  const { changes } = diff(old, now);
  if (changes === null) throw new Error(`${name} has errors`);
  return changes;
}

/** Reads one state of a case: `old` or `new`. */
export function readState(name: string, state: string): SpecText {
  return { text: readFileSync(join(folder, name, `${state}.yaml`), 'utf8'), path: `${state}.yaml`, syntax: 'yaml' };
}

/** Loads a spec with its module. Throws if it has errors. */
export async function loadText(text: SpecText): Promise<SpecState> {
  const { spec: read, diagnostics } = readAndCheck(text);
  if (read === null) throw new Error(`${text.text}: ${JSON.stringify(diagnostics)}`);
  const spec = requireOneType(read, 'a test');
  return {
    text,
    spec,
    module: await linkModule({ source: emitModule(createPlan(spec, versionOf(spec))), fastSource: null }),
  };
}
