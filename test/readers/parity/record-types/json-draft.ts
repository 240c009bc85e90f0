import type { TypedInterpretation } from '../../oracle/record-types/interpret.ts';
import type { Line } from '../../oracle/record-types/lines.ts';
import { type Random, randomOf } from '../../../support/random.ts';
import { type DrawnType, drawSpec } from './draft.ts';

type Tree = Record<string, unknown>;

/** A drawn file of JSON, and the records in it. */
export interface DrawnJson {
  text: string;
  lines: Line[];
}

/** A drawn spec of JSON, and whether its files are documents, and not lines. */
export interface DrawnJsonSpec {
  spec: Tree & { recordTypes: DrawnType[] };
  isDocument: boolean;
}

/** Turns a drawn spec into one of JSON: the first type has all others inside. Lists and objects have their names. */
export function drawJsonSpec(seed: number, index: number): DrawnJsonSpec {
  const { spec } = drawSpec(seed, index);
  const isDocument = randomOf(seed + 1, index).oneIn(2);
  const { recordTypes, hasHeader: _, onMissingColumns: _missing, onExtraColumns: _extra, ...settings } = spec;
  const { continuation: _lines, filler: _filler, onUnexpectedRecord: _unexpected, order: _order, ...rest } = settings;
  const [top] = recordTypes;
  const paths = new Map<string | undefined, string>();
  const types = recordTypes.map(({ when: _when, delimiter: _delimiter, ...type }, at): DrawnType => {
    const { occurs: own, ...others } = type as DrawnType;
    const occurs = typeof own === 'object' && own !== null && 'field' in own ? undefined : own;
    const parent = at === 0 ? undefined : (type.in ?? top?.name);
    const isOne = occurs === 'ONCE' || occurs === 'OPTIONAL';
    const path = at === 0 ? (isDocument ? '/all/*' : '') : `${paths.get(parent)}/${type.name}${isOne ? '' : '/*'}`;
    paths.set(type.name, path);
    return {
      ...others,
      ...(at > 0 && occurs !== undefined && { occurs }),
      ...(parent !== undefined && { in: parent }),
      ...(path !== '' && { when: { path } }),
      fields: type.fields.map(toJsonField),
    } as DrawnType;
  });
  return { spec: { ...rest, format: 'JSON', recordTypes: types }, isDocument };
}

function toJsonField(field: Tree): Tree {
  const { start: _start, length: _length, columnName: _column, ...own } = field;
  return own['from'] === undefined
    ? { ...own, columnName: own['name'] === 'num' ? '/num' : `/in/${own['name']}` }
    : own;
}

/** The most records of a file. */
const MAX_RECORDS = 40;

/** An object with records inside: its values, and the records by their types. */
interface Node {
  readonly type: number;
  readonly texts: readonly (string | null)[];
  readonly members: readonly string[];
  readonly inside: readonly { readonly type: number; readonly isList: boolean; readonly nodes: readonly Node[] }[];
}

/** Draws a file whose records have the records of the other types in them, which may be too few or too many. */
export function drawJson({ spec, isDocument }: DrawnJsonSpec, seed: number, index: number): DrawnJson {
  const random = randomOf(seed, index);
  const types = spec.recordTypes;
  let left = MAX_RECORDS;
  const draw = (type: number): Node => {
    left--;
    const own = (types[type]?.fields ?? []).filter(({ from }) => from === undefined);
    const values = own.map((field) => drawValue(random, String(field['name'])));
    const written = own.flatMap((field, at) => {
      const token = values[at]?.token;
      return token === undefined ? [] : [{ name: String(field['name']), token }];
    });
    const direct = written.filter(({ name }) => name === 'num').map(({ token }) => `"num":${token}`);
    const nested = written.filter(({ name }) => name !== 'num').map(({ name, token }) => `"${name}":${token}`);
    const inside = types.flatMap((one, at) => {
      if (one.in !== types[type]?.name) return [];
      const isList = one['occurs'] !== 'ONCE' && one['occurs'] !== 'OPTIONAL';
      const count = isList ? random.below(4) : random.oneIn(6) ? 0 : 1;
      const nodes = Array.from({ length: count }).flatMap(() => (left > 0 ? [draw(at)] : []));
      return [{ type: at, isList, nodes }];
    });
    return { type, texts: values.map(({ text }) => text), members: [...direct, `"in":{${nested.join()}}`], inside };
  };
  const nodes = Array.from({ length: random.below(6) }).flatMap(() => (left > 0 ? [draw(0)] : []));
  return writeFile(nodes, { types, isDocument, random });
}

interface Writing {
  readonly types: readonly DrawnType[];
  readonly isDocument: boolean;
  readonly random: Random;
}

function writeFile(nodes: readonly Node[], { types, isDocument, random }: Writing): DrawnJson {
  const lines: Line[] = [];
  let text = isDocument ? '{"a":[1],"all":[' : '';
  for (const [index, node] of nodes.entries()) {
    if (isDocument && index > 0) text += ',';
    if (isDocument && random.oneIn(2)) text += '\n';
    const byteOffset = new TextEncoder().encode(text).length;
    const line = text.split('\n').length;
    const own = writeNode(node, types, random) + (isDocument ? '' : '\n');
    const raw = { line, byteOffset, byteLength: new TextEncoder().encode(own).length, structure: null };
    text += own;
    const add = (one: Node, open: readonly number[]): void => {
      const at = lines.length;
      lines.push({ type: one.type, raw: { ...raw, texts: [...one.texts] }, open });
      for (const { nodes: inner } of one.inside) for (const each of inner) add(each, [...open, at]);
    };
    add(node, []);
  }
  return { text: isDocument ? `${text}\n],"b":{}}` : text, lines };
}

/** Writes an object with its members in a drawn order. */
function writeNode({ members, inside }: Node, types: readonly DrawnType[], random: Random): string {
  const records = inside.flatMap(({ type, isList, nodes }) => {
    const texts = nodes.map((node) => writeNode(node, types, random));
    const name = JSON.stringify(types[type]?.name);
    if (texts.length === 0) return random.oneIn(2) ? [] : [`${name}:${isList && random.oneIn(2) ? '[]' : 'null'}`];
    return [`${name}:${isList ? `[${texts.join(random.oneIn(2) ? ', ' : ',')}]` : texts.join()}`];
  });
  const all = random.oneIn(2) ? [...members, ...records] : [...records, ...members];
  return `{${all.join(random.oneIn(4) ? ' , ' : ',')}}`;
}

/** Draws a value: its token in the file, and its text. Both are absent, or the token is `null`, if there is none. */
function drawValue(random: Random, name: string): { token?: string; text: string | null } {
  if (random.oneIn(10)) return random.oneIn(2) ? { text: null } : { token: 'null', text: null };
  if (name !== 'num' && name !== 'amt') {
    const text = random.pick(['A', 'a', 'B', 'AB', 'é', '']);
    return { token: JSON.stringify(text), text };
  }
  if (random.oneIn(12)) return { token: '"x"', text: '"x"' };
  const token = name === 'num' ? random.pick(['0', '1', '2', '2', '3', '10']) : random.pick(['0', '1', '1.0', '-2.5']);
  return { token, text: token };
}

/** Returns what the oracle has found with the pointers of copied fields, which it takes for columns. */
export function withPointers(found: TypedInterpretation): TypedInterpretation {
  const records = found.records.map((record) => ({
    ...record,
    issues: record.issues.map((issue) =>
      issue.column === null || issue.column.startsWith('/') ? issue : { ...issue, column: `/${issue.column}` },
    ),
  }));
  return { ...found, records };
}
