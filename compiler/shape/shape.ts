/** Text of `min` to `max` code points. Any scalar counts as text: an unquoted `01` is read as `01`. */
export interface TextShape {
  readonly kind: 'text';
  readonly doc: string;
  readonly min: number;
  readonly max: number;
}

/** Exactly one code point. With `none`, the empty text is also allowed and disables the feature. */
export interface CharacterShape {
  readonly kind: 'character';
  readonly doc: string;
  readonly none: boolean;
}

/** A whole number from `min` to `max`, both included. */
export interface IntegerShape {
  readonly kind: 'integer';
  readonly doc: string;
  readonly min: number;
  readonly max: number;
}

/** `true` or `false`. */
export interface BooleanShape {
  readonly kind: 'boolean';
  readonly doc: string;
}

/** One of the listed words, compared exactly. */
export interface ChoiceShape<C extends string = string> {
  readonly kind: 'choice';
  readonly doc: string;
  readonly values: readonly C[];
}

/** One or more texts: a list, or one text with commas between them. */
export interface TextsShape {
  readonly kind: 'texts';
  readonly doc: string;
}

/** A list of `min` to `max` items of one shape. */
export interface ListShape<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly doc: string;
  readonly item: S;
  readonly min: number;
  readonly max: number;
}

/** A mapping from arbitrary keys to texts. */
export interface RecordShape {
  readonly kind: 'record';
  readonly doc: string;
  readonly value: TextShape;
}

/** A key of an object: the shape of its value, and whether the key is required. */
export interface KeyShape<S extends Shape = Shape, R extends boolean = boolean> {
  readonly shape: S;
  readonly required: R;
}

/** The keys of an object with their shapes. */
export type KeyShapes = { readonly [key: string]: KeyShape };

/** An object with a fixed set of keys. Any other key is an error. */
export interface ObjectShape<K extends KeyShapes = KeyShapes> {
  readonly kind: 'object';
  readonly doc: string;
  readonly keys: K;
}

/** The shapes of a tagged object, by the value of its tag. */
export type ObjectShapes = { readonly [word: string]: ObjectShape };

/** An object whose shape depends on the value of its key `tag`. */
export interface TaggedShape<T extends string = string, C extends ObjectShapes = ObjectShapes> {
  readonly kind: 'tagged';
  readonly doc: string;
  readonly tag: T;
  readonly cases: C;
}

/** The shape of any value in a spec. */
export type Shape =
  | TextShape
  | CharacterShape
  | IntegerShape
  | BooleanShape
  | ChoiceShape
  | TextsShape
  | ListShape
  | RecordShape
  | ObjectShape
  | TaggedShape;

/** The value of a `texts` shape as written. `textsOf` converts it to a list. */
export type Texts = string | readonly string[];

/** The TypeScript type of the values that a shape describes. */
export type ShapeValue<S> = S extends TextShape | CharacterShape
  ? string
  : S extends IntegerShape
    ? number
    : S extends BooleanShape
      ? boolean
      : S extends ChoiceShape<infer C>
        ? C
        : S extends TextsShape
          ? Texts
          : S extends ListShape<infer I>
            ? readonly ShapeValue<I>[]
            : S extends RecordShape
              ? { readonly [key: string]: string }
              : S extends ObjectShape<infer K>
                ? KeyValues<K>
                : S extends TaggedShape<infer T, infer C>
                  ? TaggedValue<T, C>
                  : never;

type Flat<T> = { [K in keyof T]: T[K] };

/** The TypeScript type of an object with these keys. */
export type KeyValues<K extends KeyShapes> = Flat<
  { readonly [N in keyof K as K[N]['required'] extends true ? N : never]: ShapeValue<K[N]['shape']> } & {
    readonly [N in keyof K as K[N]['required'] extends true ? never : N]?: ShapeValue<K[N]['shape']>;
  }
>;

type TaggedValue<T extends string, C extends ObjectShapes> = {
  [W in keyof C]: Flat<{ readonly [N in T]: W } & KeyValues<C[W]['keys']>>;
}[keyof C];

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Creates the shape of a text with `min` (default 0) to `max` (default unlimited) code points. */
export function text(doc: string, { min = 0, max = Infinity }: Bounds = {}): TextShape {
  return { kind: 'text', doc, min, max };
}

/** Creates the shape of one code point. */
export function character(doc: string): CharacterShape {
  return { kind: 'character', doc, none: false };
}

/** Creates the shape of one code point or the empty text. */
export function characterOrNone(doc: string): CharacterShape {
  return { kind: 'character', doc, none: true };
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
export function choice<const C extends string>(doc: string, values: readonly C[]): ChoiceShape<C> {
  return { kind: 'choice', doc, values };
}

/** Creates the shape of one or more texts: `A, B` or `[A, B]`. */
export function texts(doc: string): TextsShape {
  return { kind: 'texts', doc };
}

/** Creates the shape of a list with `min` (default 0) to `max` (default unlimited) items. */
export function list<S extends Shape>(doc: string, item: S, bounds: Bounds = {}): ListShape<S> {
  const { min = 0, max = Infinity } = bounds;
  return { kind: 'list', doc, item, min, max };
}

/** Creates the shape of a mapping from any key to a text. */
export function record(doc: string, value: TextShape): RecordShape {
  return { kind: 'record', doc, value };
}

/** Creates the shape of an object with exactly these keys. */
export function object<K extends KeyShapes>(doc: string, keys: K): ObjectShape<K> {
  return { kind: 'object', doc, keys };
}

/**
 * Creates a tagged shape: the value of the key `tag` selects one of the cases. The cases do not declare the key
 * themselves.
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
 * Returns the list of a `texts` value. A text is split at its commas, without the blanks (Unicode White_Space) around
 * each part. A list is returned unchanged.
 */
export function textsOf(value: Texts): readonly string[] {
  if (typeof value !== 'string') return value;
  return value.split(',').map((part) => part.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''));
}
