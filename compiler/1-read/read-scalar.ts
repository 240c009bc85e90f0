import type { DiagnosticCode, DiagnosticParams } from '../messages.ts';
import { shown } from '../messages.ts';
import type { ScalarNode, SpecNode } from './node.ts';
import type { BooleanShape, CharacterShape, ChoiceShape, IntegerShape, Shape, TextShape } from './shape.ts';

type ScalarShape = TextShape | CharacterShape | IntegerShape | BooleanShape | ChoiceShape;

/** Tells a diagnostic of the scalar that is being read. */
type Tell = <C extends DiagnosticCode>(code: C, params: DiagnosticParams<C>, hint?: { hint: string }) => void;

/** The value of a node that should be one scalar; null where it is not, which was told. */
export function readScalar(node: SpecNode, shape: ScalarShape, tell: Tell): string | number | boolean | null {
  if (node.kind !== 'scalar') {
    tell('wrong_kind', { expected: describeShape(shape), found: describeNode(node) });
  } else if (node.missing) {
    tell(
      'missing_value',
      { expected: describeShape(shape) },
      { hint: 'leave the key out, or write "" for the empty text' },
    );
  } else if (node.inexact !== null) {
    tell('inexact_number', { written: node.inexact, read: node.text });
  } else if (/\p{Cs}/u.test(node.text)) {
    tell('invalid_unicode', {});
  } else {
    return readSound(node, shape, tell);
  }
  return null;
}

function readSound(node: ScalarNode, shape: ScalarShape, tell: Tell): string | number | boolean | null {
  switch (shape.kind) {
    case 'text':
      return readText(node, shape, tell);
    case 'character':
      return readCharacter(node, shape, tell);
    case 'integer':
      return readInteger(node, shape, tell);
    case 'boolean':
      return readBoolean(node, shape, tell);
    case 'choice':
      return readChoice(node, shape, tell);
  }
}

function readText({ text }: ScalarNode, { min, max }: TextShape, tell: Tell): string | null {
  if (text.length >= 2 * min && text.length <= max) return text;
  const length = codePoints(text);
  if (length < min) tell('text_too_short', { min, length });
  else if (length > max) tell('text_too_long', { max, length });
  else return text;
  return null;
}

function readCharacter({ text, quoted }: ScalarNode, { none }: CharacterShape, tell: Tell): string | null {
  const length = codePoints(text);
  if (length === 1 || (none && length === 0)) return text;
  const escaped = !quoted && text.startsWith('\\');
  tell(
    'not_one_character',
    { value: text, length, none },
    escaped ? { hint: `escapes count in double quotes only: "${shown(text)}"` } : undefined,
  );
  return null;
}

function readInteger({ text, quoted }: ScalarNode, { min, max }: IntegerShape, tell: Tell): number | null {
  if (quoted || !/^-?(?:0|[1-9]\d*)$/.test(text)) {
    tell('not_an_integer', { value: text }, { hint: 'digits without quotes, leading zeros and separators' });
    return null;
  }
  const value = Number(text) + 0;
  if (value >= min && value <= max) return value;
  tell('out_of_range', { value: text, min, max });
  return null;
}

function readBoolean({ text, quoted }: ScalarNode, shape: BooleanShape, tell: Tell): boolean | null {
  if (!quoted && /^(?:true|True|TRUE)$/.test(text)) return true;
  if (!quoted && /^(?:false|False|FALSE)$/.test(text)) return false;
  tell(
    'wrong_kind',
    { expected: describeShape(shape), found: `the text "${shown(text)}"` },
    quoted ? { hint: 'without quotes' } : undefined,
  );
  return null;
}

function readChoice({ text }: ScalarNode, { values }: ChoiceShape, tell: Tell): string | null {
  if (values.includes(text)) return text;
  tell('unknown_value', { value: text, known: values });
  return null;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** What a shape expects, in words. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return 'a text';
    case 'character':
      return shape.none ? 'one character or the empty text' : 'one character';
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${shape.values.join(', ')}`;
    case 'texts':
      return 'texts with commas between them, or a list';
    case 'list':
      return 'a list';
    case 'record':
    case 'object':
    case 'tagged':
      return 'a mapping';
  }
}

/** What a node is, in words. */
export function describeNode(node: SpecNode): string {
  switch (node.kind) {
    case 'list':
      return 'a list';
    case 'map':
      return 'a mapping';
    case 'broken':
      return 'something broken';
    case 'scalar':
      return node.missing ? 'nothing' : `the text "${shown(node.text)}"`;
  }
}
