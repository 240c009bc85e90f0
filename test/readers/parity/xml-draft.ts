import * as fc from 'fast-check';
import type { Feeding } from './arbitraries.ts';
import { encode } from './encode.ts';
import { choose, dial, pick, seldom } from './field-draft.ts';
import type { Entry } from './rule-draft.ts';
import { createSpec, specDrafts } from './spec-draft.ts';
import {
  markup,
  attributeNames,
  elementNames,
  faults,
  namespaces,
  paths,
  pathsBefore,
  predicatePaths,
  predicateValues,
  recordPaths,
  separators,
} from './xml-pools.ts';

const often = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: pick });

interface ElementDraft {
  /** Mostly 0: a name that the path expects here; otherwise any name. */
  name: number;
  prefix: number;
  declares: number;
  attributes: { name: number; prefix: number; value: number }[];
  /** How the tags are written. */
  look: number;
  content: PartDraft[];
}
type PartDraft =
  | { kind: 'element'; element: ElementDraft }
  | { kind: 'text'; value: number; look: number }
  | { kind: 'aside'; which: number };

const { elements } = fc.letrec<{ elements: ElementDraft; parts: PartDraft }>((tie) => ({
  elements: fc.record({
    name: often,
    prefix: dial,
    declares: dial,
    attributes: fc.array(fc.record({ name: pick, prefix: dial, value: often }), { maxLength: 3 }),
    look: dial,
    content: fc.array(tie('parts'), { maxLength: 5 }),
  }),
  parts: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('text' as const), value: often, look: dial }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('aside' as const), which: pick }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('element' as const), element: tie('elements') }) },
  ),
}));

const feedings: fc.Arbitrary<Feeding> = fc.record({
  chunks: fc.oneof(
    fc.constant<number[]>([]),
    fc.constant<number[]>([1]),
    fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
  ),
  skipInvalidRecords: fc.boolean(),
  batchRecords: pick.map((n) => choose([1000, 1, 2, 3, 7], n)),
  messages: fc.constant(true),
  maxRecordBytes: dial.map((n) => (n % 3 === 0 ? 0 : 20 + (n % 200))),
  resumeAt: pick,
});

/** Generates XML specs, their documents, and how they are read. */
export const xmlDrafts = fc.record({
  spec: specDrafts,
  columns: fc.array(fc.record({ path: pick, isBefore: seldom, separator: pick }), { minLength: 5, maxLength: 5 }),
  recordPath: often,
  encoding: dial,
  hasPredicates: seldom,
  several: dial,
  files: fc.array(
    fc.record({
      records: fc.array(elements, { maxLength: 6 }),
      others: fc.array(elements, { maxLength: 3 }),
      prolog: dial,
      declared: dial,
      fault: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.record({ kind: fc.nat(3), at: fc.nat(100_000), which: pick }) },
      ),
      ending: dial,
      feeding: feedings,
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

export type XmlDraft = typeof xmlDrafts extends fc.Arbitrary<infer T> ? T : never;
type FileDraft = XmlDraft['files'][number];

export interface XmlScenario {
  spec: Entry & { fields: Entry[] };
  syntax: 'json';
  today: string;
  files: { bytes: Uint8Array; feeding: Feeding }[];
}

const encodings = [
  'UTF-8',
  'utf-16le',
  'windows-1252',
  'shift_jis',
  'utf-16be',
  'iso-8859-15',
  'gbk',
  'euc-jp',
  'big5',
  'koi8-r',
];

/** Turns a draft into a valid spec and the bytes of its documents. */
export function createXmlScenario(draft: XmlDraft): XmlScenario {
  const { spec: csv, cells } = createSpec(draft.spec);
  const {
    name,
    nullValues,
    numbersAs,
    onTypeMismatch,
    onMissingRequired,
    messageKey,
    correctionRules,
    validationRules,
    maxRecordBytes,
  } = csv;
  const kept = Object.fromEntries(
    Object.entries({
      name,
      nullValues,
      numbersAs,
      onTypeMismatch,
      onMissingRequired,
      messageKey,
      correctionRules,
      validationRules,
      maxRecordBytes,
    }).filter(([, value]) => value !== undefined),
  );
  const taken = new Set<string>();
  // If a start tag alone is too long, a predicate on its attributes counts as matched. The oracle does not know that.
  const enlarge = (bytes: number) => (draft.hasPredicates && bytes > 0 ? bytes + 1000 : bytes);
  const pools = draft.hasPredicates ? predicatePaths : { inside: paths, before: pathsBefore, records: recordPaths };
  const fields = csv.fields.map((field, i) => {
    const column = draft.columns[i] ?? { path: 0, isBefore: false, separator: 0 };
    const columnName = free(column.isBefore ? pools.before : pools.inside, column.path, taken);
    const separator = column.isBefore ? null : choose(separators, column.separator);
    return { ...field, columnName, ...(separator !== null && { separator }) };
  });
  const encoding = draft.encoding === 0 ? null : choose(encodings, draft.encoding);
  const recordPath = choose(pools.records, draft.recordPath);
  const several = choose(['', '', '', 'FATAL', 'ERROR', 'WARNING', 'IGNORE'], draft.several);
  const spec = {
    ...kept,
    ...(maxRecordBytes !== undefined && { maxRecordBytes: enlarge(Number(maxRecordBytes)) }),
    format: 'XML',
    recordPath,
    namespaces,
    ...(encoding && { encoding }),
    ...(several && { onSeveralMatches: several }),
    fields,
  };
  const values = [...(draft.hasPredicates ? predicateValues : []), ...cells.flat()];
  const files = draft.files.map((file) => ({
    // The names of the elements are the same.
    bytes: writeFile(file, {
      values,
      encoding: encoding ?? 'utf-8',
      recordPath: recordPath.replace(/\[[^\]]*\]/gu, ''),
    }),
    feeding: { ...file.feeding, maxRecordBytes: enlarge(file.feeding.maxRecordBytes) },
  }));
  return { spec, syntax: 'json', today: '2024-02-29', files };
}

function free(list: readonly string[], n: number, taken: Set<string>): string {
  const path = choose(
    list.filter((one) => !taken.has(one)),
    n,
  );
  taken.add(path);
  return path;
}

interface Pool {
  values: string[];
  encoding: string;
  recordPath: string;
}

function writeFile(
  { records, others, prolog, declared, fault, ending, feeding: _ }: FileDraft,
  pool: Pool,
): Uint8Array {
  const encoding = declared % 4 === 3 ? choose(encodings, declared) : pool.encoding;
  const isUtf16 = encoding.startsWith('utf-16');
  const mark = declared % 2 === 1 && (isUtf16 || encoding === 'UTF-8') ? '\uFEFF' : '';
  const label = encoding === pool.encoding && declared % 3 === 0 && mark === '' ? '' : ` encoding="${encoding}"`;
  const isDeclared = label !== '' || declared % 5 === 1;
  const declaration = isDeclared ? `<?xml version='1.0'${label}${choose(['', " standalone='no'", ' '], prolog)}?>` : '';
  const text = `${declaration}${choose(['', '\n', '<!-- p --> ', '<?p?>\r\n'], prolog)}${writeRoot(records, others, pool)}${choose(['', '\n', '<!-- e -->', ' <?e?>\r'], ending)}`;
  const changed = fault === null ? text : damage(text, fault);
  return Uint8Array.from([
    ...encode(mark, encoding),
    ...encode(referred(changed, encoding), encoding),
    ...(fault?.kind === 3 ? [0xff, 0xc3] : []),
  ]);
}

/** Puts records and other elements where the record path expects them. */
function writeRoot(records: ElementDraft[], others: ElementDraft[], pool: Pool): string {
  const steps = pool.recordPath.startsWith('//')
    ? ['root', 's', pool.recordPath.slice(2)]
    : pool.recordPath.slice(1).split('/');
  const write = (element: ElementDraft, name: string) => writeElement(element, { ...pool, name });
  const last = steps.at(-1) ?? 'r';
  const parent = tagName(steps.at(-2) ?? '');
  // With three other elements, every second record has a parent of its own.
  const parts = (i: number) => (others.length > 2 && steps.length > 2 && i % 2 === 1 ? `</${parent}><${parent}>` : '');
  const inner = records
    .map(
      (record, i) =>
        parts(i) + write(record, last) + (i < others.length ? write(others[i] ?? record, choose(elementNames, i)) : ''),
    )
    .join('\n');
  const [first, second] = others;
  const outer = steps
    .slice(0, -1)
    .toReversed()
    .reduce(
      (content, step, i) =>
        `<${tagName(step)}${i % 2 === 0 ? ' k="&#65;"' : ' l=""'}${i === steps.length - 2 ? declarations : ''}>${first && i === 0 ? write(first, 'b') : ''}${content}${second ? write(second, 'a') : ''}</${tagName(step)}>`,
      inner,
    );
  if (steps.length > 1) return outer;
  return records[0] === undefined
    ? `<${tagName(last)}${declarations}/>`
    : writeElement(records[0], { ...pool, name: last, more: declarations });
}

const uriOf = (uri: string) => uri.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
// The document swaps the prefixes of the spec: n of the spec is p here, and vice versa.
const declarations = ` xmlns:p="${uriOf(namespaces.n)}" xmlns:n="${uriOf(namespaces.m)}" xmlns:q="urn:q" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`;

function tagName(step: string): string {
  return step.replace(/^n:/u, 'p:');
}

function writeElement(
  draft: ElementDraft,
  { name: due, more = '', ...pool }: Pool & { name: string; more?: string },
): string {
  const name =
    draft.name === 0
      ? tagName(due)
      : `${choose(['', '', 'p:', 'n:', 'q:'], draft.prefix)}${choose(elementNames, draft.name)}`;
  const quote = draft.look % 2 === 0 ? '"' : "'";
  const blank = choose([' ', '\n', '\t ', '\r\n'], draft.look);
  const seen = new Set<string>();
  const attributes = draft.attributes.flatMap((attribute) => {
    const key = `${choose(['', '', 'p:', 'n:', 'xml:'], attribute.prefix)}${attribute.prefix % 5 === 4 ? 'lang' : choose(attributeNames, attribute.name)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      `${blank}${key}${draft.look % 3 === 0 ? '=' : ' = '}${quote}${writeText(choose(pool.values, attribute.value), draft.look).replaceAll(quote, '&#34;').replaceAll('\n', '&#10;')}${quote}`,
    ];
  });
  const declared = choose(
    ['', '', '', ' xmlns="urn:n"', ' xmlns=""', ' xmlns:q="urn:n"', ' xmlns:p="urn:other"'],
    draft.declares,
  );
  const content = draft.content.map((part) => writePart(part, pool)).join('');
  const nil =
    draft.look % 11 === 10
      ? ` i:nil=${quote}${choose(['true', '1', 'false', ' true ', '0'], draft.declares)}${quote}`
      : '';
  const open = `<${name}${more}${attributes.join('')}${nil}${draft.declares % 2 === 0 ? declared : ''}${draft.look % 5 === 4 ? blank : ''}`;
  return content === '' && draft.look % 2 === 0
    ? `${open}/>`
    : `${open}>${content}</${name}${draft.look % 7 === 6 ? blank : ''}>`;
}

function writePart(part: PartDraft, pool: Pool): string {
  if (part.kind === 'element') return writeElement(part.element, { ...pool, name: 'a' });
  if (part.kind === 'aside') return choose(markup, part.which);
  const text = choose(pool.values, part.value);
  return part.look % 5 === 3
    ? `<![CDATA[${sound(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
    : writeText(text, part.look);
}

/** Writes a text as character data. Uses references where XML requires them, and varies the rest. */
function writeText(text: string, look: number): string {
  return [...sound(text)]
    .map((char, i) => {
      if (char === '&' || char === '<')
        return look % 2 === 0 ? `&${char === '&' ? 'amp' : 'lt'};` : `&#x${char.codePointAt(0)?.toString(16)};`;
      if (char === '>' || (look > 0 && (look + i) % 11 === 0))
        return char === '>' ? '&gt;' : `&#${char.codePointAt(0)};`;
      return char;
    })
    .join('');
}

/** Returns the text without the characters that XML does not allow. */
function sound(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFE\uFFFF]/gu, 'x').replace(/\p{Cs}/gu, 'y');
}

/** Replaces characters outside the encoding by references where XML allows them. */
function referred(text: string, encoding: string): string {
  if (/^utf/iu.test(encoding)) return text;
  return [...text]
    .map((char) =>
      char > '~' && new TextDecoder(encoding).decode(encode(char, encoding)) !== char
        ? `&#${char.codePointAt(0)};`
        : char,
    )
    .join('');
}

/** Damages a document in most cases: inserts or removes something, or truncates it. */
function damage(text: string, { kind, at, which }: { kind: number; at: number; which: number }): string {
  const chars = [...text];
  const place = at % (chars.length + 1);
  if (kind === 0) return [...chars.slice(0, place), choose(faults, which), ...chars.slice(place)].join('');
  if (kind === 1) return [...chars.slice(0, place), ...chars.slice(place + 1 + (which % 3))].join('');
  return kind === 2 ? chars.slice(0, place).join('') : text;
}
