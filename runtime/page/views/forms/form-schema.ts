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
  /** One of several objects or flags. */
  | { kind: 'variants'; variants: readonly Variant[] }
  /** A list of objects whose members are texts. */
  | { kind: 'rows'; schema: FormSchema }
  /** Texts by names that the user chooses. */
  | { kind: 'pairs' }
  /** Anything else is entered as JSON. */
  | { kind: 'json' };

/** One way to give a value. */
export interface Variant {
  /** The first required member of an object; `true` or `false`. */
  name: string;
  schema: FormSchema;
  /** The value, if it is no object. */
  flag?: boolean;
}

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
  if (first.type === 'array') return entryOfList(first.items ?? {});
  if (hasTexts(first.additionalProperties)) return { kind: 'pairs' };
  if (first.type === 'boolean') return { kind: 'flag' };
  if (first.type === 'integer' || first.type === 'number') return { kind: 'number', isText: false };
  if (first.type === 'string') return { kind: 'text', isLong: (first.maxLength ?? 0) > LONG_TEXT };
  return { kind: 'json' };
}

function hasTexts(schema: FormSchema | boolean | undefined): boolean {
  return typeof schema === 'object' && schema.type === 'string';
}

function entryOfList(items: FormSchema): Entry {
  if (items.type === 'string') return { kind: 'lines' };
  const members = Object.values(items.properties ?? {});
  return members.length > 0 && members.every(hasTexts) ? { kind: 'rows', schema: items } : { kind: 'json' };
}

function variantsOf(schema: FormSchema, index: number): Variant[] {
  if (schema.type !== 'boolean') return [{ name: schema.required?.[0] ?? `${index + 1}`, schema }];
  return [
    { name: 'true', schema: { title: 'Yes' }, flag: true },
    { name: 'false', schema: { title: 'No' }, flag: false },
  ];
}

function entryOfSeveral(options: readonly FormSchema[]): Entry {
  const types = new Set(options.map(({ type }) => type));
  if (options.every(({ properties, type }) => properties !== undefined || type === 'boolean'))
    return { kind: 'variants', variants: options.flatMap(variantsOf) };
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

/**
 * Returns what a form calls a member, by its path: `source.path` is "Folder" of "Source". Null: the form does not have it.
 */
export function labelAt(path: readonly string[], schema: FormSchema, schemas: NamedSchemas): string | null {
  const [name = '', ...inner] = path;
  const member = schema.properties?.[name];
  if (member === undefined) return null;
  const own = labelOf(name, member);
  if (inner.length === 0) return own;
  const entry = entryOf(member, schemas);
  if (entry.kind === 'rows') {
    const [index, ...rest] = inner;
    const label = labelAt(rest, entry.schema, schemas);
    return label === null ? own : `${own}, ${Number(index) + 1}: ${label}`;
  }
  const inside = entry.kind === 'variants' ? entry.variants : entry.kind === 'object' ? [entry] : [];
  for (const { schema: one } of inside) {
    const label = labelAt(inner, one, schemas);
    // The settings of an integration are all of its form.
    if (label !== null) return name === 'config' ? label : `${own}, ${label}`;
  }
  return own;
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
  if (Array.isArray(value)) {
    const items = value.map(prune).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object') return value;
  const members = Object.entries(value as object).flatMap(([name, member]): [string, unknown][] => {
    const left = prune(member);
    return left === undefined ? [] : [[name, left]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
