/** A sample of JSON: the values of its lines, or one document. */
export type JsonSample =
  | { readonly kind: 'LINES'; readonly values: readonly unknown[]; readonly isBroken: boolean }
  | { readonly kind: 'DOCUMENT'; readonly value: unknown };

/** The minimum share of lines that are JSON in a file of JSON Lines. */
const MIN_LINES = 0.5;

/**
 * Reads a sample as JSON Lines or as a document. A document that is only the beginning of a file is read up to its last
 * complete value. Returns null if it is neither.
 */
export function readJson(text: string, isWhole: boolean): JsonSample | null {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const whole = isWhole || lines.length < 2 ? lines : lines.slice(0, -1);
  const values = whole.map(parse).filter((value) => isStructure(value));
  const isList = /^[\s\ufeff]*\[\s*$/.test(lines[0] ?? '');
  if (whole.length > 1 && !isList && values.length >= MIN_LINES * whole.length)
    return { kind: 'LINES', values, isBroken: values.length < whole.length };
  const value = parse(text.replace(/^\ufeff/, '')) ?? (isWhole ? undefined : parse(closeDocument(text)));
  if (!isStructure(value)) return null;
  const isLine = isWhole && whole.length === 1 && !Array.isArray(value) && !hasList(value, 3);
  return isLine ? { kind: 'LINES', values: [value], isBroken: false } : { kind: 'DOCUMENT', value };
}

/** Returns the value of a text, or undefined if it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a value contains a list of several objects, at most `depth` levels deep. */
function hasList(value: unknown, depth: number): boolean {
  if (!isStructure(value) || depth < 0) return false;
  if (Array.isArray(value)) return value.length > 1 && value.every((item) => isStructure(item));
  return Object.values(value).some((member) => hasList(member, depth - 1));
}

/** Closes a document that ends early, after the last object or list that is complete in it. */
function closeDocument(text: string): string {
  const open: string[] = [];
  let end = 0;
  let closing = '';
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') {
      open.pop();
      end = at + 1;
      closing = open.toReversed().join('');
    }
  }
  return text.slice(0, end) + closing;
}
