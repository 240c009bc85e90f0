import type { KeyShapes, Shape } from '../../shape/shape.ts';
import { readKeyDoc } from './key-doc.ts';

/** The titles of the columns that `keyRows` fills. */
export const keyTitles = ['key', 'value', 'default', 'for', 'meaning'] as const;

/**
 * One row of Markdown cells per key of an object shape. The keys of an object inside it follow as `skipLines.top`, and
 * apply to what that object applies to (`outerUsedBy`), unless they say otherwise.
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
    return shape.kind === 'object' ? [row, ...keyRows(shape.keys, `${prefix}${name}.`, usedBy)] : [row];
  });
}

/** What may be written as the value of a key, as a Markdown cell. */
export function describeValue(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return `text${describeLength(shape.min, shape.max)}`;
    case 'character':
      return shape.none ? 'one character, or `""`' : 'one character';
    case 'integer':
      return `whole number, ${count(shape.min)} to ${count(shape.max)}`;
    case 'boolean':
      return '`true`, `false`';
    case 'choice':
      return shape.values.map(code).join(', ');
    case 'texts':
      return 'text with commas, or a list of texts';
    case 'list':
      return shape.item.kind === 'text' ? 'list of texts' : 'list';
    case 'record':
      return 'mapping of names to texts';
    case 'object':
    case 'tagged':
      return 'mapping';
    default:
      return shape satisfies never;
  }
}

/** Text of a Markdown cell: a bar would end it. */
export function cell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** A word as code in a Markdown cell. */
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
