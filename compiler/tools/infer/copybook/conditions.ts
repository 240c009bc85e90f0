import { idOf } from '../column/rule-id.ts';
import type { ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { Content } from './content.ts';
import type { Condition, ConditionValue } from './entry.ts';

/** The rules of a field from its levels 88, and what they could not become. */
export interface ConditionRules {
  readonly rules: readonly ValidationRule[];
  readonly note: string | null;
}

/** More values are no list that people read. */
const MAX_VALUES = 500;

/**
 * Returns the rule for the levels 88 of a field: ALLOWED_VALUES with all of their values, or the bounds of one range. No
 * rule if a value cannot be written in a spec, because the list would not be complete.
 */
export function rulesOf(field: string, content: Content, conditions: readonly Condition[]): ConditionRules {
  if (conditions.length === 0 || content.kind === 'UNREAD') return { rules: [], note: null };
  const common = { field, severity: 'WARNING' as const };
  const all = conditions.flatMap(({ values }) => values);
  const [only] = all;
  if (all.length === 1 && only !== undefined && only.to !== null && content.kind === 'NUMBER') {
    const [from, to] = [plainNumber(only.value), plainNumber(only.to)];
    if (from !== null && to !== null)
      return {
        rules: [
          { ruleId: `${idOf(field)}-from`, ...common, ruleType: 'MIN_VALUE', value: from },
          { ruleId: `${idOf(field)}-to`, ...common, ruleType: 'MAX_VALUE', value: to },
        ],
        note: null,
      };
  }
  const texts = new Set<string>();
  for (const value of all) {
    const some = textsOf(value, content);
    if (some === null || texts.size > MAX_VALUES) return { rules: [], note: describe(conditions) };
    for (const text of some) texts.add(text);
  }
  const values = [...texts];
  if (values.length === 0) return { rules: [], note: describe(conditions) };
  return {
    rules: [{ ruleId: `${idOf(field)}-values`, ...common, ruleType: 'ALLOWED_VALUES', value: values }],
    note: null,
  };
}

/** Returns the texts of a value as the field has them. Empty if it is null; null if it cannot be written in a spec. */
function textsOf({ value, to, isFigurative }: ConditionValue, content: Content): string[] | null {
  if (isFigurative && to === null) return figurative(value, content);
  if (isFigurative || /^X'/.test(value)) return null;
  if (to !== null) return rangeOf(value, to, content);
  if (content.kind !== 'NUMBER') return value.trim() === '' ? [] : [value.trimEnd()];
  const number = plainNumber(value);
  return number === null ? null : [number];
}

function figurative(word: string, content: Content): string[] | null {
  if (/^SPACES?$/.test(word)) return [];
  return /^ZERO(?:E?S)?$/.test(word) ? [content.kind === 'NUMBER' ? '0' : '0'.repeat(content.length)] : null;
}

/** Characters that follow each other in EBCDIC and in ASCII. */
const BLOCKS = ['ABCDEFGHI', 'JKLMNOPQR', 'STUVWXYZ', '0123456789', 'abcdefghi', 'jklmnopqr', 'stuvwxyz'];

function rangeOf(from: string, to: string, content: Content): string[] | null {
  if (content.kind !== 'NUMBER' || content.scale !== 0) {
    const block =
      content.kind === 'TEXT' && content.length === 1 ? BLOCKS.find((one) => one.includes(from)) : undefined;
    const end = block?.indexOf(to) ?? -1;
    return from.length !== 1 || to.length !== 1 || end < 0
      ? null
      : [...(block ?? '').slice(block?.indexOf(from), end + 1)];
  }
  const [first, last] = [Number(plainNumber(from)), Number(plainNumber(to))];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last - first >= MAX_VALUES) return null;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => String(first + at));
}

/** Returns a number as specs write it, or null if the text is none. */
function plainNumber(text: string): string | null {
  const {
    sign = '',
    whole = '',
    decimals,
  } = /^\s*(?<sign>[-+]?)(?<whole>\d*)(?:\.(?<decimals>\d+))?\s*$/.exec(text)?.groups ?? {};
  if (whole === '' && decimals === undefined) return null;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${digits}${decimals === undefined ? '' : `.${decimals}`}`;
}

function describe(conditions: readonly Condition[]): string {
  const all = conditions.map(({ name, values }) => `${name} ${values.map(toText).join(', ')}`);
  return `no rule for the levels 88: ${all.join('; ')}`;
}

function toText({ value, to }: ConditionValue): string {
  return to === null ? value : `${value} to ${to}`;
}
