import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { eventsOf } from '../../../runtime/runs/sample-tests/event.ts';
import { loadModule } from '../../support/load-module.ts';
import { caseNames, diffCase, readState } from './change-case.ts';
import { expectChanges } from './prove-changes.ts';
import { drawTypedFile } from './typed-files.ts';

const FILES = 400;
const SEED = 20_261_122;
const test = suite('changes types-');

/** What a state of a spec finds in a file. */
interface Found {
  readonly messages: string[];
  /** The number of issues of each severity, FATAL first. */
  readonly issues: number[];
}

function readFile(module: SpecModule, text: string): Found {
  const transformer = module.createTransformer({ today: '2026-11-22' });
  const found: Found = { messages: [], issues: [0, 0, 0] };
  for (const batch of [...transformer.push(Buffer.from(text)), ...transformer.end()]) {
    const types = batch.typed?.messageTypes ?? [];
    const names = batch.typed?.types.map(({ name }) => name) ?? [];
    found.messages.push(...eventsOf(batch).map(({ value }, index) => `${names[types[index] ?? -1] ?? ''} ${value}`));
    const severities = [
      ...batch.recordIssues.flatMap(({ issues }) => issues.map(({ severity }) => severity)),
      ...(batch.fileIssues ?? []).map(({ severity }) => severity),
      ...(batch.failure === null ? [] : (['FATAL'] as const)),
    ];
    for (const severity of severities) {
      const rank = ['FATAL', 'ERROR', 'WARNING'].indexOf(severity);
      found.issues[rank] = (found.issues[rank] ?? 0) + 1;
    }
  }
  return found;
}

function isClean({ issues }: Found): boolean {
  return issues.every((count) => count === 0);
}

/**
 * Whether a change is breaking in one reading of a file. Limits of documents that begin to be held are not: only the second
 * reading of a file is without them.
 */
function isShownByOneReading({ code, grade, path }: Change): boolean {
  return grade === 'breaking' && !(code === 'document_limit_changed' && path.endsWith('#/recordTypes'));
}

/** Proves the grades of the changes from one state to another with drawn files. */
async function proveGrades(changes: readonly Change[], [old, now]: readonly [string, string], name: string) {
  const modules = [await loadModule(readState(name, old)), await loadModule(readState(name, now))] as const;
  const isBreaking = changes.some(({ grade }) => grade === 'breaking');
  const isNeutral = changes.every(({ grade }) => grade === 'neutral');
  let witnesses = 0;
  let clean = 0;
  for (let index = 0; index < FILES; index++) {
    const text = drawTypedFile(SEED, index);
    const [before, after] = [readFile(modules[0], text), readFile(modules[1], text)];
    if (isClean(before)) clean++;
    const isWorse = before.issues.some((count, rank) => count < (after.issues[rank] ?? 0));
    if (isWorse || JSON.stringify(before.messages) !== JSON.stringify(after.messages)) witnesses++;
    const broken = isNeutral
      ? JSON.stringify(before.issues) !== JSON.stringify(after.issues) ||
        before.messages.length !== after.messages.length
      : !isBreaking && isClean(before) && !isClean(after);
    assert.not(broken, `${name} from ${old} to ${now} breaks the file ${JSON.stringify(text)}`);
  }
  assert.ok(clean > 0, `${name}: no valid file was drawn`);
  if (changes.some(isShownByOneReading))
    assert.ok(witnesses > 0, `${name} from ${old} to ${now}: no file shows the breaking change`);
}

for (const name of caseNames('types-')) {
  test(name, async () => {
    const changes = diffCase(name);
    expectChanges(name, changes);
    await proveGrades(changes.there, ['old', 'new'], name);
    await proveGrades(changes.back, ['new', 'old'], name);
  });
}

test.run();
