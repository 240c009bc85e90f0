import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { readAndCheck } from '../../../compiler/index.ts';
import { emitSource, linkModule, type ModuleSource } from '../../support/load-module.ts';
import { seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { TRIES } from './tries.ts';

const test = suite('no text of a spec becomes code');

const SPECS = join(import.meta.dirname, '../../../specs');
const CODE = 'globalThis.pwned = pwnd()';
const OPENINGS = [
  "'",
  '"',
  '`',
  '*/',
  '\\',
  "\\'",
  '\\"',
  '${',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '</script>',
  '//',
  ')',
  '}',
  '];',
  '\\u0027',
  '\u0085',
  '@__NO_SIDE_EFFECTS__ ',
  '#__PURE__ ',
  '\u061c',
  '\u202e',
  '\u0000',
] as const;
const CLOSINGS = ['', "'", '"', '`', '/*', '}', '//', '\n', '\\', "('"] as const;
/** Members whose text a spec may choose freely. Other texts are replaced one at a time. */
const FREE = new Set([
  'description',
  'message',
  'columnName',
  'comment',
  'title',
  'label',
  'ruleId',
  'prefix',
  'suffix',
  'replacement',
  'default',
  'nullValues',
  'values',
]);

const hostileText = (random: Random): string =>
  `${random.oneIn(3) ? 'x' : ''}${random.pick(OPENINGS)}${random.oneIn(4) ? random.pick(OPENINGS) : ''};${CODE};${random.pick(CLOSINGS)}`;

type Node = Record<string, unknown> | unknown[];
interface Position {
  owner: Node;
  key: string;
  isFree: boolean;
}

/** Returns the position of every text in a tree. */
function textsOf(node: unknown, isFree = false): Position[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const isFreeHere = FREE.has(key) || (Array.isArray(node) && isFree);
    return typeof value === 'string' ? [{ owner: node as Node, key, isFree: isFreeHere }] : textsOf(value, isFreeHere);
  });
}

const put = ({ owner, key }: Position, text: string): void => void ((owner as Record<string, unknown>)[key] = text);

/** Replaces all free texts, or one text of any kind. Returns the number of replaced texts. */
function spoil(spec: object, random: Random): number {
  const texts = textsOf(spec);
  if (random.oneIn(2)) {
    const one = texts[random.below(texts.length)];
    if (one !== undefined) put(one, hostileText(random));
    return 1;
  }
  const free = texts.filter(({ isFree }) => isFree);
  for (const one of free) put(one, hostileText(random));
  return free.length;
}

/** Returns what is wrong with emitted source: it does not parse, or a text became code or a directive. */
function findFaults(source: string): string[] {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, false);
  // The member is internal, and the only way to see syntax errors without a program.
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  const faults = parseDiagnostics.length > 0 ? ['it does not parse'] : [];
  let hasDirective = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && ['pwned', 'globalThis'].includes(node.text)) faults.push(`code: ${node.text}`);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'pwnd')
      faults.push('code: a call');
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ])
      hasDirective ||= /[@#]__(?:PURE|NO_SIDE_EFFECTS)__/.test(source.slice(pos, end));
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (hasDirective) faults.push('a directive in a comment');
  return faults;
}

const sourcesOf = ({ source, fastSource }: ModuleSource): string[] =>
  fastSource === null ? [source] : [source, fastSource];

test('texts in every position remain literals and comments', async () => {
  const names = readdirSync(SPECS).filter((name) => name.endsWith('.yaml'));
  let texts = 0;
  let emitted = 0;
  for (let index = 0; index < TRIES; index++) {
    const random = randomOf(seed, index);
    const tree = parse(readFileSync(join(SPECS, names[index % names.length] ?? ''), 'utf8')) as object;
    texts += spoil(tree, random);
    const text = JSON.stringify(tree);
    const { spec } = readAndCheck({ text, path: 'hostile.json', syntax: 'json' });
    if (spec === null) continue;
    emitted++;
    const module = emitSource(spec);
    for (const source of sourcesOf(module)) assert.equal(findFaults(source), [], text);
    if (index % 10 === 0) await linkModule(module);
    assert.not('pwned' in globalThis, text);
  }
  assert.ok(texts > TRIES && emitted > TRIES / 4, `${texts} texts, ${emitted} modules`);
});

test('the check recognises code and directives', () => {
  assert.equal(findFaults("const a = ''; globalThis.pwned = pwnd(); ''"), [
    'code: globalThis',
    'code: pwned',
    'code: a call',
  ]);
  assert.equal(findFaults('/* @__PURE__ */ f();'), ['a directive in a comment']);
  assert.equal(findFaults("const a = 'b"), ['it does not parse']);
});

test.run();
