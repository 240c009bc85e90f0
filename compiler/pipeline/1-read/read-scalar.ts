import type { DiagnosticCode, DiagnosticParams } from '../../diagnostics/messages/messages.ts';
import { shown } from '../../diagnostics/messages/text.ts';
import type { ScalarNode, SpecNode } from './nodes/node.ts';
import type {
  BooleanShape,
  CharacterShape,
  ChoiceShape,
  IntegerShape,
  Shape,
  TextShape,
} from '../../language/shape/shape.ts';

type ScalarShape = TextShape | CharacterShape | IntegerShape | BooleanShape | ChoiceShape;

/** Reports a diagnostic at the position of the scalar that is being read. */
type ReportScalar = <C extends DiagnosticCode>(code: C, params: DiagnosticParams<C>, hint?: { hint: string }) => void;

/**
 * Converts a scalar node to the text, number or boolean that a shape expects. Returns null, after reporting why, if the
 * node does not fit the shape.
 */
export function readScalar(node: SpecNode, shape: ScalarShape, report: ReportScalar): string | number | boolean | null {
  if (node.kind !== 'scalar') {
    report('wrong_kind', { expected: describeShape(shape), found: describeNode(node) });
  } else if (node.missing) {
    report('missing_value', { expected: describeShape(shape) }, { hint: 'remove the key, or write "" for empty text' });
  } else if (node.inexact !== null) {
    report('inexact_number', { written: node.inexact, read: node.text });
  } else if (/\p{Cs}/u.test(node.text)) {
    report('invalid_unicode', {});
  } else {
    return readValid(node, shape, report);
  }
  return null;
}

function readValid(node: ScalarNode, shape: ScalarShape, report: ReportScalar): string | number | boolean | null {
  switch (shape.kind) {
    case 'text':
      return readText(node, shape, report);
    case 'character':
      return readCharacter(node, shape, report);
    case 'integer':
      return readInteger(node, shape, report);
    case 'boolean':
      return readBoolean(node, shape, report);
    case 'choice':
      return readChoice(node, shape, report);
  }
}

function readText({ text }: ScalarNode, { min, max }: TextShape, report: ReportScalar): string | null {
  if (text.length >= 2 * min && text.length <= max) return text;
  const length = codePoints(text);
  if (length < min) report('text_too_short', { min, length });
  else if (length > max) report('text_too_long', { max, length });
  else return text;
  return null;
}

function readCharacter(
  { text, quoted }: ScalarNode,
  { none, max }: CharacterShape,
  report: ReportScalar,
): string | null {
  const length = codePoints(text);
  if ((length >= 1 && length <= max) || (none && length === 0)) return text;
  if (max > 1) {
    if (length === 0) report('text_too_short', { min: 1, length });
    else report('text_too_long', { max, length });
    return null;
  }
  const escaped = !quoted && text.startsWith('\\');
  report(
    'not_one_character',
    { value: text, length, none },
    escaped ? { hint: `escapes work only in double quotes: "${shown(text)}"` } : undefined,
  );
  return null;
}

function readInteger({ text, quoted }: ScalarNode, { min, max }: IntegerShape, report: ReportScalar): number | null {
  if (quoted || !/^-?(?:0|[1-9]\d*)$/.test(text)) {
    report('not_an_integer', { value: text }, { hint: 'write digits without quotes, leading zeros and separators' });
    return null;
  }
  const value = Number(text) + 0;
  if (value >= min && value <= max) return value;
  report('out_of_range', { value: text, min, max });
  return null;
}

function readBoolean({ text, quoted }: ScalarNode, shape: BooleanShape, report: ReportScalar): boolean | null {
  if (!quoted && /^(?:true|True|TRUE)$/.test(text)) return true;
  if (!quoted && /^(?:false|False|FALSE)$/.test(text)) return false;
  report(
    'wrong_kind',
    { expected: describeShape(shape), found: `the text "${shown(text)}"` },
    quoted ? { hint: 'remove the quotes' } : undefined,
  );
  return null;
}

function readChoice(
  { text, quoted }: ScalarNode,
  { values, otherwise }: ChoiceShape,
  report: ReportScalar,
): string | null {
  if (values.includes(text)) return text;
  // In YAML, an unquoted > at the end of a line begins a block of text, which is empty here.
  const isOperator = quoted && text.trim() === '' && values.includes('>');
  report(
    'unknown_value',
    { value: text, known: values },
    isOperator
      ? { hint: 'put the operator in quotes: ">"' }
      : otherwise === undefined
        ? undefined
        : { hint: otherwise },
  );
  return null;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns a phrase for the kind of value that a shape expects, for messages: `a whole number`. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return 'text';
    case 'character':
      if (shape.max > 1) return `one to ${shape.max} characters`;
      return shape.none ? 'one character or empty text' : 'one character';
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${shape.values.join(', ')}`;
    case 'texts':
      return shape.item === undefined ? 'a list, or text with commas between its items' : 'text, or a list of texts';
    case 'list':
      return 'a list';
    case 'either':
      return `${describeShape(shape.word)}, or a mapping`;
    case 'record':
    case 'object':
    case 'tagged':
      return 'a mapping';
  }
}

/** Returns a phrase for the kind of value that a node is, for messages: `a list`. */
export function describeNode(node: SpecNode): string {
  switch (node.kind) {
    case 'list':
      return 'a list';
    case 'map':
      return 'a mapping';
    case 'broken':
      return 'an invalid value';
    case 'scalar':
      return node.missing ? 'no value' : `the text "${shown(node.text)}"`;
  }
}
