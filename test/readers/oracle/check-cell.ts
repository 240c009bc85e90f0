import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import { applyCorrection } from './corrections.ts';
import { createIssue } from './issue.ts';
import { isRelation } from './relations.ts';
import { violates } from './rules.ts';
import type { Field, Rule, Spec } from './spec.ts';
import { readAsType } from './types.ts';

/** The result for one cell: its value as text, its issues, and whether a correction changed it. */
export interface CellResult {
  value: string | null;
  issues: Issue[];
  corrected: boolean;
}

export interface CellContext {
  spec: Spec;
  /** An ISO date. */
  today: string;
  /** Whether issues must not contain values. */
  hidden: boolean;
}

/** Processes one cell (null: missing) with steps 2 to 5: null values, corrections, type, rules. */
export function checkCell(cell: string | null, field: Field, { spec, today, hidden }: CellContext): CellResult {
  const fixed = correctAll(orNull(cell, spec), field, spec.maxRecordBytes);
  const { corrected } = fixed;
  if (fixed.tooLong !== null) {
    const issue = createIssue('VALUE_TOO_LONG', { field, severity: 'ERROR', text: fixed.tooLong, hidden: true });
    // Its value is null. If a message must not contain null, the record must fail.
    const required = listRules(field, spec).filter(({ kind }) => kind === 'REQUIRED');
    const due = required.some(({ severity }) => severity === 'FATAL') ? required : [];
    const missing = due.map((rule) =>
      createIssue('REQUIRED', { field, severity: rule.severity, text: null, hidden, rule }),
    );
    return { value: null, issues: [issue, ...missing], corrected };
  }
  const text = fixed.isMismatch ? fixed.text : orNull(fixed.text, spec);
  const value = fixed.isMismatch ? undefined : text === null ? null : readAsType(text, field);
  if (value === undefined)
    return {
      value: null,
      issues: [createIssue('TYPE_MISMATCH', { field, severity: spec.onTypeMismatch, text, hidden })],
      corrected,
    };
  const issues = listRules(field, spec)
    .filter((rule) => violates(value, rule, { field, today }))
    .map((rule) => createIssue(rule.kind, { field, severity: rule.severity, text: value, hidden, rule }));
  return { value, issues, corrected };
}

function orNull(text: string | null, spec: Spec): string | null {
  return text === null || spec.nullValues.includes(text) ? null : text;
}

interface Corrected {
  /** The text after all corrections. */
  text: string | null;
  /** The text that became too long, or the text whose replacement would; null if there is none. */
  tooLong: string | null;
  /** Whether COERCE_DATE rejected the text. */
  isMismatch: boolean;
  corrected: boolean;
}

function correctAll(cell: string | null, field: Field, limit: number): Corrected {
  let text = cell;
  let corrected = false;
  for (const correction of field.corrections) {
    const changed = applyCorrection(text, correction);
    if (changed === undefined) return { text, tooLong: null, isMismatch: true, corrected };
    if (correction.kind === 'REGEX_REPLACE' && isLonger(changed, limit))
      return { text, tooLong: text, isMismatch: false, corrected };
    corrected ||= changed !== text;
    text = changed;
  }
  const grew = field.corrections.some(({ kind }) => kind !== 'TRIM') && isLonger(text, limit);
  return { text, tooLong: grew ? text : null, isMismatch: false, corrected };
}

function isLonger(text: string | null, limit: number): boolean {
  return text !== null && Buffer.byteLength(text, 'utf8') > limit;
}

function listRules(field: Field, spec: Spec): Rule[] {
  const required: Rule = {
    ruleId: `required:${field.name}`,
    kind: 'REQUIRED',
    severity: spec.onMissingRequired,
    message: '',
    value: '',
    operand: () => '',
    when: null,
    list: [],
  };
  const own = field.rules.filter((rule) => !isRelation(rule));
  return field.required ? [required, ...own] : own;
}
