import { describeFileRule, readRange } from '../../../pipeline/3-plan/plan-file-rules.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import type { FileRule } from '../../../pipeline/1-read/spec-shape.ts';
import { matchRules } from '../compare/match-rules.ts';
import { areValuesChanged } from '../compare/related-fields.ts';
import type { ChangeFacts, Grade, ReportChange } from '../model/change.ts';
import { verdictOf } from '../model/severity.ts';
import { isSame } from '../model/spec-pair.ts';
import { contentOf, fieldsOf, renameReferences, severityOf } from './file-rule-content.ts';
import type { TypesPair } from './types-pair.ts';

/** Reports changes of the rules of a file, and of the values that they compare. */
export function compareFileRules(pair: TypesPair, report: ReportChange): void {
  const [olds, news] = [pair.old.spec.fileRules ?? [], pair.new.spec.fileRules ?? []];
  const originals = new Map(olds.map((rule) => [renameReferences(rule, pair), rule]));
  const kindOf = ({ ruleType }: FileRule) => ruleType;
  const { pairs, removed, added } = matchRules([...originals.keys()], news, { kindOf, contentOf });
  for (const rule of removed) reportRemoved(originals.get(rule) ?? rule, olds, { pair, report });
  for (const { old, now } of pairs) {
    const original = originals.get(old) ?? old;
    compareRule({ old, now, original, pointer: pointerTo('fileRules', news.indexOf(now)) }, { pair, report });
  }
  for (const rule of added) reportAdded(rule, news, { pair, report });
}

interface Context {
  readonly pair: TypesPair;
  readonly report: ReportChange;
}

function reportRemoved(rule: FileRule, rules: readonly FileRule[], { pair, report }: Context): void {
  const params = { by: nameOf(rule), asks: describeFileRule(rule) };
  const pointer = pointerTo('fileRules', rules.indexOf(rule));
  report('file_rule_removed', 'verdict', params, { grade: 'compatible', side: pair.old, pointer, before: rule });
}

function reportAdded(rule: FileRule, rules: readonly FileRule[], { pair, report }: Context): void {
  const params = { by: nameOf(rule), asks: describeFileRule(rule), severity: severityOf(rule) };
  const pointer = pointerTo('fileRules', rules.indexOf(rule));
  report('file_rule_added', 'verdict', params, { grade: 'breaking', side: pair.new, pointer, after: rule });
}

/** A rule that both states have. */
interface KeptRule {
  /** The old rule with the new names of types and fields, and as its author wrote it. */
  readonly old: FileRule;
  readonly original: FileRule;
  readonly now: FileRule;
  readonly pointer: string;
}

function compareRule(rule: KeptRule, { pair, report }: Context): void {
  const { old, original, now, pointer } = rule;
  const by = nameOf(now);
  const facts: ChangeFacts = { grade: 'neutral', side: pair.new, pointer };
  if (old.ruleId !== now.ruleId) {
    const ids = { before: old.ruleId, after: now.ruleId };
    report('file_rule_renamed', 'verdict', ids, { ...facts, pointer: `${pointer}/ruleId`, ...ids });
  }
  if (!isSame(contentOf(old), contentOf(now))) {
    const params = { by, before: describeFileRule(original), after: describeFileRule(now) };
    report('file_rule_changed', 'verdict', params, {
      ...facts,
      grade: gradeOf(old, now),
      before: original,
      after: now,
    });
  } else reportValues(rule, { pair, report });
  const [before, after] = [severityOf(old), severityOf(now)];
  if (before !== after) {
    const grade = verdictOf(after) > verdictOf(before) ? 'breaking' : 'compatible';
    report('file_rule_severity_changed', 'verdict', { by, before, after }, { ...facts, grade, before, after });
  }
  if (old.message !== now.message)
    report('file_rule_message_changed', 'verdict', { by }, { ...facts, before: old.message, after: now.message });
}

/** A wider range, and more fields whose values must not all be the same, break no file that was valid. */
function gradeOf(old: FileRule, now: FileRule): Grade {
  if (old.ruleType === 'COUNT_RANGE' && now.ruleType === 'COUNT_RANGE') {
    const [was, is] = [readRange(old.value), readRange(now.value)];
    const isSameCount = isSame({ ...contentOf(old), value: '' }, { ...contentOf(now), value: '' });
    return isSameCount && is.min <= was.min && is.max >= was.max ? 'compatible' : 'breaking';
  }
  if (old.ruleType === 'UNIQUE' && now.ruleType === 'UNIQUE')
    return old.of.every((path) => now.of.includes(path)) ? 'compatible' : 'breaking';
  return 'breaking';
}

/** Reports the fields of an unchanged rule whose values may differ from their old ones in the same file. */
function reportValues({ now, pointer }: KeptRule, { pair, report }: Context): void {
  for (const path of fieldsOf(now)) {
    const [type = '', field = ''] = path.split('.');
    const kept = pair.kept.find((one) => one.new.type.name === type);
    if (kept === undefined || !areValuesChanged(field, kept.contents)) continue;
    const params = { by: nameOf(now), field: path };
    report('file_rule_values_changed', 'verdict', params, { grade: 'breaking', side: pair.new, pointer });
  }
}

function nameOf({ ruleId }: FileRule): string {
  return `rule ${quoted(ruleId)}`;
}
