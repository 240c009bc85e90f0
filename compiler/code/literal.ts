/**
 * The only way in which the text of a spec becomes source text. Everything that the emitter writes is
 * `Code`; a plain string cannot be put into it, so that forgetting to quote one is a type error.
 */
declare const brand: unique symbol;

/** TypeScript source text. Made only by the functions of this file. */
export interface Code {
  readonly source: string;
  readonly [brand]: true;
}

/** Source text with values in it: numbers as they are, lists of code one per line, and other code. */
export function code(parts: TemplateStringsArray, ...values: readonly (Code | number | readonly Code[])[]): Code {
  let source = parts[0] ?? '';
  values.forEach((value, index) => {
    source += sourceOf(value) + (parts[index + 1] ?? '');
  });
  return asCode(source);
}

/** A text of the spec as a single-quoted string literal, printable ASCII only, safe in any context of a module. */
export function literal(text: string): Code {
  let source = "'";
  for (let i = 0; i < text.length; i++) source += escaped(text.charCodeAt(i));
  return asCode(source + "'");
}

/** A list of texts as an array literal. */
export function literals(texts: readonly string[]): Code {
  return join(texts.map(literal), ', ', '[', ']');
}

/** An identifier or property path that the plan has chosen. @throws where it is not one. */
export function name(identifier: string): Code {
  if (!/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(identifier)) throw new Error(`not an identifier: ${identifier}`);
  return asCode(identifier);
}

/** A property key of an object literal or an interface: bare where that is the same, quoted where not. */
export function propertyName(text: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(text) && text !== '__proto__' ? asCode(text) : literal(text);
}

/** A property key of an object literal that defines a property whatever its name: `__proto__` would set the prototype. */
export function ownKey(text: string): Code {
  return text === '__proto__' ? code`[${literal(text)}]` : propertyName(text);
}

/** Text for a comment: no line ends, no way to end the comment, nothing that changes the direction of reading. */
export function commentText(text: string): Code {
  return asCode(
    text
      .replaceAll('*/', '*\u200b/')
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff\ud800-\udfff]/gu, '\ufffd'),
  );
}

/** 32 bits as a number that shows its bytes. */
export function hexadecimal(word: number): Code {
  return asCode(`0x${(word >>> 0).toString(16).padStart(8, '0')}`);
}

/** Pieces of code with a separator between them. */
export function join(pieces: readonly Code[], separator: string, open = '', close = ''): Code {
  return asCode(open + pieces.map((piece) => piece.source).join(separator) + close);
}

/** No code at all, and a test for it. */
export const nothing: Code = asCode('');

function sourceOf(value: Code | number | readonly Code[]): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return 'source' in value ? value.source : value.map((piece) => piece.source).join('\n');
}

function escaped(unit: number): string {
  if (unit === 0x27) return "\\'";
  if (unit === 0x5c) return '\\\\';
  if (unit === 0x0a) return '\\n';
  if (unit === 0x09) return '\\t';
  if (unit >= 0x20 && unit < 0x7f) return String.fromCharCode(unit);
  return unit < 0x100 ? `\\x${unit.toString(16).padStart(2, '0')}` : `\\u${unit.toString(16).padStart(4, '0')}`;
}

function asCode(source: string): Code {
  // The brand exists for the type checker alone; this is the one place that gives it.
  return { source } as Code;
}
