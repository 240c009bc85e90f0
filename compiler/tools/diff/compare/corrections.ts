import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { CorrectionRule, Spec } from '../../../pipeline/1-read/spec-shape.ts';
import { correctionName } from '../../../pipeline/2-check/model/all-rules.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import type { Grade, ReportChange } from '../model/change.ts';
import { areCorrectionsCovered } from '../cover/correction.ts';
import { toOperations, isHarmless } from '../cover/size-limits.ts';
import { matchRules, type RuleMatch, withoutName } from './match-rules.ts';
import { createPipelines, type Pipeline } from '../model/pipeline.ts';
import { type Compare, type FieldPair, isSame, type SpecPair } from '../model/spec-pair.ts';

/** Compares the corrections of each field that the old and the new spec both have. */
export const compareCorrections: Compare = (pair, report) => {
  const [before, after] = [createPipelines(pair.old.spec), createPipelines(pair.new.spec)];
  const nullTexts = new Set(['', ...pair.new.settings.nullValues]);
  for (const kept of pair.kept) {
    const now = after(kept.new.field);
    const old = { ...before(kept.old.field), nullTexts, maxRecordBytes: now.maxRecordBytes, padding: now.padding };
    compareField(kept, { pair, old, now, report });
  }
};

interface Context {
  readonly pair: SpecPair;
  /** The field of the old spec, with the null values, maxRecordBytes and padding of the new spec. */
  readonly old: Pipeline;
  readonly now: Pipeline;
  readonly report: ReportChange;
}

function compareField(kept: FieldPair, context: Context): void {
  const { old, now } = context;
  const { corrections } = now;
  const match = matchRules(old.corrections, corrections, {
    kindOf: ({ correctionType }) => correctionType,
    contentOf: withoutName,
  });
  reportRenamed(match, context);
  if (isSame(toOperations(old.corrections), toOperations(corrections))) return;
  const isCovered = isHarmless(now) || areCorrectionsCovered(old, { ...old, corrections });
  for (const step of stepsOf(match, old.corrections, corrections)) {
    const grade =
      isCovered || areCorrectionsCovered({ ...old, corrections: step.before }, { ...old, corrections: step.after })
        ? 'compatible'
        : 'breaking';
    reportStep(step, grade, kept, context);
  }
}

/** One edit of a field's list of corrections. `before` and `after` are the whole list before and after this edit. */
interface Step {
  readonly kind: 'removed' | 'changed' | 'added' | 'reordered';
  readonly before: readonly CorrectionRule[];
  readonly after: readonly CorrectionRule[];
  /**
   * The edited correction in the old spec (`old`) and in the new spec (`now`). `old` is null for `added` and
   * `reordered`. `now` is null for `removed` and `reordered`.
   */
  readonly old: CorrectionRule | null;
  readonly now: CorrectionRule | null;
}

/**
 * Splits the difference between two lists into single edits, in this order: removed, changed, reordered, added. A
 * different ruleId alone is not an edit.
 */
function stepsOf(
  { pairs, removed, added }: RuleMatch<CorrectionRule>,
  old: readonly CorrectionRule[],
  now: readonly CorrectionRule[],
): Step[] {
  const steps: Step[] = [];
  let list = [...old];
  const step = (kind: Step['kind'], after: CorrectionRule[], about: Pick<Step, 'old' | 'now'>) => {
    steps.push({ kind, before: list, after, ...about });
    list = after;
  };
  for (const gone of removed)
    step(
      'removed',
      list.filter((one) => one !== gone),
      { old: gone, now: null },
    );
  for (const pair of pairs) {
    const after = list.map((one) => (one === pair.old ? pair.now : one));
    if (isSame(toOperations([pair.old]), toOperations([pair.now]))) list = after;
    else step('changed', after, { old: pair.old, now: pair.now });
  }
  const ordered = now.filter((one) => !added.includes(one));
  if (!isSame(toOperations(list), toOperations(ordered))) step('reordered', ordered, { old: null, now: null });
  else list = ordered;
  for (const one of added)
    step(
      'added',
      now.filter((other) => list.includes(other) || other === one),
      { old: null, now: one },
    );
  return steps;
}

function reportRenamed({ pairs }: RuleMatch<CorrectionRule>, { pair, report }: Context): void {
  for (const { old, now } of pairs) {
    if (old.ruleId === now.ruleId) continue;
    const names = { before: old.ruleId, after: now.ruleId };
    report('correction_renamed', 'verdict', names, {
      grade: 'neutral',
      side: pair.new,
      pointer: `${pointerOf(now, pair.new.spec)}/ruleId`,
      ...names,
    });
  }
}

function reportStep(
  { kind, old, now, before, after }: Step,
  grade: Grade,
  {
    new: {
      field: { name: field },
    },
  }: FieldPair,
  { pair, report }: Context,
): void {
  if (kind === 'reordered') {
    const idsOf = (list: readonly CorrectionRule[]) => list.map(({ ruleId }) => ruleId);
    report(
      'corrections_reordered',
      'verdict',
      { field },
      { grade, side: pair.new, pointer: '/correctionRules', before: idsOf(before), after: idsOf(after) },
    );
  } else if (now === null && old !== null) {
    report(
      'correction_removed',
      'verdict',
      { field, by: correctionName(old), does: sentenceOf(old) },
      { grade, side: pair.old, pointer: pointerOf(old, pair.old.spec), before: old },
    );
  } else if (now !== null) {
    const facts = { grade, side: pair.new, pointer: pointerOf(now, pair.new.spec), before: old, after: now };
    if (old === null)
      report('correction_added', 'verdict', { field, by: correctionName(now), does: sentenceOf(now) }, facts);
    else
      report(
        'correction_changed',
        'verdict',
        { field, by: correctionName(now), before: sentenceOf(old), after: sentenceOf(now) },
        facts,
      );
  }
}

function pointerOf(correction: CorrectionRule, { correctionRules = [] }: Spec): string {
  return pointerTo('correctionRules', correctionRules.indexOf(correction));
}

function sentenceOf(correction: CorrectionRule): string {
  const kind = correctionKinds[correction.correctionType];
  return kind.sentence(kind.plan(correction));
}
