import { fieldTexts } from './fields.ts';
import { type ChangeTexts, instance, type Changed, type Named, type WithExample } from './params.ts';
import { recordTypeTexts } from './record-types.ts';
import { recordTexts } from './records.ts';
import { ruleTexts } from './rules.ts';
import { quoted } from '../../../../diagnostics/messages/text.ts';

/** The messages of changes of the texts that a field accepts. */
const valueTexts = {
  type_changed: {
    message: (p: Named & Changed) => `${quoted(p.field)} is ${p.after} instead of ${p.before} in events`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  date_format_changed: {
    message: (p: Named & Changed) =>
      `dates of ${quoted(p.field)} are written as ${p.after} instead of ${p.before} in events`,
    verdict: (p: Named & Changed & WithExample) =>
      `dates of ${quoted(p.field)} are read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  number_format_changed: {
    input: (p: Named & Changed) =>
      `the same text of ${quoted(p.field)} can mean a different number: ${p.after} instead of ${p.before}`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  boolean_values_changed: {
    input: (p: Named & { text: string }) => `${quoted(p.text)} means the opposite for ${quoted(p.field)}`,
    verdict: (p: Named & Changed & WithExample) =>
      `${quoted(p.field)} is read as ${p.after} instead of ${p.before}${instance(p)}`,
  },
  on_type_mismatch_changed: {
    verdict: (p: Changed) => `a text that is not of its field's type is ${p.after} instead of ${p.before}`,
  },
  on_missing_required_changed: {
    verdict: (p: Changed) => `null in a field with "required: true" is ${p.after} instead of ${p.before}`,
  },
  null_value_added: {
    verdict: (p: { value: string; field: string | null }) =>
      `${quoted(p.value)} now means null${p.field === null ? '' : `, which is a worse verdict for ${quoted(p.field)}`}`,
  },
  null_value_removed: {
    verdict: (p: { value: string; field: string | null }) =>
      `${quoted(p.value)} no longer means null${p.field === null ? '' : `, which is a worse verdict for ${quoted(p.field)}`}`,
  },
} satisfies ChangeTexts;

/**
 * Every kind of change: its code, the axes on which it can be reported, and a message function for each axis. A code is
 * an API: it is never renamed or reused. A message is one sentence in lower case, without a full stop.
 */
export const changeTexts = {
  ...recordTexts,
  ...fieldTexts,
  ...valueTexts,
  ...ruleTexts,
  ...recordTypeTexts,
} satisfies ChangeTexts;

/** The code of a kind of change. */
export type ChangeCode = keyof typeof changeTexts;
/** The axes on which a code can be reported. */
export type ChangeAxis<C extends ChangeCode> = keyof (typeof changeTexts)[C] & ('input' | 'message' | 'verdict');
/** The parameters of a code's message on an axis. */
export type ChangeParams<C extends ChangeCode, A extends ChangeAxis<C>> = (typeof changeTexts)[C][A] extends (
  params: infer P,
) => string
  ? P
  : (typeof changeTexts)[C][A] extends () => string
    ? Record<never, never>
    : never;
