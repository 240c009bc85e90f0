import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import type { Issue } from '../../../kernel/model/contract.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { isRelation } from '../../../language/rules/relations.ts';
import { findRecord, relatedPlaces, varyRecord } from '../oracle/find-record.ts';
import { validCells, writeRecords } from '../oracle/good-record.ts';
import { type Samples, withCell } from './valid.ts';
import { judgeFile, type Verdicts } from '../oracle/sample-oracle.ts';
import type { SampleContext } from './context.ts';
import type { Broken, MissingSample, SampleText } from './sample-set.ts';
import {
  describeMismatch,
  type FieldCandidates,
  mismatchCells,
  nullCells,
  rejectsTexts,
} from '../values/field-candidates.ts';

/**
 * Creates one file for each rule, each required field and each type other than STRING. The second record of a file has
 * this violation and no other issue. `missing` lists the violations for which no file is possible.
 */
export function createBrokenSamples(context: SampleContext): Samples {
  const goals = context.candidates.flatMap((candidate, field) => goalsOf(context, candidate, field));
  const made = goals.map((goal) => createBrokenSample(context, goal));
  return {
    files: made.flatMap(({ file }) => (file === null ? [] : [file])),
    missing: made.flatMap(({ missing }) => (missing === null ? [] : [missing])),
  };
}

/**
 * A violation that a file should have, and the cells that may cause it. The preferred cells come first. `place` is the
 * index of the field.
 */
interface Goal {
  readonly name: string;
  readonly shows: string;
  readonly breaks: Broken & { readonly field: string };
  readonly place: number;
  readonly cells: readonly Cell[];
  /** Whether the violated rule needs values of several fields. */
  readonly isRelation: boolean;
}

function goalsOf({ spec, verdicts, messages }: SampleContext, candidate: FieldCandidates, place: number): Goal[] {
  const { name: field, required } = candidate.field;
  const nulls = nullCells(spec);
  const tried = [...(verdicts[place]?.keys() ?? [])];
  const goal = (
    name: string,
    shows: string,
    { code, ruleId, cells }: { code: string; ruleId: string | null; cells: readonly Cell[] },
    needsSeveral = false,
  ): Goal => ({
    name,
    shows,
    breaks: { code, ruleId, field },
    place,
    cells: [...new Set([...cells, ...tried])],
    isRelation: needsSeveral,
  });
  const ruleGoals = candidate.rules.map(({ rule, boundaryValues }) => {
    const { ruleId, ruleType } = rule;
    return goal(
      `rule-${ruleId}`,
      `violates ${ruleId}: ${messages.get(ruleId) ?? ruleType}`,
      {
        code: ruleType,
        ruleId,
        cells: ruleKinds[ruleType].checksNull ? nulls : candidate.cellsNear(boundaryValues),
      },
      isRelation(rule),
    );
  });
  return [
    ...(required === true
      ? [goal(`required-${field}`, `lacks ${field}`, { code: 'REQUIRED', ruleId: `required:${field}`, cells: nulls })]
      : []),
    ...(rejectsTexts(candidate)
      ? [
          goal(`type-${field}`, `has a value in ${field} ${describeMismatch(candidate)}`, {
            code: 'TYPE_MISMATCH',
            ruleId: null,
            cells: mismatchCells(candidate, []),
          }),
        ]
      : []),
    ...ruleGoals,
  ];
}

/** The maximum number of cells for which a complete file is written and read. */
const MAX_FILES = 8;

function createBrokenSample(
  context: SampleContext,
  goal: Goal,
): { file: SampleText | null; missing: MissingSample | null } {
  const verdict = context.verdicts[goal.place] ?? new Map<Cell, readonly Issue[] | null>();
  const { name, shows, breaks } = goal;
  const alone = goal.cells.filter((cell) => breaksOnly(verdict.get(cell) ?? [], breaks));
  const shortestLast = [
    ...alone.slice(0, MAX_FILES - 1),
    ...[...alone].sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0)).slice(0, 1),
  ];
  const single = shortestLast.map((cell) => withCell(context, goal.place, cell));
  for (const record of [...(goal.isRelation ? [] : single), ...recordOfSeveral(context, goal, alone)]) {
    const bytes = writeRecords(context.oracle, [context.validRecord, record, context.validRecord]);
    if (bytes !== null && isBrokenInTheMiddle(context, bytes, breaks))
      return { file: { name, shows, bytes, breaks }, missing: null };
  }
  return {
    file: null,
    missing: {
      ...breaks,
      why: explainMissing(goal, alone, verdict),
    },
  };
}

/**
 * Returns a record with only the intended violation, for which cells of several fields are varied. Empty if rules need
 * the field together with no other, or if no tried record has the violation alone.
 */
function recordOfSeveral(context: SampleContext, goal: Goal, alone: readonly Cell[]): (readonly Cell[])[] {
  const related = relatedPlaces(context.spec);
  if (!related.includes(goal.place)) return [];
  const valid = (place: number) => validCells(context.verdicts[place] ?? new Map());
  const own = goal.isRelation ? goal.cells.filter((cell) => valid(goal.place).includes(cell)) : alone;
  const cellsOf = (place: number) => (place === goal.place ? own : valid(place));
  const rule = context.spec.validationRules?.find(({ ruleId }) => ruleId === goal.breaks.ruleId);
  // First only the fields of the rule are varied, because few cells of each can be tried in many fields.
  const ofRule = rule === undefined ? [] : relatedPlaces({ ...context.spec, validationRules: [rule] });
  const isBroken = (issues: readonly Issue[]) => breaksOnly(issues, goal.breaks);
  const found = [ofRule, related]
    .map((places) => varyRecord(context.validRecord, places, cellsOf))
    .map((records) => findRecord(context.oracle, records, isBroken));
  return found.filter((record) => record !== null);
}

function explainMissing(goal: Goal, alone: readonly Cell[], verdict: Verdicts): string {
  if (goal.isRelation) return 'no tried record violates only it';
  return alone.length > 0 ? 'the record would be too long' : explainOtherIssues([...verdict.values()], goal.breaks);
}

/** Returns whether the only issue is the intended one. */
export function breaksOnly(issues: readonly Issue[], { code, ruleId, field }: Broken): boolean {
  const [issue] = issues;
  return issues.length === 1 && issue?.code === code && issue.ruleId === ruleId && issue.field === field;
}

/**
 * Whether a file has at least two records and does not fail, only the second record has issues, and its only issue is
 * `breaks`.
 */
export function isBrokenInTheMiddle({ oracle }: SampleContext, bytes: Uint8Array, breaks: Broken): boolean {
  const { records, recordIssues, failure } = judgeFile(oracle, bytes);
  const [issueRecord] = recordIssues;
  return (
    records >= 2 &&
    failure === null &&
    recordIssues.length === 1 &&
    issueRecord?.record === 2 &&
    breaksOnly(issueRecord.issues, breaks)
  );
}

/** Explains why no tried cell violates only the intended rule: none violates it, or each also violates other rules. */
function explainOtherIssues(verdicts: readonly (readonly Issue[] | null)[], { code, ruleId }: Broken): string {
  const breaking = verdicts
    .filter((issues) => issues !== null)
    .filter((issues) => issues.some((issue) => issue.code === code && issue.ruleId === ruleId));
  const [fewest] = breaking.sort((a, b) => a.length - b.length);
  if (fewest === undefined) return 'no tried value violates it';
  const others = fewest
    .filter((issue) => issue.ruleId !== ruleId || issue.code !== code)
    .map((issue) => issue.ruleId ?? issue.code);
  return `every tried value that violates it also violates ${others.join(', ')}`;
}
