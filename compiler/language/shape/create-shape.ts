import type {
  TextShape,
  CharacterShape,
  IntegerShape,
  BooleanShape,
  ChoiceShape,
  EitherShape,
  TextsShape,
  Shape,
  ListShape,
  RecordShape,
  KeyShapes,
  ObjectShape,
  ObjectShapes,
  TaggedShape,
  KeyShape,
  Texts,
} from './shape.ts';

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Creates the shape of a text with `min` (default 0) to `max` (default unlimited) code points. `doc` describes the key
 * in the language reference.
 */
export function text(doc: string, { min = 0, max = Infinity }: Bounds = {}): TextShape {
  return { kind: 'text', doc, min, max };
}

/** Creates the shape of one code point. */
export function character(doc: string): CharacterShape {
  return { kind: 'character', doc, none: false, max: 1 };
}

/** Creates the shape of one to `max` code points. */
export function characters(doc: string, max: number): CharacterShape {
  return { kind: 'character', doc, none: false, max };
}

/** Creates the shape of one code point or the empty text. */
export function characterOrNone(doc: string): CharacterShape {
  return { kind: 'character', doc, none: true, max: 1 };
}

/** Creates the shape of a whole number. Without bounds, it is any safe integer. */
export function integer(doc: string, bounds: Bounds = {}): IntegerShape {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  return { kind: 'integer', doc, min, max };
}

/** Creates the shape of `true` or `false`. */
export function boolean(doc: string): BooleanShape {
  return { kind: 'boolean', doc };
}

/** Creates the shape of one of the listed words. */
export function choice<const C extends string>(
  doc: string,
  values: readonly C[],
  { otherwise }: Pick<ChoiceShape, 'otherwise'> = {},
): ChoiceShape<C> {
  return { kind: 'choice', doc, values, ...(otherwise === undefined ? {} : { otherwise }) };
}

/** Creates the shape of one or more texts, written as a list (`[A, B]`) or as one text with commas (`A, B`). */
export function texts(doc: string): TextsShape {
  return { kind: 'texts', doc };
}

/** Creates the shape of one text, or a list of up to `max` texts, each with its own commas. */
export function oneOrSeveral(doc: string, item: TextShape, max: number): TextsShape {
  return { kind: 'texts', doc, item, max };
}

/** Creates the shape of a list with `min` (default 0) to `max` (default unlimited) items. */
export function list<S extends Shape>(doc: string, item: S, bounds: Bounds = {}): ListShape<S> {
  const { min = 0, max = Infinity } = bounds;
  return { kind: 'list', doc, item, min, max };
}

/** Creates the shape of a mapping from any key to values of one shape. */
export function record<V extends TextShape | ObjectShape>(doc: string, value: V): RecordShape<V> {
  return { kind: 'record', doc, value };
}

/** Creates the shape of an object that allows only these keys. */
export function object<K extends KeyShapes>(
  doc: string,
  keys: K,
  elsewhere?: ObjectShape['elsewhere'],
): ObjectShape<K> {
  return { kind: 'object', doc, keys, elsewhere };
}

/** Creates the shape of a value that is one of several words, or an object. */
export function either<C extends string, K extends KeyShapes>(
  doc: string,
  word: ChoiceShape<C>,
  object: ObjectShape<K>,
): EitherShape<C, K> {
  return { kind: 'either', doc, word, object };
}

/**
 * Creates the shape of an object whose other keys depend on the value of the key `tag`. `cases` lists the shape for
 * each value, without the key `tag`.
 */
export function tagged<T extends string, C extends ObjectShapes>(doc: string, tag: T, cases: C): TaggedShape<T, C> {
  return { kind: 'tagged', doc, tag, cases };
}

/** Marks a key as required. */
export function required<S extends Shape>(shape: S): KeyShape<S, true> {
  return { shape, required: true };
}

/** Marks a key as optional. */
export function optional<S extends Shape>(shape: S): KeyShape<S, false> {
  return { shape, required: false };
}

/**
 * Returns the items of a `texts` value. A text is split at its commas, and blanks (Unicode White_Space) around each
 * part are removed. A list is returned unchanged.
 */
export function textsOf(value: Texts): readonly string[] {
  if (typeof value !== 'string') return value;
  return value.split(',').map((part) => part.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''));
}
