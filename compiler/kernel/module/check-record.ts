import type { Issue } from '../model/contract.ts';
import { todayUtc } from '../dates/calendar.ts';
import { toDecimal, toInteger } from '../values/number.ts';
import { RecordReport } from '../model/record-report.ts';

/**
 * `check` of a plain object: its members as the values that rules judge. undefined: not of the type.
 * Numbers are digits; a double counts where it has digits without an exponent.
 */

/** Judges an object by a module's fields. What is no object breaks its only rule. */
export function checkRecord(
  value: unknown,
  judge: (member: (name: string) => unknown, record: RecordReport) => void,
): Issue[] {
  const report = new RecordReport({
    today: todayUtc(),
    maxRecordBytes: Infinity,
    skipInvalidRecords: false,
    veilsBrokenRecords: false,
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    report.addStructure('FATAL', 'TYPE_MISMATCH', 'a record must be an object');
  else judge((name) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null), report);
  return report.takeIssues();
}

export function givenText(given: unknown): string | null | undefined {
  return given === undefined || given === null ? null : typeof given === 'string' ? given : undefined;
}

export function givenInteger(given: unknown): string | null | undefined {
  return given === undefined || given === null ? null : (toInteger(digitsOf(given)) ?? undefined);
}

export function givenDecimal(given: unknown): string | null | undefined {
  return given === undefined || given === null ? null : (toDecimal(digitsOf(given), '.') ?? undefined);
}

export function givenBoolean(given: unknown): boolean | null | undefined {
  return given === undefined || given === null ? null : typeof given === 'boolean' ? given : undefined;
}

/** A text whose day the module can tell. */
export function givenDate(given: unknown, dayOf: (text: string) => number): string | null | undefined {
  if (given === undefined || given === null) return null;
  return typeof given === 'string' && !Number.isNaN(dayOf(given)) ? given : undefined;
}

/** What an issue tells of a member that is not of its type. */
export function textOfGiven(given: unknown): string {
  return typeof given === 'string' ? given : typeof given === 'object' ? 'an object' : String(given);
}

function digitsOf(given: unknown): string {
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'bigint' ? String(given) : '';
}
