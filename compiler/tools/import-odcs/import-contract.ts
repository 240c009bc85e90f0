import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import type { Field, ValidationRule } from '../../pipeline/1-read/spec-shape.ts';
import { readAndCheck } from '../../pipeline/check.ts';
import { type Noted, withoutNote } from '../infer/model/draft.ts';
import { NoDraft } from '../infer/model/no-draft.ts';
import { specNameOf } from '../infer/model/sample.ts';
import { writeYaml } from '../infer/model/write-yaml.ts';
import { itemsOf, keysOf, parseContract, textAt } from './contract-node.ts';
import { fieldsOfObject, type ObjectDraft } from './fields-of-object.ts';

/** What a contract is drafted with. */
export interface ImportOptions {
  /** The name of the schema object. Null: the first one. */
  readonly object: string | null;
  /** The name of the spec. Null: from the name of the object. */
  readonly name: string | null;
  /** The path of the JSON Schema for specs, which editors use. */
  readonly schema: string;
}

/** A drafted spec. */
export interface ImportedSpec {
  readonly name: string;
  /** The spec as YAML. Comments say what the contract leaves open, and what no key of a spec expresses. */
  readonly yaml: string;
  readonly fields: number;
  readonly rules: number;
  /** The names of the other schema objects of the contract. */
  readonly otherObjects: readonly string[];
}

/**
 * Drafts a spec from a contract of the Open Data Contract Standard 3, in YAML or JSON. The spec has no errors. It has no
 * values that the contract names for a sensitive field.
 * @throws NoDraft if the text is no such contract, or has no schema object with fields.
 */
export function importContract(text: string, options: ImportOptions): ImportedSpec {
  const contract = parseContract(text);
  requireVersion(contract);
  const objects = itemsOf(contract, 'schema');
  const object = chooseObject(objects, options.object);
  const objectName = textAt(object, 'name') ?? 'contract';
  const name = options.name ?? specNameOf(objectName);
  const others = objects.filter((one) => one !== object).map((one) => textAt(one, 'name') ?? 'without a name');
  const drafted = fieldsOfObject(object);
  if (drafted.fields.length === 0)
    throw new NoDraft(`the schema object "${objectName}" has no property that a field can have`);
  const source = [
    `yaml-language-server: $schema=${options.schema}`,
    `Drafted from the contract ${describeContract(contract)}, schema object ${objectName}. Review it.`,
    ...(others.length === 0
      ? []
      : [`Other schema objects: ${others.join(', ')}. Each needs a spec of its own (--object).`]),
    ...leftOut(contract),
  ];
  const format = describeFiles(contract);
  const settings = settingsOf({ name, description: textAt(object, 'description'), format, drafted });
  const write = (part: Compiled) => writeYaml({ source, settings, corrections: [], format: 'CSV', ...part });
  const compiled = untilItCompiles(drafted, name, write);
  return {
    name,
    yaml: write(compiled),
    fields: compiled.fields.length,
    rules: compiled.rules.length,
    otherObjects: others,
  };
}

function requireVersion(contract: SpecNode): void {
  const version = textAt(contract, 'apiVersion');
  const kind = textAt(contract, 'kind');
  if (kind !== null && kind !== 'DataContract') throw new NoDraft(`its kind is ${kind}, not DataContract`);
  if (version === null)
    throw new NoDraft('it has no apiVersion, so it is no contract of the Open Data Contract Standard');
  if (!/^v?3\b/.test(version))
    throw new NoDraft(`its apiVersion is ${version}: only version 3 of the standard is read`);
}

function chooseObject(objects: readonly SpecNode[], wanted: string | null): SpecNode {
  const [first] = objects;
  if (first === undefined) throw new NoDraft('it has no schema object');
  if (wanted === null) return first;
  const found = objects.find(
    (object) => textAt(object, 'name') === wanted || textAt(object, 'physicalName') === wanted,
  );
  if (found !== undefined) return found;
  throw new NoDraft(
    `it has no schema object "${wanted}", but ${objects.map((one) => textAt(one, 'name') ?? '?').join(', ')}`,
  );
}

function describeContract(contract: SpecNode): string {
  const named = textAt(contract, 'name') ?? textAt(contract, 'id') ?? '';
  const version = textAt(contract, 'version');
  return version === null ? named : `${named} (version ${version})`;
}

/** The members that the draft uses. */
const READ = new Set(['apiVersion', 'kind', 'id', 'name', 'version', 'status', 'schema', 'description']);

function leftOut(contract: SpecNode): string[] {
  const others = keysOf(contract).filter((key) => !READ.has(key));
  return others.length === 0 ? [] : [`Not in a spec: ${others.join(', ')}.`];
}

/** A comment names at most as many servers. */
const MAX_SERVERS = 3;

/** Returns what the servers of a contract say about its files. */
function describeFiles(contract: SpecNode): string {
  const described = itemsOf(contract, 'servers').flatMap((server) => {
    const [format, encoding] = [textAt(server, 'format'), textAt(server, 'encoding')];
    if (format === null) return [];
    return [`${textAt(server, 'server') ?? 'a server'} has ${format}${encoding === null ? '' : ` in ${encoding}`}`];
  });
  if (described.length === 0) return 'the contract does not say how the files are written';
  return `review: ${described.slice(0, MAX_SERVERS).join(', ')}`.replace(/\s+/g, ' ');
}

const MAX_DESCRIPTION = 10_000;

/** What the first lines of a draft say. `format` is the comment on the format of the files. */
interface HeadOfDraft {
  readonly name: string;
  readonly description: string | null;
  readonly format: string;
  readonly drafted: ObjectDraft;
}

function settingsOf({ name, description, format, drafted }: HeadOfDraft) {
  const { key } = drafted;
  return [
    withoutNote(['name', name] as const),
    ...(description === null ? [] : [withoutNote(['description', description.slice(0, MAX_DESCRIPTION)] as const)]),
    { value: ['format', 'CSV'] as const, note: format },
    { value: ['delimiter', ','] as const, note: 'review the delimiter, and columnName of the fields' },
    ...(key.length === 0 ? [] : [{ value: ['messageKey', key] as const, note: 'the primary key' }]),
  ];
}

/** The parts of a draft that may not compile. */
interface Compiled {
  readonly fields: readonly Noted<Field>[];
  readonly rules: readonly Noted<ValidationRule>[];
  readonly suggestions: readonly string[];
}

/** Turns what does not compile into comments: rules, and types, which become STRING. */
function untilItCompiles(drafted: ObjectDraft, name: string, write: (part: Compiled) => string): Compiled {
  let part: Compiled = { ...drafted, suggestions: drafted.comments.map((comment) => `Not a field: ${comment}`) };
  for (;;) {
    const { diagnostics } = readAndCheck({ text: write(part), path: `${name}.yaml`, syntax: 'yaml' });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return part;
    const next = withoutErrors(part, errors);
    if (next === part) throw new NoDraft(`the draft does not compile: ${errors[0]?.message}`);
    part = next;
  }
}

function withoutErrors(part: Compiled, errors: readonly Diagnostic[]): Compiled {
  const messagesOf = (list: string, index: number) =>
    errors.filter(({ path }) => path === `/${list}/${index}` || path.startsWith(`/${list}/${index}/`));
  const isWrong = (list: string) => (_: unknown, index: number) => messagesOf(list, index).length > 0;
  const wrongRules = part.rules.filter(isWrong('validationRules'));
  const wrongFields = part.fields.filter((field, index) => isWrong('fields')(field, index) && hasMore(field.value));
  if (wrongRules.length === 0 && wrongFields.length === 0) return part;
  return {
    fields: part.fields.map((field, index) => {
      const [error] = messagesOf('fields', index);
      return error === undefined || !hasMore(field.value) ? field : asText(field, error.message);
    }),
    rules: part.rules.filter((rule) => !wrongRules.includes(rule)),
    suggestions: [
      ...part.suggestions,
      ...part.rules.flatMap(({ value }, index) => {
        const [error] = messagesOf('validationRules', index);
        return error === undefined ? [] : [`Not a rule: ${JSON.stringify(value)}: ${error.message}`];
      }),
    ],
  };
}

/** Whether a field has more than a text needs. */
function hasMore({ type, name: _, columnName: __, required: ___, sensitive: ____, ...others }: Field): boolean {
  return type !== 'STRING' || Object.keys(others).length > 0;
}

function asText({ value, note }: Noted<Field>, why: string): Noted<Field> {
  const { name, columnName, required, sensitive, type, format } = value;
  const field: Field = {
    name,
    type: 'STRING',
    ...(columnName !== undefined && { columnName }),
    ...(required !== undefined && { required }),
    ...(sensitive !== undefined && { sensitive }),
  };
  const wanted = `${type}${format === undefined ? '' : ` with the format ${JSON.stringify(format)}`}: ${why}`;
  return { value: field, note: note === null ? wanted : `${note}; ${wanted}` };
}
