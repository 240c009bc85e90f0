import type { Severity, StructureSetting } from '../1-read/spec-shape.ts';

/** A verdict as a number, so that verdicts compare: 0 none, 1 WARNING, 2 ERROR, 3 FATAL. */
export type Verdict = 0 | 1 | 2 | 3;

const verdicts: Readonly<Record<StructureSetting, Verdict>> = { IGNORE: 0, WARNING: 1, ERROR: 2, FATAL: 3 };

/** The verdict that a severity gives. */
export function verdictOf(severity: Severity | StructureSetting): Verdict {
  return verdicts[severity];
}

/** The worst of some verdicts; none where there are none. */
export function worstOf(found: readonly Verdict[]): Verdict {
  return found.reduce<Verdict>((worst, verdict) => (verdict > worst ? verdict : worst), 0);
}
