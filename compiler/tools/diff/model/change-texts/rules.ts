import { quoted } from '../../../../diagnostics/messages/text.ts';
import {
  ALREADY_AN_ISSUE,
  instance,
  type ChangeTexts,
  type Changed,
  type Named,
  type OfRule,
  type WithExample,
} from './params.ts';

/** The messages of changes of corrections, rules and `sensitive`. */
export const ruleTexts = {
  correction_added: { verdict: (p: OfRule & { does: string }) => `${p.by} is new: ${quoted(p.field)} is ${p.does}` },
  correction_removed: {
    verdict: (p: OfRule & { does: string }) => `${p.by} was removed: ${quoted(p.field)} is no longer ${p.does}`,
  },
  correction_changed: {
    verdict: (p: OfRule & Changed) => `${p.by}: ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  correction_renamed: {
    verdict: (p: Changed) => `the correction ${quoted(p.before)} is renamed to ${quoted(p.after)}`,
  },
  corrections_reordered: { verdict: (p: Named) => `the corrections of ${quoted(p.field)} run in a different order` },

  // Changes of rules.
  rule_added: {
    verdict: (p: OfRule & WithExample & { asks: string; severity: string; isCovered: boolean }) =>
      `${p.by} is new: ${quoted(p.field)} must ${p.asks} (${p.severity})${p.isCovered ? ALREADY_AN_ISSUE : instance(p)}`,
  },
  rule_removed: {
    verdict: (p: OfRule & { asks: string }) => `${p.by} was removed: ${quoted(p.field)} need not ${p.asks}`,
  },
  rule_operand_changed: {
    verdict: (p: OfRule & Changed & WithExample) =>
      `${p.by}: ${quoted(p.field)} must ${p.after}; previously it had to ${p.before}${instance(p)}`,
  },
  rule_severity_raised: {
    verdict: (p: OfRule & Changed & { isCovered: boolean }) =>
      `${p.by} of ${quoted(p.field)} is ${p.after} instead of ${p.before}${p.isCovered ? ALREADY_AN_ISSUE : ''}`,
  },
  rule_severity_lowered: {
    verdict: (p: OfRule & Changed) => `${p.by} of ${quoted(p.field)} is ${p.after} instead of ${p.before}`,
  },
  rule_message_changed: { verdict: (p: OfRule) => `${p.by} of ${quoted(p.field)} has a different message` },
  rule_renamed: { verdict: (p: Changed) => `the rule ${quoted(p.before)} is renamed to ${quoted(p.after)} in issues` },
  rule_condition_changed: {
    verdict: (p: OfRule & Changed) => `${p.by} of ${quoted(p.field)} is checked ${p.after}; previously ${p.before}`,
  },
  related_values_changed: {
    verdict: (p: OfRule & { related: string }) =>
      `${p.by} of ${quoted(p.field)} depends on ${quoted(p.related)}, whose values are read differently now`,
  },
  reference_table_changed: {
    verdict: (p: Changed & { table: string; part: 'key' | 'file' | null }) =>
      p.part === null
        ? `the reference table ${quoted(p.table)} has other content`
        : `the ${p.part} of the reference table ${quoted(p.table)} is ${quoted(p.after)} instead of ${quoted(p.before)}`,
  },
  rules_reordered: { verdict: (p: Named) => `issues of ${quoted(p.field)} are reported in a different order` },
  sensitive_added: {
    verdict: (p: Named) => `values of ${quoted(p.field)} no longer appear in results, logs or pages`,
  },
  sensitive_removed: {
    verdict: (p: Named) => `values of ${quoted(p.field)} now appear in results, logs and pages`,
  },
} satisfies ChangeTexts;
