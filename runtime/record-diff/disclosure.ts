import type { ShownFields } from '../../compiler/index.ts';
import type { Issue } from '../../compiler/kernel/model/contract.ts';
import { textOf } from './event-members.ts';
import type { RecordSnapshot } from './record-snapshot.ts';

/** A value in a report: cut at 200 code points, or masked. */
export type ShownValue = string | null | { readonly masked: true; readonly length: number };

/** Which values of a record a report may show. */
export interface Disclosure {
  readonly fields: ShownFields;
  /**
   * True if a field is sensitive, and columns were moved or the structure of the record is broken. Then every value is
   * masked.
   */
  readonly hidesAll: boolean;
}

/** The version of a spec that a value belongs to. */
export type SideName = 'old' | 'new';

const MAX_CHARACTERS = 200;
const MAX_ISSUES = 20;

/** Decides which values of a record may be shown. `snapshots` are the record in each version; null if a version lacks it. */
export function createDisclosure(fields: ShownFields, snapshots: readonly (RecordSnapshot | null)[]): Disclosure {
  const isBroken = snapshots.some((snapshot) => snapshot?.issues.some(({ field }) => field === null));
  return { fields, hidesAll: fields.isFullyMasked || (fields.hasSensitive && isBroken) };
}

/** Returns the value of a field as a report may show it. */
export function showValue(
  text: string | null,
  field: string,
  side: SideName,
  { fields, hidesAll }: Disclosure,
): ShownValue {
  if (text === null) return null;
  return hidesAll || fields.masked[side].has(field) ? mask(text) : truncate(text);
}

/**
 * Returns issues with their values masked where needed. The module masks its own sensitive fields; this masks those of
 * the other version.
 */
export function showIssues(issues: readonly Issue[], side: SideName, disclosure: Disclosure): Issue[] {
  return issues.slice(0, MAX_ISSUES).map((issue) => {
    const { value, ...rest } = issue;
    if (typeof value !== 'string') return issue;
    const shown = showValue(value, issue.field ?? '', side, disclosure);
    return typeof shown === 'object' && shown !== null ? { ...rest, ...shown } : issue;
  });
}

/** Returns members of an event as JSON with their values masked where needed. */
export function showEvent(event: ReadonlyMap<string, string>, side: SideName, disclosure: Disclosure): string {
  const members = [...event].map(([name, token]) => {
    const text = textOf(token);
    const shown = showValue(text, name, side, disclosure);
    return `${JSON.stringify(name)}:${shown === text ? token : JSON.stringify(shown)}`;
  });
  return `{${members.join(',')}}`;
}

/** Returns a message key. It is masked if one of its values is. */
export function showKey(key: string | null, isMasked: boolean): ShownValue {
  return key === null ? null : isMasked ? mask(key) : truncate(key);
}

function mask(text: string): ShownValue {
  return { masked: true, length: [...text].length };
}

function truncate(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS + 2)];
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : text;
}
