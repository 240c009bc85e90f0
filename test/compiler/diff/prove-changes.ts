import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Axis, Change, Grade } from '../../../compiler/index.ts';
import { formatKinds } from '../../../compiler/language/formats/format-kinds.ts';
import { caseNames, diffCase, type Direction, expectedPath, loadCase } from './change-case.ts';
import { contradictionsOf, fileText } from './contradictions.ts';
import { fileDrafts, type FileDraft } from './file-draft.ts';
import { createRenderer } from './render-file.ts';
import { findViolations } from './violations.ts';
import { isQuick, scaleRuns, selectCases } from '../../support/property.ts';

const AXES: readonly Axis[] = ['input', 'message', 'verdict'];
/** The number of files with up to six records. For a breaking change the search stops at the first proof. */
const TRIED = scaleRuns(120);
const SOUGHT = 3000;

/**
 * Runs the cases of `changes/` with this prefix: compares the reported changes with the expected ones, and proves their
 * grades with records.
 */
export function proveChanges(prefix: string): void {
  const test = suite(`changes ${prefix}`);
  const names = caseNames(prefix);
  const proved = new Set(selectCases(names, 8));
  for (const name of names) {
    test(name, async () => {
      expectChanges(name, diffCase(name));
      if (!proved.has(name)) return;
      const { there, back } = await loadCase(name);
      for (const direction of [there, back]) await proveGrades(direction);
    });
  }
  test.run();
}

/** Compares the changes of a case with the expected ones. Writes them if `SPECMILL_UPDATE` is set. */
export function expectChanges(name: string, { there, back }: ReturnType<typeof diffCase>): void {
  const lines = (changes: readonly Change[]) =>
    `[\n${changes.map((change) => `    ${JSON.stringify(change)}`).join(',\n')}\n  ]`;
  const actual = `{\n  "changes": ${lines(there)},\n  "back": ${lines(back)}\n}\n`;
  if (
    process.env['SPECMILL_UPDATE'] &&
    (!existsSync(expectedPath(name)) || readFileSync(expectedPath(name), 'utf8') !== actual)
  )
    writeFileSync(expectedPath(name), actual);
  assert.is(actual, readFileSync(expectedPath(name), 'utf8'));
}

async function proveGrades(direction: Direction): Promise<void> {
  const { old, new: now, changes } = direction;
  if ([old, now].some(({ spec }) => formatKinds[spec.format] === undefined)) return;
  const render = createRenderer(old.spec, now.spec);
  const grades = Object.fromEntries(
    AXES.map((axis) => [axis, worstGrade(changes.filter((change) => change.axis === axis))]),
  ) as Record<Axis, Grade>;
  for (const axis of AXES) {
    if (grades[axis] === 'breaking') await findWitness(direction, axis, render);
  }
  await tryFiles(direction, grades, render);
}

function worstGrade(changes: readonly Change[]): Grade {
  return (
    (['breaking', 'compatible'] as const).find((grade) => changes.some((change) => change.grade === grade)) ?? 'neutral'
  );
}

type Render = ReturnType<typeof createRenderer>;

/** Finds a file that proves a breaking change. Prints the smallest one that fast-check finds. */
async function findWitness(direction: Direction, axis: Axis, render: Render): Promise<void> {
  const shows = async (draft: FileDraft) => (await findViolations(direction, render(draft)))[axis] === null;
  const found = await fc.check(fc.asyncProperty(fileDrafts, shows), { numRuns: SOUGHT, seed: 20_240_331 });
  if (found.errorInstance instanceof Error && !found.errorInstance.message.includes('returning false'))
    throw found.errorInstance;
  assert.ok(found.counterexample !== null, `${direction.name}: no file proves that it is breaking on the axis ${axis}`);
  const [draft] = found.counterexample;
  const file = render(draft);
  console.log(
    `\nwitness: ${direction.name}, ${axis}: ${(await findViolations(direction, file))[axis]} in ${fileText(file)}`,
  );
}

/** Checks that no file disproves a grade other than breaking. */
async function tryFiles(direction: Direction, grades: Record<Axis, Grade>, render: Render): Promise<void> {
  // If different records are read, verdicts and events cannot be compared.
  if (grades.input === 'breaking' || (grades.message === 'breaking' && grades.verdict === 'breaking')) return;
  let clean = 0;
  const holds = async (draft: FileDraft) => {
    const file = render(draft);
    const found = await findViolations(direction, file);
    if (found.isClean) clean++;
    for (const wrong of contradictionsOf(direction.changes, found))
      throw new Error(`${direction.name}: ${wrong} in ${fileText(file)}`);
  };
  await fc.assert(fc.asyncProperty(fileDrafts, holds), { numRuns: TRIED, seed: 47_110_815 });
  // Among a few files all may be invalid.
  assert.ok(isQuick || clean > TRIED / 10, `${direction.name}: only ${clean} files of ${TRIED} were valid`);
}
