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

/** Names of types in databases. The first that matches decides. */
const PHYSICAL: readonly (readonly [pattern: RegExp, type: Field['type']])[] = [
  [/^(?:timestamp|datetime|smalldatetime)/, 'TIMESTAMP'],
  [/^date/, 'DATE'],
  [/^time(?!uuid)/, 'TIME'],
  [/^(?:decimal|numeric|number)\s*\(\s*\d+\s*(?:,\s*0\s*)?\)/, 'INTEGER'],
  [
    /^(?:(?:tiny|small|medium|big)?int(?:eger)?\d*(?![a-z\d])|u?int\d+(?![a-z\d])|byteint|long(?! raw|[a-z])|short(?![a-z])|(?:big|small)?serial)/,
    'INTEGER',
  ],
  [/^(?:dec|decimal|numeric|number|double|float\d*|real|(?:small)?money|bignumeric)/, 'DECIMAL'],
  [/^(?:bool|bit$|bit\(1\))/, 'BOOLEAN'],
  [
    /^(?:n?(?:var)?char|bpchar|character|(?:tiny|medium|long)?text|long|string|(?:time)?uuid|guid|uniqueidentifier|clob|enum|citext|name|xml)/,
    'STRING',
  ],
];

/** Types of databases whose values are objects or lists. */
const NESTED = /^(?:struct|record|array|map|json|variant|object|list|vector|row\b)|\[\]$/;

/**
 * Returns the type of the field for a property. Null: its values are objects or lists, which no cell of a file has.
 */
export function typeOfProperty(property: SpecNode): TypeDraft | null {
  const logical = textAt(property, 'logicalType')?.toLowerCase() ?? null;
  const physical = textAt(property, 'physicalType')?.toLowerCase() ?? null;
  const known = logical === null ? undefined : (LOGICAL[logical] ?? unlistedType(logical));
  if (known !== undefined) return withKeys(refine(known, physical), property);
  if (isNested(logical, physical)) return null;
  const type = physical === null ? undefined : physicalType(physical);
  if (logical === null && type !== undefined) return withKeys(type, property);
  if (logical !== 'object') {
    const name = logical ?? physical;
    const note = name === null ? 'the contract names no type' : `the type ${name} is unknown`;
    return { keys: { type: 'STRING' }, notes: [note] };
  }
  const { keys, notes } = withKeys(type ?? 'STRING', property);
  return { keys, notes: [`the contract says that ${physical} is an object, without its properties`, ...notes] };
}

/** Tools write that a type of a database that they do not know is an object: such a value may be a text. */
function isNested(logical: string | null, physical: string | null): boolean {
  if (logical === 'object' && physical === null) return true;
  return /^(?:array|map|vector)$/.test(logical ?? '') || NESTED.test(physical ?? '');
}

/** Contracts have names of databases as logical types, too: `decimal`, `datetime`. */
function unlistedType(logical: string): Field['type'] | undefined {
  return /^\w+$/.test(logical) ? physicalType(logical) : undefined;
}

function physicalType(physical: string): Field['type'] | undefined {
  return PHYSICAL.find(([pattern]) => pattern.test(physical))?.[1];
}

/** What the type of a database says more exactly. Version 3.0 of the standard has one logical type for days and times. */
function refine(type: Field['type'], physical: string | null): Field['type'] {
  const stored = physical === null ? undefined : physicalType(physical);
  if (type === 'DATE' && (stored === 'TIMESTAMP' || stored === 'TIME')) return stored;
  return type === 'DECIMAL' && stored === 'INTEGER' ? stored : type;
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
    keys: { type: kind, ...pattern, ...(zone !== null && { zone: zone.name }), ...digitsOf(kind, property) },
    notes: zone?.isGuess === true ? ['the contract does not say the time zone'] : [],
  };
}

/** Returns the digits of `decimal(12, 2)`, for the schemas of messages. */
function digitsOf(type: Field['type'], property: SpecNode): Partial<Field> {
  const written = /^(?:dec|decimal|numeric|number)\s*\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)/i;
  const [, precision, scale] = written.exec(textAt(property, 'physicalType') ?? '') ?? [];
  if (type !== 'DECIMAL' || precision === undefined || Number(scale) > Number(precision)) return {};
  return { schemaPrecision: Number(precision), schemaScale: Number(scale) };
}

const PATTERNED = new Set<Field['type']>(['DATE', 'TIME', 'TIMESTAMP']);
const ZONED = new Set<Field['type']>(['TIMESTAMP']);

function zoneOf(options: SpecNode | undefined): { name: string; isGuess: boolean } {
  const name = textAt(options, 'defaultTimezone');
  return name === null ? { name: 'UTC', isGuess: !isTrue(options, 'timezone') } : { name, isGuess: false };
}
