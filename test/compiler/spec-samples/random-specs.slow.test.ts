import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Spec } from '../../../compiler/index.ts';
import { planLayout } from '../../../compiler/language/formats/xml/sample-layout.ts';
import type { MissingSample } from '../../../compiler/tools/samples/sets/sample-set.ts';
import { checkCell } from '../../readers/oracle/check-cell.ts';
import { addDefaults } from '../../readers/oracle/spec.ts';
import { createSpec, specDrafts, type GeneratedSpec } from '../../readers/parity/spec-draft.ts';
import { createXmlScenario, xmlDrafts } from '../../readers/parity/xml-draft.ts';
import { differenceOf, samplesOf, wrongByModule, wrongByOracle } from './sampled-spec.ts';
import { scaleRuns, seed } from '../../support/property.ts';

const today = '2024-02-29';
const due = scaleRuns(200);
const dueXml = scaleRuns(60);

/** Yields random specs whose rules have no pattern. */
function* drawSpecs(): Generator<GeneratedSpec> {
  for (let turn = 0; ; turn++) {
    for (const draft of fc.sample(specDrafts, { seed: seed + turn, numRuns: 50 })) {
      const made = createSpec(draft);
      if (!rulesOf(made).some(({ ruleType }) => ruleType === 'REGEX')) yield made;
    }
  }
}

function rulesOf({ spec }: GeneratedSpec): { ruleType: string }[] {
  return (spec['validationRules'] ?? []) as { ruleType: string }[];
}

/**
 * Returns a cell that violates exactly the rule without a sample file, or null if there is none that can be written.
 */
function cellThatBreaks({ spec, cells }: GeneratedSpec, { code, ruleId, field, why }: MissingSample): string | null {
  const settled = addDefaults(spec);
  const place = settled.fields.findIndex(({ name }) => name === field);
  const judged = settled.fields[place];
  if (judged === undefined || why.includes('too long') || settled.recordWhen !== null || settled.quote === null)
    return null;
  // A header never contains such a column name, because blanks around its cells are trimmed.
  if (settled.byName && /^\p{White_Space}|\p{White_Space}$/u.test(judged.column)) return null;
  return (
    cells[place]?.find((cell) => {
      const { issues } = checkCell(cell, judged, { spec: settled, today, hidden: false });
      return issues.length === 1 && issues[0]?.code === code && issues[0].ruleId === ruleId;
    }) ?? null
  );
}

test(`${due} random specs: each file violates what it claims and nothing else`, async () => {
  const counts = { specs: 0, without: 0, good: 0, broken: 0, missing: 0 };
  for (const made of drawSpecs()) {
    if (counts.specs++ === due) break;
    const context = `seed ${seed}: ${JSON.stringify(made.spec)}`;
    const { module, set } = await samplesOf(JSON.stringify(made.spec), { syntax: 'json', today });
    if (set.files.length === 0) counts.without++;
    for (const file of set.files) {
      assert.is(differenceOf(file, wrongByModule(module, file.bytes, today)), '', context);
      if (file.bytes.length < 5_000)
        assert.is(differenceOf(file, wrongByOracle(made.spec, file.bytes, today)), '', context);
    }
    for (const missing of set.missing)
      assert.is(cellThatBreaks(made, missing), null, `${JSON.stringify(missing)} ${context}`);
    const broken = set.files.filter(({ breaks }) => breaks !== null).length;
    counts.good += set.files.length - broken;
    counts.broken += broken;
    counts.missing += set.missing.length;
  }
  console.log(
    `note: ${due} random specs: ${counts.broken} invalid files, each rejected only for its rule; ${counts.good} good ones; ${counts.missing} rules that cannot be broken alone; ${counts.without} specs that no record satisfies`,
  );
  // Generated rules may repeat each other, or reject every result of the corrections.
  assert.ok(counts.broken > 4 * counts.missing, 'most rules have their file');
  assert.ok(counts.without < due / 4, 'most specs have a valid record');
});

/** Yields random XML specs with documents that can be written: records are siblings, and each element has one path. */
function* drawXmlSpecs(): Generator<object> {
  for (let turn = 0; ; turn++) {
    for (const draft of fc.sample(xmlDrafts, { seed: seed + turn, numRuns: 20 })) {
      const { spec } = createXmlScenario(draft);
      const rules = (spec['validationRules'] ?? []) as { ruleType: string }[];
      if (!rules.some(({ ruleType }) => ruleType === 'REGEX') && planLayout(spec as unknown as Spec) !== null)
        yield spec;
    }
  }
}

test(`${dueXml} random XML specs: each file violates what it claims and nothing else`, async () => {
  const counts = { specs: 0, without: 0, good: 0, broken: 0 };
  for (const spec of drawXmlSpecs()) {
    if (counts.specs++ === dueXml) break;
    const context = `seed ${seed}: ${JSON.stringify(spec)}`;
    const { module, set } = await samplesOf(JSON.stringify(spec), { syntax: 'json', today });
    if (set.files.length === 0) counts.without++;
    for (const file of set.files) {
      assert.is(differenceOf(file, wrongByModule(module, file.bytes, today)), '', context);
      if (file.bytes.length < 5_000) assert.is(differenceOf(file, wrongByOracle(spec, file.bytes, today)), '', context);
    }
    const broken = set.files.filter(({ breaks }) => breaks !== null).length;
    counts.good += set.files.length - broken;
    counts.broken += broken;
  }
  console.log(
    `note: ${dueXml} random XML specs: ${counts.broken} invalid files, each rejected only for its rule; ${counts.good} good ones; ${counts.without} specs that no record satisfies`,
  );
  assert.ok(counts.broken > 3 * dueXml, 'specs have several violating files each');
  assert.ok(counts.without < dueXml / 3, 'most specs have a valid record');
});

test.run();
