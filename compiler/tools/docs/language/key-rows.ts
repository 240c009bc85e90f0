import type { KeyShapes, Shape, TaggedShape } from '../../../language/shape/shape.ts';
import { readKeyDoc } from './key-doc.ts';

/** The titles of the table columns that `keyRows` fills. */
export const keyTitles = ['key', 'value', 'default', 'for', 'meaning'] as const;

/**
 * Returns one table row per key, as Markdown cells in the order of `keyTitles`. Names begin with `prefix`. The row of
 * an object is followed by rows for its keys, such as `skipLines.top`. A key without its own list of formats or types
 * has that of the object around it, `outerUsedBy`.
 */
export function keyRows(keys: KeyShapes, prefix = '', outerUsedBy = ''): string[][] {
  return Object.entries(keys).flatMap(([name, { shape, required }]) => {
    const { appliesTo, meaning, fallback } = readKeyDoc(shape.doc);
    const usedBy = appliesTo ?? outerUsedBy;
    const row = [
      code(prefix + name),
      describeValue(shape),
      cell(required ? 'required' : (fallback ?? '')),
      usedBy,
      cell(meaning),
    ];
    if (shape.kind === 'record' && shape.value.kind === 'object')
      return [row, ...keyRows(shape.value.keys, `${prefix}${name}.NAME.`, usedBy)];
    if (shape.kind === 'tagged') return [row, ...caseRows(shape, `${prefix}${name}`, usedBy)];
    return shape.kind === 'object' ? [row, ...keyRows(shape.keys, `${prefix}${name}.`, usedBy)] : [row];
  });
}

/** Returns the rows of a mapping whose keys depend on the value of one of them. */
function caseRows({ tag, cases }: TaggedShape, name: string, usedBy: string): string[][] {
  const meanings = Object.entries(cases).map(([value, { doc }]) => `${value}: ${doc}`);
  const words = Object.keys(cases).map(code).join(', ');
  return [
    [code(`${name}.${tag}`), words, 'required', usedBy, cell(meanings.join(' '))],
    ...Object.entries(cases).flatMap(([value, { keys }]) => keyRows(keys, `${name}.`, `${tag}: ${value}`)),
  ];
}

/** Describes the values that a key allows, as a Markdown cell. */
export function describeValue(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return `text${describeLength(shape.min, shape.max)}`;
    case 'character':
      if (shape.max > 1) return `one to ${shape.max} characters`;
      return shape.none ? 'one character, or `""`' : 'one character';
    case 'integer':
      return `whole number, ${count(shape.min)} to ${count(shape.max)}`;
    case 'boolean':
      return '`true`, `false`';
    case 'choice':
      return shape.values.map(code).join(', ');
    case 'texts':
      return shape.item === undefined ? 'text with commas, or a list of texts' : 'text, or a list of texts';
    case 'list':
      return shape.item.kind === 'text' ? 'list of texts' : 'list';
    case 'record':
      return shape.value.kind === 'text' ? 'mapping of names to texts' : 'mapping of names to mappings';
    case 'either':
      return `${describeValue(shape.word)}, or a mapping`;
    case 'object':
    case 'tagged':
      return 'mapping';
    default:
      return shape satisfies never;
  }
}

/** Escapes Markdown for a table cell, because a bar would end the cell. */
export function cell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** Returns a word as a Markdown code span. */
export function code(word: string): string {
  return `\`${word}\``;
}

function describeLength(min: number, max: number): string {
  if (max < Infinity) return `, ${min === 0 ? 'up' : count(min)} to ${count(max)} characters`;
  return min > 0 ? '' : ', may be empty';
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
