import type { Cell } from '../files/file-writer.ts';
import { goodCells, writeRecords } from '../oracle/good-record.ts';
import { judgeFile } from '../oracle/sample-oracle.ts';
import type { Workshop } from './context.ts';
import type { MissingSample, SampleText } from './sample-set.ts';
import type { RuleSketch } from '../values/field-candidates.ts';

/** Sample files, and the cases for which there is none. */
export interface Samples {
  readonly files: readonly SampleText[];
  readonly missing: readonly MissingSample[];
}

const MOST_AT_BOUND = 3;
const MOST_LISTED = 20;
const TRIED_BEFORE = 20;

/** Creates files of valid records: a plain one, one that corrections change, and one at the bounds of each rule. */
export function goodSamples(workshop: Workshop): Samples {
  const { sketches } = workshop;
  const valid = goodFile(workshop, { name: 'valid', shows: 'satisfies every rule', records: [workshop.good] });
  const bounds = sketches.flatMap(({ rules }, field) => rules.flatMap((rule) => boundFile(workshop, field, rule)));
  return { files: [...valid, ...correctedFile(workshop), ...bounds], missing: [] };
}

function goodFile(
  { court }: Workshop,
  { name, shows, records }: { name: string; shows: string; records: readonly (readonly Cell[])[] },
): SampleText[] {
  const bytes = records.length === 0 ? null : writeRecords(court, records);
  if (bytes === null) return [];
  const verdict = judgeFile(court, bytes);
  const isGood = verdict.records === records.length && verdict.problems.length === 0 && verdict.failure === null;
  return isGood ? [{ name, bytes, shows, breaks: null }] : [];
}

/** Creates one file with a record for each correction that changes it. */
function correctedFile(workshop: Workshop): SampleText[] {
  const records = workshop.sketches.flatMap(({ corrections, cellsBefore }, field) => {
    const verdict = workshop.verdicts[field] ?? new Map();
    const texts = goodCells(verdict)
      .filter((cell) => cell !== null)
      .slice(0, TRIED_BEFORE);
    return corrections.flatMap((correction) => {
      const cell = texts
        .flatMap((text) => cellsBefore(correction, text).filter((before) => before !== text))
        .find((before) => verdict.get(before)?.length === 0);
      return cell === undefined ? [] : [withCell(workshop, field, cell)];
    });
  });
  return goodFile(workshop, { name: 'corrections', shows: 'satisfies every rule after corrections', records });
}

/** Creates a file with values at the bounds of a rule that still satisfy it. */
function boundFile(workshop: Workshop, field: number, { rule, boundaryValues }: RuleSketch): SampleText[] {
  const { sketches, verdicts } = workshop;
  if (rule.ruleType === 'REQUIRED') return [];
  const near = sketches[field]?.cellsNear(boundaryValues.matcher === undefined ? boundaryValues : null) ?? [];
  const kept = near.filter((cell) => cell !== null && verdicts[field]?.get(cell)?.length === 0);
  const records = kept
    .slice(0, rule.ruleType === 'ALLOWED_VALUES' ? MOST_LISTED : MOST_AT_BOUND)
    .map((cell) => withCell(workshop, field, cell));
  return goodFile(workshop, {
    name: `bound-${rule.ruleId}`,
    shows: `just satisfies ${rule.ruleId}: ${workshop.messages.get(rule.ruleId) ?? rule.ruleType}`,
    records,
  });
}

/** Returns the valid record with one cell replaced. */
export function withCell({ good }: Workshop, field: number, cell: Cell): Cell[] {
  return good.with(field, cell);
}
