import type { Failure, Warning, WarningSeverities, WarningSeverity } from './contract.ts';

/** The severities of warnings that differ from WARNING if the spec does not set them. */
const DEFAULTS: WarningSeverities = { ENCODING_SUSPECT: 'FATAL' };

/** Returns the severity of a warning of a run. `severities`: the key `runWarnings` of the spec. */
export function severityOfWarning(code: string, severities: WarningSeverities | undefined): WarningSeverity {
  return severities?.[code] ?? DEFAULTS[code] ?? 'WARNING';
}

/** Returns whether a spec makes a warning FATAL that the records of its source may cause. */
export function hasFatalWarning(severities: WarningSeverities | undefined): boolean {
  return severities !== undefined && Object.values(severities).includes('FATAL');
}

/** What remains of the warnings of a run after their severities are applied. */
export interface JudgedWarnings {
  /** The warnings of the severity WARNING. */
  warnings: Warning[];
  /** The failure of the run if a warning is FATAL. Otherwise null. */
  failure: Failure | null;
}

/** Applies the severities of a spec to warnings: omits those with IGNORE, and turns the first FATAL one into a failure. */
export function judgeWarnings(warnings: readonly Warning[], severities: WarningSeverities | undefined): JudgedWarnings {
  const judged: JudgedWarnings = { warnings: [], failure: null };
  for (const warning of warnings) {
    const severity = severityOfWarning(warning.code, severities);
    if (severity === 'WARNING') judged.warnings.push(warning);
    if (severity === 'FATAL') judged.failure ??= { code: warning.code, message: warning.message };
  }
  return judged;
}

/**
 * Appends warnings to a list. A warning with a `count` is added to the count of the listed one with the same code and
 * message. A warning without one is listed once for each path.
 */
export function appendWarnings(list: Warning[], added: readonly Warning[]): void {
  for (const warning of added) {
    const { code, message, count, path } = warning;
    const isSingle = count === undefined && path === undefined;
    const known = isSingle ? -1 : list.findIndex((one) => one.code === code && one.message === message);
    const listed = list[known];
    if (listed === undefined) list.push(warning);
    else if (count !== undefined) list[known] = { ...listed, count: (listed.count ?? 0) + count };
  }
}
