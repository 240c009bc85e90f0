/** A value that is already JSON text. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A piece is passed on when it has this many characters. */
const PIECE_CHARACTERS = 64 * 1024;
/** Objects and lists are taken apart down to this depth. Below it, values are small. */
const MAX_DEPTH = 3;

/**
 * Yields the JSON text of a value in pieces, so that a large value does not occupy the thread at once. Together, they are
 * what JSON.stringify() returns. The value must be plain data, in which a JsonText may stand for any value.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let gathered = '';
  for (const text of texts(value, 0)) {
    gathered += text;
    if (gathered.length < PIECE_CHARACTERS) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}

function* texts(value: unknown, depth: number): Generator<string> {
  if (value instanceof JsonText) yield value.text;
  else if (typeof value !== 'object' || value === null || 'toJSON' in value || depth === MAX_DEPTH)
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* list(value, depth);
  else yield* members(value, depth);
}

function* list(items: readonly unknown[], depth: number): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield separator;
    yield* texts(item, depth + 1);
    separator = ',';
  }
  yield items.length === 0 ? '[]' : ']';
}

function* members(object: object, depth: number): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* texts(value, depth + 1);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
