import type { SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import type { Field } from '../../pipeline/1-read/spec-shape.ts';
import { isTrue, memberOf, textAt } from './contract-node.ts';

/** The type of a field, with its keys, and what a person must decide. */
export interface TypeDraft {
  readonly keys: Pick<Field, 'type'> & Partial<Field>;
  readonly notes: readonly string[];
}

/** The logical types of the standard that a field can have. */
const LOGICAL: Readonly<Record<string, Field['type']>> = {
  string: 'STRING',
  integer: 'INTEGER',
  number: 'DECIMAL',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
};

/** Names of types in databases, for a property without a logical type. The first that matches decides. */
const PHYSICAL: readonly (readonly [pattern: RegExp, type: Field['type']])[] = [
  [/^(?:timestamp|datetime|smalldatetime)/, 'TIMESTAMP'],
  [/^date/, 'DATE'],
  [/^time/, 'TIME'],
  [/^(?:decimal|numeric|number)\s*\(\s*\d+\s*(?:,\s*0\s*)?\)/, 'INTEGER'],
  [/^(?:(?:tiny|small|medium|big)?int(?:eger)?|u?int\d+|byteint|long|short|(?:big|small)?serial)/, 'INTEGER'],
  [/^(?:dec|decimal|numeric|number|double|float\d*|real|money|bignumeric)/, 'DECIMAL'],
  [/^(?:bool|bit$|bit\(1\))/, 'BOOLEAN'],
  [/^(?:n?(?:var)?char|character|text|string|uuid|guid|clob|enum|citext|name)/, 'STRING'],
];

/**
 * Returns the type of the field for a property. Null: its values are objects or lists, which no cell of a file has.
 */
export function typeOfProperty(property: SpecNode): TypeDraft | null {
  const logical = textAt(property, 'logicalType')?.toLowerCase() ?? null;
  const physical = textAt(property, 'physicalType')?.toLowerCase() ?? null;
  if (logical !== null && LOGICAL[logical] !== undefined) return withKeys(refine(LOGICAL[logical], physical), property);
  if (logical !== null || physical === null) {
    const isNested = logical !== null && /^(?:object|array|map|vector)$/.test(logical);
    const what = logical === null ? 'the contract names no type' : `the type ${logical} is unknown`;
    return isNested ? null : { keys: { type: 'STRING' }, notes: [what] };
  }
  if (/^(?:struct|record|array|map|json|variant|object)/.test(physical)) return null;
  const type = PHYSICAL.find(([pattern]) => pattern.test(physical))?.[1];
  if (type !== undefined) return withKeys(type, property);
  return { keys: { type: 'STRING' }, notes: [`the type ${physical} is unknown`] };
}

/** Version 3.0 of the standard has one logical type for days and times. */
function refine(type: Field['type'], physical: string | null): Field['type'] {
  const isTime = physical !== null && /^(?:timestamp|datetime)/.test(physical);
  return type === 'DATE' && isTime ? 'TIMESTAMP' : type;
}

function withKeys(type: Field['type'], property: SpecNode): TypeDraft {
  const options = memberOf(property, 'logicalTypeOptions');
  const format = textAt(options, 'format');
  // A pattern with hours is one of a time, whatever the logical type says.
  const kind =
    type === 'DATE' && format !== null && /[Hhk]/.test(format) ? (/[yu]/.test(format) ? 'TIMESTAMP' : 'TIME') : type;
  const pattern = format !== null && PATTERNED.has(kind) ? { format } : {};
  const zone = ZONED.has(kind) && !(format !== null && /[XxZ]/.test(format)) ? zoneOf(options) : null;
  return {
    keys: { type: kind, ...pattern, ...(zone !== null && { zone: zone.name }) },
    notes: zone?.isGuess === true ? ['the contract does not say the time zone'] : [],
  };
}

const PATTERNED = new Set<Field['type']>(['DATE', 'TIME', 'TIMESTAMP']);
const ZONED = new Set<Field['type']>(['TIMESTAMP']);

function zoneOf(options: SpecNode | undefined): { name: string; isGuess: boolean } {
  const name = textAt(options, 'defaultTimezone');
  return name === null ? { name: 'UTC', isGuess: !isTrue(options, 'timezone') } : { name, isGuess: false };
}
