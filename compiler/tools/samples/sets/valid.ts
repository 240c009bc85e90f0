import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { isRelation } from '../../../language/rules/relations.ts';
import { validCells, writeRecords } from '../oracle/good-record.ts';
import { judgeFile } from '../oracle/sample-oracle.ts';
import type { SampleContext } from './context.ts';
import type { MissingSample, SampleText } from './sample-set.ts';
import type { RuleCandidates } from '../values/field-candidates.ts';

/** Sample files, and the cases for which none could be created. */
export interface Samples {
  readonly files: readonly SampleText[];
  readonly missing: readonly MissingSample[];
}

const MAX_AT_BOUND = 3;
const MAX_LISTED = 20;
const TRIED_BEFORE = 20;

/**
 * Creates files with valid records: an ordinary one, one with texts that corrections change, and one for each rule with
 * values at its bounds. Omits files that cannot be created.
 */
export function createValidSamples(context: SampleContext): Samples {
  const { candidates } = context;
  const valid = goodFile(context, { name: 'valid', shows: 'satisfies every rule', records: [context.validRecord] });
  const bounds = candidates.flatMap(({ rules }, field) => rules.flatMap((rule) => boundFile(context, field, rule)));
  return { files: [...valid, ...correctedFile(context), ...bounds], missing: [] };
}

function goodFile(
  { oracle }: SampleContext,
  { name, shows, records }: { name: string; shows: string; records: readonly (readonly Cell[])[] },
): SampleText[] {
  const bytes = records.length === 0 ? null : writeRecords(oracle, records);
  if (bytes === null) return [];
  const verdict = judgeFile(oracle, bytes);
  const isGood = verdict.records === records.length && verdict.recordIssues.length === 0 && verdict.failure === null;
  return isGood ? [{ name, bytes, shows, breaks: null }] : [];
}

/**
 * Creates a file with one record for each correction that can change a text of a valid record. Returns an empty list if
 * no correction can.
 */
function correctedFile(context: SampleContext): SampleText[] {
  const records = context.candidates.flatMap(({ corrections, cellsBefore }, field) => {
    const verdict = context.verdicts[field] ?? new Map();
    const texts = validCells(verdict)
      .filter((cell) => cell !== null)
      .slice(0, TRIED_BEFORE);
    return corrections.flatMap((correction) => {
      const cell = texts
        .flatMap((text) => cellsBefore(correction, text).filter((before) => before !== text))
        .find((before) => verdict.get(before)?.length === 0);
      return cell === undefined ? [] : [withCell(context, field, cell)];
    });
  });
  return goodFile(context, { name: 'corrections', shows: 'satisfies every rule after corrections', records });
}

/**
 * Creates a file with values that satisfy a rule and are near its bounds. Returns an empty list if no such value was
 * found.
 */
function boundFile(context: SampleContext, field: number, { rule, boundaryValues }: RuleCandidates): SampleText[] {
  const { candidates, verdicts } = context;
  const { checksNull, listedValues } = ruleKinds[rule.ruleType];
  if (checksNull || isRelation(rule)) return [];
  const near = candidates[field]?.cellsNear(boundaryValues.matcher === undefined ? boundaryValues : null) ?? [];
  const kept = near.filter((cell) => cell !== null && verdicts[field]?.get(cell)?.length === 0);
  const records = kept
    .slice(0, listedValues(rule) === null ? MAX_AT_BOUND : MAX_LISTED)
    .map((cell) => withCell(context, field, cell));
  return goodFile(context, {
    name: `bound-${rule.ruleId}`,
    shows: `just satisfies ${rule.ruleId}: ${context.messages.get(rule.ruleId) ?? rule.ruleType}`,
    records,
  });
}

/** Returns the cells of the valid record with one of them replaced. `field` is its index. */
export function withCell({ validRecord }: SampleContext, field: number, cell: Cell): Cell[] {
  return validRecord.with(field, cell);
}
