/** The part of a JSON Schema that a form reads. */
export interface FormSchema {
  type?: string | readonly string[];
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Readonly<Record<string, FormSchema>>;
  required?: readonly string[];
  items?: FormSchema;
  anyOf?: readonly FormSchema[];
  additionalProperties?: boolean | FormSchema;
  maxLength?: number;
  $ref?: string;
}

/** The schemas of an OpenAPI document by name. */
export type NamedSchemas = Readonly<Record<string, FormSchema>>;

/** How a value is entered. */
export type Entry =
  | { kind: 'text'; isLong: boolean }
  /** A number. `isText`: texts are allowed, too, such as `2 %`. */
  | { kind: 'number'; isText: boolean }
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly string[] }
  /** A text for each line. */
  | { kind: 'lines' }
  | { kind: 'object'; schema: FormSchema }
  /** One of several objects. `name` is the first required member of each. */
  | { kind: 'variants'; variants: readonly { name: string; schema: FormSchema }[] }
  /** Anything else is entered as JSON. */
  | { kind: 'json' };

/** A text with more characters than this has several lines. */
const LONG_TEXT = 10_000;

/** Returns how the values of a schema are entered. */
export function entryOf(schema: FormSchema, schemas: NamedSchemas): Entry {
  const options = alternativesOf(schema, schemas);
  const [first, ...others] = options;
  if (first === undefined) return { kind: 'json' };
  if (others.length > 0) return entryOfSeveral(options);
  if (first.enum !== undefined) return { kind: 'choice', values: first.enum.map(String) };
  if (first.properties !== undefined) return { kind: 'object', schema: first };
  if (first.type === 'array') return first.items?.type === 'string' ? { kind: 'lines' } : { kind: 'json' };
  if (first.type === 'boolean') return { kind: 'flag' };
  if (first.type === 'integer' || first.type === 'number') return { kind: 'number', isText: false };
  if (first.type === 'string') return { kind: 'text', isLong: (first.maxLength ?? 0) > LONG_TEXT };
  return { kind: 'json' };
}

function entryOfSeveral(options: readonly FormSchema[]): Entry {
  const types = new Set(options.map(({ type }) => type));
  if (options.every(({ properties }) => properties !== undefined))
    return {
      kind: 'variants',
      variants: options.map((schema, index) => ({ name: schema.required?.[0] ?? `${index + 1}`, schema })),
    };
  if (options.every((option) => option.type === 'string' || option.const !== undefined))
    return { kind: 'text', isLong: false };
  if (types.has('array') && options.every(({ type, items }) => type === 'string' || items?.type === 'string'))
    return { kind: 'lines' };
  if (types.has('string') && (types.has('integer') || types.has('number'))) return { kind: 'number', isText: true };
  return { kind: 'json' };
}

/** Returns the alternatives of a schema without references and without null. */
function alternativesOf(schema: FormSchema, schemas: NamedSchemas): FormSchema[] {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) {
    const found = schemas[$ref.split('/').at(-1) ?? ''];
    return found === undefined ? [] : alternativesOf(found, schemas);
  }
  if (anyOf !== undefined) return anyOf.flatMap((one) => alternativesOf(one, schemas));
  if (schema.type === 'null') return [];
  if (typeof schema.type !== 'object') return [schema];
  const types = schema.type.filter((type) => type !== 'null');
  return types.map((type) => ({ ...schema, type }));
}

/** Returns what people call a member: its title, or its name in words: `unchangedFor` is "Unchanged for". */
export function labelOf(name: string, { title }: FormSchema): string {
  if (title !== undefined) return title;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the members of an object that a form has. An id that says the same as a name is left out, unless it is used. */
export function shownMembers({ properties = {} }: FormSchema, value: Readonly<Record<string, unknown>>): string[] {
  const isOther = (name: string) => name.endsWith('Id') && name.slice(0, -2) in properties;
  return Object.keys(properties).filter((name) => !isOther(name) || value[name] !== undefined);
}

/** Returns the members that a form shows first: those that are required, that have a value, or that have an id, too. */
export function firstMembers(schema: FormSchema, value: Readonly<Record<string, unknown>>): string[] {
  const { properties = {}, required = [] } = schema;
  return shownMembers(schema, value).filter(
    (name) => required.includes(name) || value[name] !== undefined || `${name}Id` in properties,
  );
}

/** Returns a value without members that are empty, or undefined if nothing is left of it. */
export function prune(value: unknown): unknown {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object') return value;
  const members = Object.entries(value as object).flatMap(([name, member]): [string, unknown][] => {
    const left = prune(member);
    return left === undefined ? [] : [[name, left]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
