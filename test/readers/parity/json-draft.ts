import * as fc from 'fast-check';
import { encode } from './encode.ts';
import { choose, dial, pick, seldom } from './field-draft.ts';
import type { Entry } from './rule-draft.ts';
import { createSpec, specDrafts } from './spec-draft.ts';

const often = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: pick });

const lines = fc.record({
  /** Mostly 0: as in most records of the file. */
  order: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pick }),
  values: fc.array(often, { minLength: 5, maxLength: 5 }),
  writing: fc.array(often, { minLength: 5, maxLength: 5 }),
  extra: dial,
  look: dial,
  fault: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ kind: fc.nat(3), at: fc.nat(10_000), which: pick }) },
  ),
  ending: dial,
});

/** Generates specs of JSON Lines, their files, and how they are read. */
export const jsonDrafts = fc.record({
  spec: specDrafts,
  pointers: fc.array(pick, { minLength: 5, maxLength: 5 }),
  lenient: seldom,
  encoding: dial,
  files: fc.array(
    fc.record({
      lines: fc.array(lines, { maxLength: 12 }),
      mark: seldom,
      chunks: fc.oneof(
        fc.constant<number[]>([]),
        fc.constant<number[]>([1]),
        fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 5 }),
      ),
      skipInvalidRecords: fc.boolean(),
      batchRecords: pick.map((n) => choose([1000, 1, 2, 3, 7], n)),
      maxRecordBytes: dial.map((n) => (n % 3 === 0 ? 0 : 20 + (n % 200))),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

export type JsonDraft = typeof jsonDrafts extends fc.Arbitrary<infer T> ? T : never;
type LineDraft = JsonDraft['files'][number]['lines'][number];

export interface JsonScenario {
  spec: Entry & { fields: Entry[] };
  syntax: 'json';
  today: string;
  files: { bytes: Uint8Array; draft: JsonDraft['files'][number] }[];
}

/** Pointers that do not lead into each other. One may be drawn twice. */
const POINTERS = ['/a', '/b', '/id', '/c/x', '/c/y/z', '/l/0', '/l/2/to', '/é', '/q"', '/t~1u', '/n~0', '/', '/1'];
const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252', 'shift_jis', 'utf-16be', 'gb18030'];
/** Values as they may be written, besides those of the fields. */
const TOKENS = [
  'null',
  'true',
  'false',
  '""',
  '0',
  '-0',
  '5.0',
  '5e0',
  '1.50',
  '1e3',
  '-1.5E-2',
  '123456789012345678901234567890',
  '0.1234567890123456789',
  '1E400',
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '"\\u00e9"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"\\ude00"',
  '"\\ud83dx"',
  '"\\n\\t\\"\\\\\\/\\b\\f\\r"',
  '"\\u0000\\u001F\\u0041"',
  '" \\u0020 a \\u00a0"',
  '"  a  "',
  '"é\u{1F600}\u2028"',
  '"a\\qb"',
  '"\\u12"',
  '"\u0001"',
  '"open',
  'nul',
  'True',
  'NaN',
  '{}',
  '[]',
  '{"x":1}',
  '[1,2]',
  '{"to":"x"}',
];
const EXTRA = [
  '"extra":1',
  '"other":{"a":1,"b":[{"c":"\\u0041"},[]],"é":"é"}',
  '"twice":{"k":1,"k":2}',
  '"escaped":{"k":1,"\\u006b":2}',
  '"e":[1,2,{"a":null,"b":-1.5e3}]',
  '"deep":[[[[[[1]]]]]]',
  '"long name of a member":"text"',
  '"bad":{"a":01}',
  '"bad":[1,]',
  '"bad":{"a" 1}',
  '"x1":{"abcdefgh":1,"abcdefgi":2,"abc":3,"abd":4,"":5}',
  '"":""',
  '"\\u0061":7',
];
const FAULTS = [
  '"',
  '\\',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  ' ',
  '\u0000',
  '\u0001',
  '\n',
  '\r',
  'é',
  '1',
  '\uFEFF',
  '\\u',
];
const ENDINGS = ['\n', '\n', '\r\n', '\r', ' \n', '\t\r\n', '\n\n', '\n \t\n', '\n\uFEFF'];

/** Turns a draft into a valid spec and the bytes of its files. */
export function createJsonScenario(draft: JsonDraft): JsonScenario {
  const { spec: csv, cells } = createSpec(draft.spec);
  const kept = Object.fromEntries(
    [
      'name',
      'nullValues',
      'numbersAs',
      'onTypeMismatch',
      'onMissingRequired',
      'messageKey',
      'correctionRules',
      'validationRules',
      'maxRecordBytes',
    ].flatMap((key) => (csv[key] === undefined ? [] : [[key, csv[key]]])),
  );
  const fields = csv.fields.map((field, i) => ({ ...field, columnName: choose(POINTERS, draft.pointers[i] ?? i) }));
  const encoding = choose(ENCODINGS, draft.encoding);
  const spec = {
    ...kept,
    format: 'JSON',
    ...(draft.encoding > 0 && { encoding }),
    ...(draft.lenient && { lenient: true }),
    fields,
  } as unknown as JsonScenario['spec'];
  const pointers = fields.map(({ columnName }) => columnName);
  const files = draft.files.map((file) => {
    const text = file.lines.map((line) => writeLine(line, pointers, cells)).join('');
    return { bytes: encode(file.mark && /^utf/.test(encoding) ? `\uFEFF${text}` : text, encoding), draft: file };
  });
  return { spec, syntax: 'json', today: '2024-02-29', files };
}

function writeLine(line: LineDraft, pointers: readonly string[], cells: readonly (readonly string[])[]): string {
  const values = pointers.map((_, i) => writeValue(line.values[i] ?? 0, line.writing[i] ?? 0, cells[i] ?? []));
  // One of the numbers is the file's usual look: most records are alike.
  const blank = choose(['', ' ', '', ' \t'], line.look);
  const text = writeRecord(createTree(pointers, values), { order: line.order, blank, extra: line.extra });
  return `${line.fault === null ? text : damage(text, line.fault)}${choose(ENDINGS, line.ending)}`;
}

/** Returns a value as it is written, or null if the member is missing. */
function writeValue(value: number, writing: number, cells: readonly string[]): string | null {
  if (value > 0 && value % 3 === 0) return choose(TOKENS, value);
  if (value > 0 && value % 11 === 1) return null;
  const cell = choose(cells, value);
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell);
  return (isNumber && writing % 4 !== 3) || (/^(?:true|false)$/.test(cell) && writing % 2 === 0)
    ? cell
    : writeString(cell, writing);
}

function writeString(text: string, writing: number): string {
  if (writing % 5 !== 4) return JSON.stringify(text);
  const escaped = Array.from({ length: text.length }, (_, at) =>
    at % 3 === writing % 3 ? `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}` : text.charAt(at),
  );
  // Escapes and characters of a pair do not mix.
  return /[\ud800-\udfff"\\\u0000-\u001f]/u.test(text) ? JSON.stringify(text) : `"${escaped.join('')}"`;
}

interface Tree extends Map<string, Tree | string> {}

/** Returns the values by the tokens of their pointers, which keep their escapes. The first of two values at a place counts. */
function createTree(pointers: readonly string[], values: readonly (string | null)[]): Tree {
  const root: Tree = new Map();
  for (const [i, pointer] of pointers.entries()) {
    const value = values[i] ?? null;
    if (value === null) continue;
    const tokens = pointer.slice(1).split('/');
    let place = root;
    for (const token of tokens.slice(0, -1)) {
      const inner = place.get(token);
      const next: Tree = inner instanceof Map ? inner : new Map();
      place.set(token, next);
      place = next;
    }
    const last = tokens.at(-1) ?? '';
    if (!place.has(last)) place.set(last, value);
  }
  return root;
}

interface Look {
  readonly order: number;
  readonly blank: string;
  readonly extra: number;
}

function writeRecord(tree: Tree, { order, blank, extra }: Look): string {
  const inner = (value: Tree | string): string =>
    typeof value === 'string' ? value : writeRecord(value, { order, blank, extra: 0 });
  if ([...tree.keys()].some((token) => token === '0' || token === '2') && order % 5 !== 4)
    return `[${blank}${[0, 1, 2].map((index) => inner(tree.get(String(index)) ?? 'null')).join(`,${blank}`)}${order % 7 === 6 ? ',"rest",{"to":1}' : ''}]`;
  const members = [...tree].map(([token, value]) => {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    return `${JSON.stringify(name)}${blank}:${blank}${inner(value)}`;
  });
  const turned = order % 2 === 1 ? members.toReversed() : members;
  const cut = order % (turned.length + 1);
  const moved = [...turned.slice(cut), ...turned.slice(0, cut)];
  if (extra > 0) moved.splice(extra % (moved.length + 1), 0, choose(EXTRA, extra));
  if (order % 13 === 12 && moved[0] !== undefined) moved.push(moved[0]);
  return `{${blank}${moved.join(`${blank},${blank}`)}${blank}}`;
}

function damage(text: string, { kind, at, which }: { kind: number; at: number; which: number }): string {
  const chars = [...text];
  const place = at % (chars.length + 1);
  if (kind === 0) return [...chars.slice(0, place), choose(FAULTS, which), ...chars.slice(place)].join('');
  if (kind === 1) return [...chars.slice(0, place), ...chars.slice(place + 1 + (which % 3))].join('');
  if (kind === 2) return chars.slice(0, place).join('');
  return choose(['1', '"x"', 'null', '[]', '{}', '[1]', 'x', '{"a":1}{"a":2}'], which);
}
