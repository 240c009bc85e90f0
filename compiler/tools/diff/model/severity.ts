import type { Severity, StructureSetting } from '../../../pipeline/1-read/spec-shape.ts';

/** A verdict as a comparable number: 0 none, 1 WARNING, 2 ERROR, 3 FATAL. */
export type Verdict = 0 | 1 | 2 | 3;

const verdicts: Readonly<Record<StructureSetting, Verdict>> = { IGNORE: 0, WARNING: 1, ERROR: 2, FATAL: 3 };

/** Returns the verdict of a severity. */
export function verdictOf(severity: Severity | StructureSetting): Verdict {
  return verdicts[severity];
}

/** Returns the worst verdict of a list, or 0 for an empty list. */
export function worstOf(found: readonly Verdict[]): Verdict {
  return found.reduce<Verdict>((worst, verdict) => (verdict > worst ? verdict : worst), 0);
}
