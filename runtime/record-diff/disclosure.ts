import type { ShownFields } from '../../compiler/index.ts';
import type { Issue } from '../../compiler/kernel/model/contract.ts';
import { membersOf, textOf } from './event-members.ts';
import type { RecordSnapshot } from './record-snapshot.ts';

/** A value as a report may show it: cut at 200 code points, or only how long it is. */
export type ShownValue = string | null | { readonly masked: true; readonly length: number };

/** Which values of two sights of one record may be shown. */
export interface Disclosure {
  readonly fields: ShownFields;
  /** Whether no value is: columns have moved, or the structure of the record is broken, and a field is sensitive. */
  readonly hidesAll: boolean;
}

export type SideName = 'old' | 'new';

const MAX_CHARACTERS = 200;
const MAX_ISSUES = 20;

export function createDisclosure(fields: ShownFields, snapshots: readonly (RecordSnapshot | null)[]): Disclosure {
  const isBroken = snapshots.some((snapshot) => snapshot?.issues.some(({ field }) => field === null));
  return { fields, hidesAll: fields.isVeiled || (fields.hasSensitive && isBroken) };
}

/** The value of a field. */
export function showValue(
  text: string | null,
  field: string,
  side: SideName,
  { fields, hidesAll }: Disclosure,
): ShownValue {
  if (text === null) return null;
  return hidesAll || fields.masked[side].has(field) ? mask(text) : truncate(text);
}

/** Issues with the values that they may tell; the module masks its own sensitive fields, and here are those of the other state. */
export function showIssues(issues: readonly Issue[], side: SideName, disclosure: Disclosure): Issue[] {
  return issues.slice(0, MAX_ISSUES).map((issue) => {
    const { value, ...rest } = issue;
    if (typeof value !== 'string') return issue;
    const shown = showValue(value, issue.field ?? '', side, disclosure);
    return typeof shown === 'object' && shown !== null ? { ...rest, ...shown } : issue;
  });
}

/** An event as JSON, the hidden values as what is told of them. */
export function showEvent(event: string, side: SideName, disclosure: Disclosure): string {
  const members = [...membersOf(event)].map(([name, token]) => {
    const text = textOf(token);
    const shown = showValue(text, name, side, disclosure);
    return `${JSON.stringify(name)}:${shown === text ? token : JSON.stringify(shown)}`;
  });
  return `{${members.join(',')}}`;
}

/** A key is made of values: where one of them is hidden, it is. */
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
