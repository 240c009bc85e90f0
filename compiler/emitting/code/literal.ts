/**
 * Makes `Code` a type that no plain string fits. Text of a spec becomes source text only through the functions of this
 * file, so forgetting to quote it is a type error.
 */
declare const brand: unique symbol;

/** TypeScript source text. Only the functions of this file create it. */
export interface Code {
  readonly source: string;
  readonly [brand]: true;
}

/**
 * Template tag for source text. Values are numbers, other code, and lists of code. The items of a list are joined with
 * line ends.
 */
export function code(parts: TemplateStringsArray, ...values: readonly (Code | number | readonly Code[])[]): Code {
  let source = parts[0] ?? '';
  values.forEach((value, index) => {
    source += sourceOf(value) + (parts[index + 1] ?? '');
  });
  return asCode(source);
}

/**
 * Returns a text of the spec as a string literal of printable ASCII, safe in any context of a module. It is
 * single-quoted unless double quotes need fewer escapes.
 */
export function literal(text: string): Code {
  const count = (quote: string) => text.split(quote).length;
  const quote = count("'") > count('"') ? '"' : "'";
  let source = quote;
  for (let i = 0; i < text.length; i++) source += escaped(text.charCodeAt(i), quote);
  return asCode(source + quote);
}

/** The maximum length of a string literal in a table, in characters. */
const MAX_TABLE_CHARACTERS = 100;

/**
 * Returns a long ASCII text as several string literals joined by `+`. Each literal ends after `;`, `/`, `,` or a blank
 * if its first MAX_TABLE_CHARACTERS characters contain one, and otherwise after MAX_TABLE_CHARACTERS characters.
 */
export function tableLiteral(text: string): Code {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_TABLE_CHARACTERS) {
    const line = rest.slice(0, MAX_TABLE_CHARACTERS);
    const piece = /^.*[;/, ]/.exec(line)?.[0] ?? line;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return join([...pieces, rest].map(literal), ' + ');
}

/** Returns a list of texts as an array literal. */
export function literals(texts: readonly string[]): Code {
  return join(texts.map(literal), ', ', '[', ']');
}

/**
 * Returns an identifier or a property path such as `a.b`, which the plan chose.
 * @throws if the text is not one
 */
export function name(identifier: string): Code {
  if (!/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(identifier)) throw new Error(`not an identifier: ${identifier}`);
  return asCode(identifier);
}

/** Returns a property key of an object literal or interface, quoted if necessary. */
export function propertyName(text: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(text) && text !== '__proto__' ? asCode(text) : literal(text);
}

/**
 * Returns a property key of an object literal that always defines an own property. A plain `__proto__` would set the
 * prototype instead.
 */
export function propertyKey(text: string): Code {
  return text === '__proto__' ? code`[${literal(text)}]` : propertyName(text);
}

/**
 * Returns text for a comment. Line ends, comment ends and characters that change the text direction are replaced.
 * Annotations that bundlers and compilers obey, such as `#__PURE__` and `@ts-ignore`, lose their meaning: a zero-width
 * space follows the `@` or `#`.
 */
export function commentText(text: string): Code {
  return asCode(
    text
      .replaceAll('*/', '*\u200b/')
      .replace(/[@#](?=__|ts-)/g, '$&\u200b')
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(/[\u202a-\u202e\u2066-\u2069\u061c\u200e\u200f\ufeff\ud800-\udfff]/gu, '\ufffd'),
  );
}

/** Returns the low 32 bits of a number as a hexadecimal literal with eight digits. */
export function hexadecimal(word: number): Code {
  return asCode(`0x${(word >>> 0).toString(16).padStart(8, '0')}`);
}

/** Joins pieces of code with a separator, between `open` and `close`. */
export function join(pieces: readonly Code[], separator: string, open = '', close = ''): Code {
  return asCode(open + pieces.map((piece) => piece.source).join(separator) + close);
}

/** Adds indentation to each line of a piece of code except the first. The code must not contain template literals. */
export function indentRest(piece: Code, indentation: string): Code {
  return asCode(piece.source.replace(/\n(?=.)/g, `\n${indentation}`));
}

/** Empty code. */
export const nothing: Code = asCode('');

function sourceOf(value: Code | number | readonly Code[]): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return 'source' in value ? value.source : value.map((piece) => piece.source).join('\n');
}

function escaped(unit: number, quote: string): string {
  if (unit === quote.charCodeAt(0)) return `\\${quote}`;
  if (unit === 0x5c) return '\\\\';
  if (unit === 0x0a) return '\\n';
  if (unit === 0x09) return '\\t';
  if (unit >= 0x20 && unit < 0x7f) return String.fromCharCode(unit);
  return unit < 0x100 ? `\\x${unit.toString(16).padStart(2, '0')}` : `\\u${unit.toString(16).padStart(4, '0')}`;
}

function asCode(source: string): Code {
  // The brand exists only for the type checker. Only this function adds it.
  return { source } as Code;
}
