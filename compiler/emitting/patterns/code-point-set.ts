import { createRequire } from 'node:module';
import type { AST } from '@eslint-community/regexpp';
import type { JS } from 'refa';

// require() loads refa for the first pattern, not when the compiler starts. For an import, Node.js would read the
// CommonJS module two more times, to detect its format and exports.
const require = createRequire(import.meta.url);

/**
 * A set of code points as one flat list of ranges: from, to, from, to, … Both ends are included. The ranges are sorted,
 * disjoint and not adjacent.
 */
export type CodePointSet = readonly number[];

/** A part of a regular expression that matches one code point. */
export type SetElement = AST.Character | AST.CharacterClass | AST.CharacterSet;

/**
 * Returns the code points that a part of a pattern matches with the flag `u`. Unicode properties use the data of the
 * pinned refa version (Unicode 15.0, scripts 12.1), not those of the JavaScript engine. So a pattern has the same plan
 * on every engine.
 * @throws if that data does not contain a property
 */
export function toCodePointSet(element: SetElement): CodePointSet {
  if (element.type === 'Character') return [element.value, element.value];
  if (element.type === 'CharacterSet') return setOf([element]);
  const set = setOf(element.elements as readonly SetMember[]);
  return element.negate ? complement(set) : set;
}

/** Returns the union of the sets. */
export function union(sets: readonly CodePointSet[]): CodePointSet {
  const ranges = sets.flatMap(toRanges).sort((a, b) => a[0] - b[0]);
  const result: number[] = [];
  for (const [from, to] of ranges) {
    const last = result.length - 1;
    if (last > 0 && from <= (result[last] ?? 0) + 1) result[last] = Math.max(result[last] ?? 0, to);
    else result.push(from, to);
  }
  return result;
}

/** The largest code point of Unicode. */
export const LAST_CODE_POINT = 0x10ffff;

// Members of a class with the flag `u`. The strings and set operations of the flag `v` cannot occur.
type SetMember =
  | AST.Character
  | AST.CharacterClassRange
  | AST.EscapeCharacterSet
  | AST.CharacterUnicodePropertyCharacterSet;
type Member = Exclude<Parameters<typeof JS.createCharSet>[0] extends Iterable<infer T> ? T : never, number>;

function setOf(members: readonly (SetMember | AST.CharacterSet)[]): CodePointSet {
  // require() is untyped. The package's own types apply.
  const refa = require('refa') as typeof import('refa');
  return refa.JS.createCharSet(members.map(toMember), { unicode: true }).ranges.flatMap(({ min, max }) => [min, max]);
}

function toMember(member: SetMember | AST.CharacterSet): Member {
  switch (member.type) {
    case 'Character':
      return { min: member.value, max: member.value };
    case 'CharacterClassRange':
      return { min: member.min.value, max: member.max.value };
    case 'CharacterSet':
      if (member.kind !== 'property') return member;
      if (member.strings) throw new Error('properties of strings need the flag v');
      return { ...member, key: LONG_NAMES.get(member.key) ?? member.key };
  }
}

// Aliases of binary properties that ECMAScript allows but refa does not list.
const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ['EBase', 'Emoji_Modifier_Base'],
  ['EComp', 'Emoji_Component'],
  ['EMod', 'Emoji_Modifier'],
  ['EPres', 'Emoji_Presentation'],
  ['ExtPict', 'Extended_Pictographic'],
]);

function complement(set: CodePointSet): CodePointSet {
  const result: number[] = [];
  let next = 0;
  for (const [from, to] of toRanges(set)) {
    if (from > next) result.push(next, from - 1);
    next = to + 1;
  }
  if (next <= LAST_CODE_POINT) result.push(next, LAST_CODE_POINT);
  return result;
}

function toRanges(set: CodePointSet): [number, number][] {
  const ranges: [number, number][] = [];
  for (let i = 0; i < set.length; i += 2) ranges.push([set[i] ?? 0, set[i + 1] ?? 0]);
  return ranges;
}
