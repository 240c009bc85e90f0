import { findClosestWord } from '../../diagnostics/messages/closest-word.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { MapNode, SpecNode } from './nodes/node.ts';
import { pointerTo } from '../../diagnostics/pointer.ts';
import { describeNode, describeShape, readScalar } from './read-scalar.ts';
import type {
  KeyShapes,
  ListShape,
  ObjectShape,
  RecordShape,
  Shape,
  TaggedShape,
  TextsShape,
} from '../../language/shape/shape.ts';
import { choice, text } from '../../language/shape/create-shape.ts';

/**
 * Returned instead of a value that is left out, because it is invalid or exceeds a limit. The problem was already
 * reported.
 */
export const broken = Symbol('broken');

/**
 * A path to a value of the spec, as a linked list from the value up to the root. It becomes a JSON pointer only for a
 * diagnostic, because most paths are never reported.
 */
export interface SpecLocation {
  readonly parent: SpecLocation | null;
  readonly step: string | number;
}

/** The valid keys of an object, and whether all required keys are among them. */
export interface ObjectReading {
  readonly value: { [key: string]: unknown };
  readonly complete: boolean;
}

const maxNodes = 1_000_000;
/**
 * Maximum sum of all text lengths in a spec, in UTF-16 code units. A text counts again for each alias that repeats it.
 * It is also the maximum length of the spec's source text.
 */
export const maxText = 8_388_608;

/** Converts the nodes of a spec to values as their shapes require. Reports invalid values, and leaves them out. */
export class ShapeReader {
  readonly #report: Report;
  readonly #remainingIndexes = new Map<readonly unknown[], readonly number[]>();
  readonly #budget = { nodes: maxNodes, text: maxText, isReported: false };

  constructor(report: Report) {
    this.#report = report;
  }

  /** Maps each list from which invalid items were removed to the original indexes of its remaining items. */
  get remainingIndexes(): ReadonlyMap<readonly unknown[], readonly number[]> {
    return this.#remainingIndexes;
  }

  /**
   * Returns the valid keys of a mapping. Reports invalid values, unknown keys and missing required keys. `of` is the
   * kind of the mapping in the message about a missing key, such as `MIN_VALUE`. Absent: a message without it.
   */
  readKeys(
    node: MapNode,
    { keys, elsewhere }: Pick<ObjectShape, 'keys' | 'elsewhere'>,
    location: SpecLocation | null,
    of: string | null = null,
  ): ObjectReading {
    const value: { [key: string]: unknown } = {};
    const present = new Set(node.entries.map(({ key }) => key));
    const absent = Object.keys(keys).filter((name) => !present.has(name));
    // Keys that a misspelled key was meant to be are not missing as well.
    const meant = new Set<string | null>();
    let complete = true;
    for (const entry of node.entries) {
      const inside = { parent: location, step: entry.key };
      const key = Object.hasOwn(keys, entry.key) ? keys[entry.key] : undefined;
      if (key === undefined) {
        const hint = elsewhere?.(entry.key) ?? null;
        const known = hint === null ? absent : [];
        const options = { span: entry.keySpan, ...(hint !== null && { hint }) };
        this.#report('unknown_key', pointerOf(inside), { key: entry.key, known }, options);
        meant.add(findClosestWord(entry.key, known));
        continue;
      }
      const item = this.#read(entry.value, key.shape, inside);
      if (item !== broken) value[entry.key] = item;
      else if (key.required) complete = false;
    }
    const span = { offset: node.span.offset, length: 0 };
    for (const name of absent) {
      const key = keys[name];
      if (!key?.required) continue;
      complete = false;
      if (meant.has(name)) continue;
      this.#report('missing_key', pointerOf(location), { key: name, of, doc: key.shape.doc }, { span });
    }
    return { value, complete };
  }

  #read(node: SpecNode, shape: Shape, location: SpecLocation): unknown {
    if (node.kind === 'broken' || !this.#spend(node, location)) return broken;
    switch (shape.kind) {
      case 'list':
        return this.#readList(node, shape, location);
      case 'record':
        return this.#readRecord(node, shape, location);
      case 'texts':
        return this.#readTexts(node, shape, location);
      case 'object':
        return this.#readObject(node, shape, location);
      case 'either':
        return this.#read(node, node.kind === 'map' ? shape.object : shape.word, location);
      case 'tagged':
        return this.#readTagged(node, shape, location);
      default: {
        const value = readScalar(node, shape, (code, params, hint) =>
          this.#report(code, pointerOf(location), params, { span: node.span, ...hint }),
        );
        return value === null ? broken : value;
      }
    }
  }

  #spend(node: SpecNode, location: SpecLocation): boolean {
    this.#budget.nodes--;
    if (node.kind === 'scalar') this.#budget.text -= node.text.length;
    if (this.#budget.nodes >= 0 && this.#budget.text >= 0) return true;
    if (!this.#budget.isReported)
      this.#report(
        'spec_too_large',
        pointerOf(location),
        { limit: this.#budget.nodes < 0 ? `${maxNodes} values` : `${maxText} characters of text` },
        { span: node.span },
      );
    this.#budget.isReported = true;
    return false;
  }

  #reportKind(node: SpecNode, shape: Shape, location: SpecLocation) {
    const expected = describeShape(shape);
    const options = { span: node.span, ...hintForKind(node, shape) };
    if (node.kind === 'scalar' && node.missing)
      this.#report('missing_value', pointerOf(location), { expected }, options);
    else this.#report('wrong_kind', pointerOf(location), { expected, found: describeNode(node) }, options);
    return broken;
  }

  #readList(node: SpecNode, shape: ListShape, location: SpecLocation): unknown {
    if (node.kind !== 'list') return this.#reportKind(node, shape, location);
    const found = node.items.length;
    if (found < shape.min)
      this.#report('too_few_items', pointerOf(location), { min: shape.min, found }, { span: node.span });
    if (found > shape.max)
      this.#report('too_many_items', pointerOf(location), { max: shape.max, found }, { span: node.span });
    if (found < shape.min || found > shape.max) return broken;
    const items = node.items.map((item, index) => this.#read(item, shape.item, { parent: location, step: index }));
    const validIndexes = [...items.keys()].filter((index) => items[index] !== broken);
    if (validIndexes.length === found) return items;
    const valid = validIndexes.map((index) => items[index]);
    this.#remainingIndexes.set(valid, validIndexes);
    return valid;
  }

  #readTexts(node: SpecNode, shape: TextsShape, location: SpecLocation): unknown {
    if (node.kind === 'list') return this.#readList(node, textList(shape), location);
    return node.kind === 'scalar'
      ? this.#read(node, shape.item ?? text(shape.doc, { min: 1 }), location)
      : this.#reportKind(node, shape, location);
  }

  #readRecord(node: SpecNode, shape: RecordShape, location: SpecLocation): unknown {
    if (node.kind !== 'map') return this.#reportKind(node, shape, location);
    // No prototype: the author chooses the keys, and `__proto__` or `constructor` must be keys like any other.
    const value = Object.create(null) as { [key: string]: unknown };
    for (const entry of node.entries) {
      const item = this.#read(entry.value, shape.value, { parent: location, step: entry.key });
      if (item !== broken) value[entry.key] = item;
    }
    return value;
  }

  #readObject(node: SpecNode, shape: ObjectShape, location: SpecLocation): unknown {
    if (node.kind !== 'map') return this.#reportKind(node, shape, location);
    const { value, complete } = this.readKeys(node, shape, location);
    return complete ? value : broken;
  }

  #readTagged(node: SpecNode, shape: TaggedShape, location: SpecLocation): unknown {
    if (node.kind !== 'map') return this.#reportKind(node, shape, location);
    const words = Object.keys(shape.cases);
    const tag = { [shape.tag]: { shape: choice(`one of ${words.join(', ')}`, words), required: true } };
    const entry = node.entries.find(({ key }) => key === shape.tag);
    const chosen =
      entry?.value.kind === 'scalar' && Object.hasOwn(shape.cases, entry.value.text) ? entry.value.text : null;
    const keys = chosen === null ? keysOfAll(shape) : shape.cases[chosen]?.keys;
    const { value, complete } = this.readKeys(node, { keys: { ...tag, ...keys } }, location, chosen);
    return complete && chosen !== null ? value : broken;
  }
}

function textList({ doc, item = text('A text, compared exactly.'), max = Infinity }: TextsShape): ListShape {
  return { kind: 'list', doc, item, min: 1, max };
}

/** Returns the keys of all cases, for a mapping without a valid tag. A key is required if every case requires it. */
function keysOfAll(shape: TaggedShape): KeyShapes {
  const cases = Object.values(shape.cases);
  const all = cases.flatMap(({ keys }) => Object.entries(keys));
  const isRequired = (name: string) => cases.every(({ keys }) => keys[name]?.required);
  return Object.fromEntries(all.map(([name, key]) => [name, { ...key, required: isRequired(name) }]));
}

function hintForKind(node: SpecNode, shape: Shape): { hint?: string } {
  if (shape.kind === 'list' && node.kind === 'scalar' && !node.missing)
    return { hint: 'write a list in brackets, or with one line that begins with "- " for each item' };
  return {};
}

/** Returns the JSON pointer of a path. */
export function pointerOf(location: SpecLocation | null): string {
  const steps: (string | number)[] = [];
  for (let at = location; at !== null; at = at.parent) steps.push(at.step);
  return pointerTo(...steps.reverse());
}
