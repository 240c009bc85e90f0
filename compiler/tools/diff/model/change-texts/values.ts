import { quoted } from '../../../../diagnostics/messages/text.ts';
import { instance, type ChangeTexts, type Changed, type Named, type WithExample } from './params.ts';

/** The messages of changes of the texts that a field accepts. */
export const valueTexts = {
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
