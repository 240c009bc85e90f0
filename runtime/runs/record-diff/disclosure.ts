import type { MessageMember } from '../../../compiler/formats.ts';
import type { ShownFields } from '../../../compiler/index.ts';
import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import type { RecordSnapshot } from './record-snapshot.ts';

/**
 * A value in a report. A text is cut after 200 code points. A masked value is replaced by its length in code points.
 */
export type ShownValue = string | null | { readonly masked: true; readonly length: number };

/** What a report may show of one record: values, cut values, or only their lengths. */
export interface Disclosure {
  readonly fields: ShownFields;
  /**
   * Whether every value of the record is masked, because any field could contain a value of a sensitive field. This is
   * true if `fields.isFullyMasked`. It is also true if a field is sensitive and the record has an issue that concerns
   * no single field, for example a wrong number of columns.
   */
  readonly hidesAll: boolean;
}

/** The version of a spec to which a value belongs. */
export type SideName = 'old' | 'new';

const MAX_CHARACTERS = 200;
const MAX_ISSUES = 20;

/**
 * Determines which values of a record a report may show. `snapshots` are the snapshots of the record in the versions
 * that find it.
 */
export function createDisclosure(fields: ShownFields, snapshots: readonly (RecordSnapshot | null)[]): Disclosure {
  const isBroken = snapshots.some((snapshot) => snapshot?.issues.some(({ field }) => field === null));
  return { fields, hidesAll: fields.isFullyMasked || (fields.hasSensitive && isBroken) };
}

/**
 * Returns the value of a field as a report may show it: complete, cut or masked. Null remains null. `field` is the name
 * of the field in the version `side`.
 */
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
 * Returns the first 20 issues at most, with their texts masked if necessary: the value, the cell as sent, and the values
 * that the expression of a rule reads. The module has already masked the fields that are sensitive in its own version.
 * This function also masks those that are sensitive only in the other version.
 */
export function showIssues(issues: readonly Issue[], side: SideName, { fields, hidesAll }: Disclosure): Issue[] {
  const isHidden = (field: string | null): boolean => hidesAll || fields.masked[side].has(field ?? '');
  return issues.slice(0, MAX_ISSUES).map((issue) => {
    const shown = isHidden(issue.field) ? withoutTexts(issue) : issue;
    if (shown.fields === undefined) return shown;
    return { ...shown, fields: shown.fields.map((one) => (isHidden(one.field) ? withoutValue(one) : one)) };
  });
}

function withoutTexts(issue: Issue): Issue {
  const { original, ...rest } = issue;
  const shown = withoutValue(rest);
  if (typeof original !== 'string') return shown;
  const originalLength = [...original].length;
  // An empty cell has a value of null, and its length is 0.
  return { ...shown, masked: true, length: shown.length ?? 0, originalLength };
}

function withoutValue<Shown extends Pick<Issue, 'value' | 'masked' | 'length'>>(shown: Shown): Shown {
  const { value, ...rest } = shown;
  return typeof value === 'string' ? { ...(rest as Shown), masked: true, length: [...value].length } : shown;
}

/**
 * Returns members of an event as the text of a JSON object. Values are cut or masked if necessary; a masked one becomes
 * `{"masked":true,"length":N}`.
 */
export function showEvent(event: ReadonlyMap<string, MessageMember>, side: SideName, disclosure: Disclosure): string {
  const members = [...event.values()].map(({ name, text, value }) => {
    const inside = value === null ? null : maskInside(text, value, side, disclosure);
    const shown = showValue(inside, name, side, disclosure);
    const isMasked = shown === inside && shown !== value;
    return `${JSON.stringify(name)}:${shown === value ? text : isMasked ? shown : JSON.stringify(shown)}`;
  });
  return `{${members.join(',')}}`;
}

/** A string, with the colon after it if it is a name, or what is between two strings. */
const TOKENS = /"(?:[^"\\]|\\.)*"(:?)|[^"]+/g;

/** Masks values of sensitive fields inside of a member that has records (`as`): all of them are texts or other scalars. */
function maskInside(text: string, value: string, side: SideName, { fields }: Disclosure): string {
  const masked = fields.masked[side];
  if (!/^[[{]/.test(text) || masked.size === 0) return value;
  let isHidden = false;
  return text.replaceAll(TOKENS, (token: string, colon: string | undefined) => {
    const hides = isHidden;
    isHidden = colon === ':' && masked.has(String(JSON.parse(token.slice(0, -1))));
    if (!hides) return token;
    if (token.startsWith('"')) return JSON.stringify(mask(String(JSON.parse(token))));
    return token.replace(/^[^,\]}]+/, (scalar) => (scalar === 'null' ? scalar : JSON.stringify(mask(scalar))));
  });
}

/**
 * Returns a message key as a report may show it: complete, cut or masked. Null remains null. `isMasked`: whether to
 * mask the key.
 */
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
