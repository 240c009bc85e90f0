import type { ByteCorrection } from '../../emitting/bytes/byte-form.ts';
import { type Code, code, commentText, join, literal, name as nameOf } from '../../emitting/code/literal.ts';
import { pointerTo } from '../../diagnostics/pointer.ts';
import { isBlank, utf8Length } from '../../kernel/values/text.ts';
import { toJsonBytes } from '../../kernel/fast/json-bytes.ts';
import { choice, optional, record, required, text as textShape } from '../shape/create-shape.ts';
import { allTypes, typeKinds } from '../types/type-kinds.ts';
import { type CorrectionContext, createCorrectionKind, TYPE_MISMATCH } from './correction-kind.ts';

/** What happens to a text that is no code of the mapping. */
type Otherwise = 'KEEP' | 'NULL' | 'ISSUE';

interface MapPlan {
  /** Each code, and the text that replaces it. */
  readonly codes: readonly (readonly [string, string])[];
  readonly otherwise: Otherwise;
}

/** A mapping with more codes is hard to review. */
const MAX_CODES = 200;
/** The number of codes that messages and sentences list. */
const LISTED = 10;
/** The fast reader writes texts of at most this many bytes. */
const MAX_BYTES = 256;

/** MAP: replaces codes by other texts. Codes are compared exactly. */
export const map = createCorrectionKind({
  correctionType: 'MAP',
  otherKeys: ['mapping', 'translate', 'codes'],
  types: allTypes,
  doc: 'Replaces codes by other texts. Codes are compared exactly.',
  operands: {
    values: required(
      record('Each code, and the text that replaces it: `{ S: debit, H: credit }`.', textShape('A text.')),
    ),
    otherwise: optional(
      choice(
        'What happens to a text that is no code: it stays (`KEEP`), it becomes null (`NULL`), or it is the issue TYPE_MISMATCH, which lists up to ten codes (`ISSUE`, the default). With NULL and ISSUE, a blank text is null.',
        ['KEEP', 'NULL', 'ISSUE'],
      ),
    ),
  },
  grows: true,
  check({ values }, context) {
    const { pointer, by, report } = context;
    const codes = Object.entries(values);
    if (codes.length === 0) report('too_few_items', `${pointer}/values`, { min: 1, found: 0 });
    if (codes.length > MAX_CODES)
      report('many_codes', `${pointer}/values`, { by, found: codes.length, max: MAX_CODES });
    // If other corrections follow, they change the texts, so their final form is unknown here.
    if (context.isLast) for (const [key, text] of codes) checkText(key, text, context);
  },
  plan: ({ values, otherwise }): MapPlan => ({ codes: Object.entries(values), otherwise: otherwise ?? 'ISSUE' }),
  sentence({ codes, otherwise }) {
    const listed = codes.slice(0, LISTED).map(([key, text]) => `${JSON.stringify(key)} to ${JSON.stringify(text)}`);
    const rest = codes.length > LISTED ? ` and ${codes.length - LISTED} more` : '';
    return `mapped (${listed.join(', ')}${rest}), other texts ${OTHERS[otherwise]}`;
  },
  mismatch({ codes, otherwise }) {
    if (otherwise !== 'ISSUE') return null;
    const listed = codes.slice(0, LISTED).map(([key]) => key);
    const rest = codes.length > LISTED ? ` or one of ${codes.length - LISTED} more codes` : '';
    return `must be one of the codes ${listed.join(', ')}${rest}`;
  },
  differsOn(old, now) {
    if ((old.otherwise ?? 'ISSUE') !== (now.otherwise ?? 'ISSUE')) return null;
    const all = new Set([...Object.keys(old.values), ...Object.keys(now.values)]);
    return [...all].filter((key) => old.values[key] !== now.values[key]);
  },
  typicalInputs: ({ codes }) => codes.map(([key]) => key),
  findInputs({ codes, otherwise }, text) {
    const found = codes.flatMap(([key, value]) => (value === text ? [key] : []));
    const isKept = otherwise === 'KEEP' && !codes.some(([key]) => key === text);
    return isKept ? [...found, text] : found;
  },
  apply({ values, otherwise }, text) {
    if (text !== null && Object.hasOwn(values, text)) return values[text] ?? null;
    if (otherwise === 'KEEP') return text;
    return otherwise === 'NULL' || text === null || isBlank(text) ? null : TYPE_MISMATCH;
  },
  canOutgrow: ({ values }, _, maxBytes) => Object.values(values).some((text) => utf8Length(text) > maxBytes),
  declaredNames: (name) => [codesName(name)],
  declare: ({ codes }, name) => [
    code`const ${nameOf(codesName(name))}: ReadonlyMap<string, string> = new Map(${pairsOf(codes)});`,
  ],
  correct({ otherwise }, text, name, scope) {
    const found = code`${nameOf(codesName(name))}.get(${text})`;
    if (otherwise === 'KEEP') return code`${found} ?? ${text}`;
    return otherwise === 'NULL'
      ? code`${found} ?? null`
      : code`${found} ?? (${scope.use('isBlank')}(${text}) ? null : undefined)`;
  },
  inBytes: (plan, name) => mapInBytes(plan, codesName(name)),
});

const OTHERS: Readonly<Record<Otherwise, string>> = {
  KEEP: 'unchanged',
  NULL: 'null',
  ISSUE: 'refused',
};

/** Returns the name of the generated constant with the codes. */
function codesName(name: string): string {
  return `${name}Codes`;
}

/** Returns the codes and their texts as an array. The formatter writes several pairs in a line each. */
function pairsOf(codes: MapPlan['codes'], indent: '' | '  ' = ''): Code {
  const pairs = codes.map(([key, text]) => code`[${literal(key)}, ${literal(text)}]`);
  if (pairs.length < 2) return code`[${join(pairs, '')}]`;
  return indent === ''
    ? code`[\n${pairs.map((pair) => code`  ${pair},`)}\n]`
    : code`[\n${pairs.map((pair) => code`    ${pair},`)}\n  ]`;
}

/** Returns how the fast reader replaces codes. Returns the step `careful` if a text is too long for its output. */
function mapInBytes({ codes, otherwise }: MapPlan, own: string): ByteCorrection {
  const longest = Math.max(0, ...codes.map(([, text]) => toJsonBytes(text).length));
  if (longest > MAX_BYTES) return { step: 'careful' };
  const pairs = pairsOf(codes);
  // The formatter indents a list that is not the only argument.
  const given =
    otherwise !== 'KEEP'
      ? pairs
      : codes.length < 2
        ? code`${pairs}, true`
        : code`\n  ${pairsOf(codes, '  ')},\n  true,\n`;
  return {
    step: 'map',
    declare: ({ scope }) => [
      code`/** Replaces codes${commentText(otherwise === 'KEEP' ? ', and keeps other texts' : '')}. */
const ${nameOf(own)} = new ${scope.use('ByteCodes')}(${given});`,
    ],
    emit({ reserveGrowth }) {
      reserveGrowth(longest);
      return code`end = ${nameOf(own)}.replace(output, length + 1, end);
  if (end < 0) return -1;
  if (${nameOf(own)}.isChanged) {
    codePoints = ${nameOf(own)}.codePoints;
    report.corrected = true;
  }`;
    },
  };
}

/** Reports a text that is not of the field's type. */
function checkText(key: string, text: string, { field, pointer, by, report }: CorrectionContext): void {
  const type = typeKinds[field.type];
  let isValid = true;
  type.check(field, '', (found) => found.startsWith('invalid_') && (isValid = false));
  const bare = type.isText ? text : text.trim();
  if (!isValid || bare === '' || type.parse(bare, type.plan(field)) !== null) return;
  report('value_not_of_type', `${pointer}${pointerTo('values', key)}`, {
    by,
    value: text,
    field: field.name,
    type: field.type,
  });
}
