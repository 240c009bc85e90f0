import type { SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import type { Field, ValidationRule } from '../../pipeline/1-read/spec-shape.ts';
import type { Noted } from '../infer/model/draft.ts';
import { NoDraft } from '../infer/model/no-draft.ts';
import { isTrue, itemsOf, textAt, textsAt } from './contract-node.ts';
import { rulesOfProperty } from './rules-of-property.ts';
import { sensitivityOf } from './sensitivity-of-property.ts';
import { typeOfProperty } from './type-of-property.ts';

/** The fields and rules of a schema object. */
export interface ObjectDraft {
  readonly fields: readonly Noted<Field>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /** The names of the fields of the primary key, in their order. */
  readonly key: readonly string[];
  /** Comments on properties that are no fields. */
  readonly comments: readonly string[];
}

/** A spec has at most as many fields. */
const MAX_FIELDS = 20_000;
const MAX_NAME = 1000;
/** A longer description is cut: it is on the line of its field. */
const MAX_DESCRIPTION = 160;

/** A property with the names of the objects that it is inside of. */
interface Placed {
  readonly property: SpecNode;
  readonly path: readonly string[];
}

/** Returns a field for each property with a simple type. Properties of objects become fields named `object.property`. */
export function fieldsOfObject(object: SpecNode): ObjectDraft {
  const names = new Set<string>();
  const ids = new Set<string>();
  const key: { name: string; position: number }[] = [];
  const fields: Noted<Field>[] = [];
  const rules: Noted<ValidationRule>[] = [];
  const comments: string[] = [];
  for (const placed of placedProperties(object, [], { count: 0 })) {
    const drafted = draftField(placed, names);
    if (typeof drafted === 'string') {
      comments.push(drafted);
      continue;
    }
    const { field, notes } = drafted;
    const own = rulesOfProperty(placed.property, field, ids);
    fields.push({ value: field, note: joinNotes([...notes, ...own.notes]) });
    rules.push(...own.rules.map((rule) => ({ value: rule, note: null })));
    const position = keyPosition(placed.property);
    if (position !== null) key.push({ name: field.name, position });
  }
  return { fields, rules, comments, key: key.toSorted((a, b) => a.position - b.position).map(({ name }) => name) };
}

function* placedProperties(object: SpecNode, path: readonly string[], counted: { count: number }): Generator<Placed> {
  for (const property of itemsOf(object, 'properties')) {
    if (++counted.count > MAX_FIELDS) throw new NoDraft(`a schema has more than ${MAX_FIELDS} properties`);
    const own = [...path, textAt(property, 'name') ?? ''];
    if (itemsOf(property, 'properties').length > 0) yield* placedProperties(property, own, counted);
    else yield { property, path: own };
  }
}

function draftField(
  { property, path }: Placed,
  names: Set<string>,
): { field: Field; notes: readonly string[] } | string {
  const written = path.join('.');
  const type = typeOfProperty(property);
  const logical = textAt(property, 'logicalType') ?? textAt(property, 'physicalType');
  if (type === null) return `${written}: ${logical} is no field: a record of CSV has no lists and objects`;
  if (written === '') return 'a property without a name is no field';
  if (written.length > MAX_NAME) return `${written.slice(0, 40)}…: the name is too long for a field`;
  const name = nameOnce(written, names);
  const physicalName = textAt(property, 'physicalName');
  const column = physicalName !== null && path.length === 1 ? physicalName : written;
  const sensitivity = sensitivityOf(property);
  const { type: kind, ...keys } = type.keys;
  const field: Field = {
    name,
    type: kind,
    ...(column !== name && { columnName: column }),
    ...(isTrue(property, 'required') && { required: true }),
    ...(sensitivity === 'SENSITIVE' && { sensitive: true }),
    ...keys,
  };
  return {
    field,
    notes: [
      ...notesOf({ property, path }, field),
      ...type.notes,
      ...(sensitivity === 'UNKNOWN'
        ? [`decide whether the field is sensitive: its classification is ${textAt(property, 'classification')}`]
        : []),
    ],
  };
}

function nameOnce(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  taken.add(name);
  return name;
}

function notesOf({ property, path }: Placed, field: Field): string[] {
  const description = textAt(property, 'description') ?? textAt(property, 'businessName');
  const examples = textsAt(property, 'examples').slice(0, 3);
  const isSensitive = field.sensitive === true;
  return [
    ...(description === null ? [] : [description.replace(/\s+/g, ' ').slice(0, MAX_DESCRIPTION)]),
    ...(path.length > 1 ? ['a member of an object: name its column'] : []),
    ...(isTrue(property, 'unique') ? ['unique: a rule UNIQUE needs recordTypes'] : []),
    ...(examples.length === 0 ? [] : [isSensitive ? 'examples: withheld' : `such as ${examples.join(', ')}`]),
    ...(textAt(property, 'transformLogic') === null ? [] : ['transformLogic is not drafted']),
  ];
}

function joinNotes(notes: readonly string[]): string | null {
  const [first, ...others] = [...new Set(notes)];
  return first === undefined ? null : [first, ...others].join('; ');
}

/** Returns the place in the primary key, or in the message key that `docs --odcs` writes. Null: it is in none. */
function keyPosition(property: SpecNode): number | null {
  const isOwn = (custom: SpecNode) => textAt(custom, 'property') === 'messageKeyPosition';
  const message = textAt(itemsOf(property, 'customProperties').find(isOwn), 'value');
  const position = Number(message ?? textAt(property, 'primaryKeyPosition') ?? Number.NaN);
  if (message === null && !isTrue(property, 'primaryKey')) return null;
  return Number.isFinite(position) && position > 0 ? position : Number.MAX_SAFE_INTEGER;
}
