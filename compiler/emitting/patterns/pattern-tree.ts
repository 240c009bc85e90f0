import type { AST } from '@eslint-community/regexpp';
import { toCodePointSet, union } from './code-point-set.ts';
import type { CodePointSet, SetElement } from './code-point-set.ts';
import { createBudget, LIMITS } from './pattern.ts';
import type { Budget, PatternNode, PatternRepeat, PatternError } from './pattern.ts';

/**
 * Thrown for a part of a pattern that is not supported, usually because an automaton cannot match it in one pass. Only
 * this folder throws and catches it, while it parses a pattern.
 */
export class IrregularPart extends Error {
  private readonly code: 'invalid_pattern' | 'irregular_pattern';
  private readonly node: AST.Node;
  constructor(node: AST.Node, reason: string, code: 'invalid_pattern' | 'irregular_pattern' = 'irregular_pattern') {
    super(reason);
    this.node = node;
    this.code = code;
  }
  toError(): PatternError {
    return {
      kind: 'invalid',
      code: this.code,
      reason: this.message,
      offset: this.node.start,
      length: this.node.end - this.node.start,
    };
  }
}

/**
 * Converts a parsed pattern to a tree. Also returns the number of capturing groups, and whether any of them has a name.
 * @throws IrregularPart for a part that is not supported
 * @throws PatternTooLarge if its character sets are too large
 */
export function toPatternTree(ast: AST.Pattern): { tree: PatternNode; groups: number; named: boolean } {
  const reading: Reading = { groups: 0, named: false, sets: new Map(), budget: createBudget(LIMITS.work) };
  const tree = toChoice(reading, ast.alternatives, { atStart: true, atEnd: true });
  return { tree, groups: reading.groups, named: reading.named };
}

interface Reading {
  groups: number;
  named: boolean;
  readonly sets: Map<string, CodePointSet>;
  readonly budget: Budget;
}

/**
 * Whether a part of the pattern can begin only at the start of the pattern (`atStart`), and whether it can end only at
 * the end of the pattern (`atEnd`).
 */
interface Edges {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

function toChoice(reading: Reading, alternatives: readonly AST.Alternative[], edges: Edges): PatternNode {
  const options = alternatives.map((alternative) => toSequence(reading, alternative.elements, edges));
  const sets = options.flatMap((option) => (option.kind === 'set' ? [option.set] : []));
  const [only] = options;
  if (options.length === 1 && only !== undefined) return only;
  return sets.length === options.length ? { kind: 'set', set: union(sets) } : { kind: 'choice', options };
}

function toSequence(reading: Reading, elements: readonly AST.Element[], edges: Edges): PatternNode {
  const firstInside = elements.findIndex((element) => !isEdge(element, 'start'));
  const lastInside = elements.findLastIndex((element) => !isEdge(element, 'end'));
  const parts = elements.map((element, index) =>
    toNode(reading, element, {
      atStart: edges.atStart && (firstInside < 0 || index <= firstInside),
      atEnd: edges.atEnd && index >= lastInside,
    }),
  );
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts };
}

function isEdge(element: AST.Element, kind: 'start' | 'end'): boolean {
  return element.type === 'Assertion' && element.kind === kind;
}

function toNode(reading: Reading, element: AST.Element, edges: Edges): PatternNode {
  switch (element.type) {
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
      return { kind: 'set', set: readSet(reading, element) };
    case 'Group':
      if (element.modifiers)
        throw new IrregularPart(
          element.modifiers,
          `the flags "(?${element.modifiers.raw}:" are not supported: patterns use only the flag u`,
        );
      return toChoice(reading, element.alternatives, edges);
    case 'CapturingGroup':
      return toGroup(reading, element, edges);
    case 'Quantifier':
      return toRepeat(reading, element);
    case 'Assertion':
      return toAssertion(element, edges);
    case 'Backreference':
      throw new IrregularPart(
        element,
        `the back-reference ${quoted(element)} is not supported, because a value is read once from left to right`,
      );
    case 'ExpressionCharacterClass':
      throw new Error('set operations need the flag v');
  }
}

function toGroup(reading: Reading, element: AST.CapturingGroup, edges: Edges): PatternNode {
  const index = ++reading.groups;
  reading.named ||= element.name !== null;
  return { kind: 'group', index, body: toChoice(reading, element.alternatives, edges) };
}

function toRepeat(reading: Reading, element: AST.Quantifier): PatternRepeat {
  const firstGroup = reading.groups + 1;
  const body = toNode(reading, element.element, { atStart: false, atEnd: false });
  const { min, max } = element;
  return { kind: 'repeat', body, min, max, lazy: !element.greedy, firstGroup, lastGroup: reading.groups };
}

function toAssertion(element: AST.Assertion, edges: Edges): PatternNode {
  switch (element.kind) {
    case 'start':
      if (!edges.atStart)
        throw new IrregularPart(element, '"^" is supported only at the start of the pattern or of an alternative');
      return { kind: 'start' };
    case 'end':
      if (!edges.atEnd)
        throw new IrregularPart(element, '"$" is supported only at the end of the pattern or of an alternative');
      return { kind: 'end' };
    case 'word':
      throw new IrregularPart(
        element,
        `the word boundary ${quoted(element)} is not supported, because it depends on the characters on both sides; name these characters instead`,
      );
    case 'lookahead':
    case 'lookbehind':
      throw new IrregularPart(
        element,
        `the ${element.kind === 'lookahead' ? 'look-ahead' : 'look-behind'} ${quoted(element)} is not supported, because a value is read once from left to right`,
      );
  }
}

function readSet(reading: Reading, element: SetElement): CodePointSet {
  const known = reading.sets.get(element.raw);
  if (known) return known;
  const set = toSet(element);
  reading.budget.spend(100 + 4 * set.length);
  reading.sets.set(element.raw, set);
  return set;
}

function toSet(element: SetElement): CodePointSet {
  try {
    return toCodePointSet(element);
  } catch {
    throw new IrregularPart(
      element,
      `the Unicode property in ${quoted(element)} is not in the Unicode data of this compiler`,
      'invalid_pattern',
    );
  }
}

function quoted(node: AST.Node): string {
  return node.raw.length > 40 ? `"${node.raw.slice(0, 37)}..."` : `"${node.raw}"`;
}
