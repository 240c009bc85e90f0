import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Axis, diff, readAndCheck, type SpecText } from '../../../compiler/index.ts';
import { type Direction, loadText } from './change-case.ts';
import { fileDrafts } from './file-draft.ts';
import { contradictionsOf, fileText } from './contradictions.ts';
import { createRenderer } from './render-file.ts';
import { specPairs, specText } from './spec-pairs.ts';
import { findViolations } from './violations.ts';
import { scaleRuns } from '../../support/property.ts';

const PAIRS = scaleRuns(60);
const FILES = 40;

const toText = (text: string, path: string): SpecText => ({ text, path, syntax: 'yaml' });

async function toDirection(old: string, now: string): Promise<Direction | null> {
  const [before, after] = [toText(old, 'old.yaml'), toText(now, 'new.yaml')];
  if (readAndCheck(before).spec === null || readAndCheck(after).spec === null) return null;
  return {
    name: 'random',
    old: await loadText(before),
    new: await loadText(after),
    changes: diff(before, after).changes ?? [],
  };
}

test('several edits at once: no file breaks an axis whose grade is not breaking', async () => {
  let pairs = 0;
  const unbroken: Record<Axis, number> = { input: 0, message: 0, verdict: 0 };
  const holds = async ({
    old,
    new: now,
  }: {
    old: Parameters<typeof specText>[0];
    new: Parameters<typeof specText>[0];
  }) => {
    const direction = await toDirection(specText(old), specText(now));
    fc.pre(direction !== null && direction.changes.length > 0);
    pairs++;
    for (const axis of ['input', 'message', 'verdict'] as const) {
      if (!direction.changes.some((change) => change.axis === axis && change.grade === 'breaking')) unbroken[axis]++;
    }
    const render = createRenderer(direction.old.spec, direction.new.spec);
    for (const draft of fc.sample(fileDrafts, { numRuns: FILES, seed: 11 })) {
      const file = render(draft);
      const found = contradictionsOf(direction.changes, await findViolations(direction, file));
      if (found.length > 0)
        throw new Error(
          `${found[0]} in ${fileText(file)}\n${direction.old.text.text}\n${direction.new.text.text}\n${direction.changes.map((change) => JSON.stringify(change)).join('\n')}`,
        );
    }
  };
  await fc.assert(fc.asyncProperty(specPairs, holds), { numRuns: PAIRS, maxSkipsPerRun: 1000 });
  console.log(
    `\nnote: ${pairs} pairs of specs, not breaking: input ${unbroken.input}, message ${unbroken.message}, verdict ${unbroken.verdict}`,
  );
  assert.ok(unbroken.verdict > pairs / 20 && unbroken.input > pairs / 20, 'nearly all pairs are breaking');
});

test.run();
