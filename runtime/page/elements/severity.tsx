import type { Severity } from '../../../compiler/kernel/model/contract.ts';

/** The word of each severity: what it means for the record. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  FATAL: 'rejected',
  ERROR: 'error',
  WARNING: 'warning',
};

/** The severity of an issue as a coloured word. */
export function SeverityTag({ severity }: { severity: Severity }) {
  return <span class={`severity ${severity}`}>{SEVERITY_WORDS[severity]}</span>;
}
