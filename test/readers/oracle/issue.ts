import type { Issue, Severity } from '../../../compiler/kernel/model/contract.ts';
import { countCodePoints } from './blanks.ts';
import type { Field, Rule } from './spec.ts';

interface Wrong {
  field: Field;
  severity: Severity;
  text: string | null;
  hidden: boolean;
  rule?: Rule;
}

/** Creates an issue. Its message is empty unless the spec defines one. */
export function createIssue(code: string, { field, severity, text, hidden, rule }: Wrong): Issue {
  const issue = {
    severity,
    code,
    ruleId: rule?.ruleId ?? null,
    field: field.name,
    column: field.fromLine === null ? field.column : null,
    message: rule?.message ?? '',
  };
  if (text === null) return { ...issue, value: null };
  if (hidden) return { ...issue, masked: true, length: countCodePoints(text) };
  return { ...issue, value: [...text].slice(0, 200).join('') };
}
