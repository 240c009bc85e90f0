/** One code point, or many, read from any scalar: an unquoted `01` is the text `01`. Lengths are code points. */
export interface TextShape {
  readonly kind: 'text';
  readonly doc: string;
  readonly min: number;
  readonly max: number;
}

/** Exactly one code point; with `none` the empty text as well, which switches the thing off. */
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

/** One of a few words, exactly as written. */
export interface ChoiceShape<C extends string = string> {
  readonly kind: 'choice';
  readonly doc: string;
  readonly values: readonly C[];
}

/** Texts in one text with commas between them, or as a list. */
export interface TextsShape {
  readonly kind: 'texts';
  readonly doc: string;
}

/** From `min` to `max` things of one shape. */
export interface ListShape<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly doc: string;
  readonly item: S;
  readonly min: number;
  readonly max: number;
}

/** Keys that the writer chooses, each with a text. */
export interface RecordShape {
  readonly kind: 'record';
  readonly doc: string;
  readonly value: TextShape;
}

/** A key of an object: what stands there, and whether it must. */
export interface KeyShape<S extends Shape = Shape, R extends boolean = boolean> {
  readonly shape: S;
  readonly required: R;
}

export type KeyShapes = { readonly [key: string]: KeyShape };

/** A closed object: every other key is an error. */
export interface ObjectShape<K extends KeyShapes = KeyShapes> {
  readonly kind: 'object';
  readonly doc: string;
  readonly keys: K;
}

export type ObjectShapes = { readonly [word: string]: ObjectShape };

/** Objects of several shapes, told apart by the word that stands under `tag`. */
export interface TaggedShape<T extends string = string, C extends ObjectShapes = ObjectShapes> {
  readonly kind: 'tagged';
  readonly doc: string;
  readonly tag: T;
  readonly cases: C;
}

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

/** The value of a `texts` shape as it was written; `textsOf` gives the list. */
export type Texts = string | readonly string[];

/** The TypeScript type of what a shape describes. */
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
                ? ObjectValue<K>
                : S extends TaggedShape<infer T, infer C>
                  ? TaggedValue<T, C>
                  : never;

type Flat<T> = { [K in keyof T]: T[K] };

type ObjectValue<K extends KeyShapes> = Flat<
  { readonly [N in keyof K as K[N]['required'] extends true ? N : never]: ShapeValue<K[N]['shape']> } & {
    readonly [N in keyof K as K[N]['required'] extends true ? never : N]?: ShapeValue<K[N]['shape']>;
  }
>;

type TaggedValue<T extends string, C extends ObjectShapes> = {
  [W in keyof C]: Flat<{ readonly [N in T]: W } & ObjectValue<C[W]['keys']>>;
}[keyof C];

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A text of `min` (0) to `max` code points. */
export function text(doc: string, { min = 0, max = Infinity }: Bounds = {}): TextShape {
  return { kind: 'text', doc, min, max };
}

/** One code point. */
export function character(doc: string): CharacterShape {
  return { kind: 'character', doc, none: false };
}

/** One code point, or the empty text for none. */
export function characterOrNone(doc: string): CharacterShape {
  return { kind: 'character', doc, none: true };
}

/** A whole number within bounds; without them, a safe integer. */
export function integer(doc: string, bounds: Bounds = {}): IntegerShape {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  return { kind: 'integer', doc, min, max };
}

/** `true` or `false`. */
export function boolean(doc: string): BooleanShape {
  return { kind: 'boolean', doc };
}

/** One of the given words. */
export function choice<const C extends string>(doc: string, values: readonly C[]): ChoiceShape<C> {
  return { kind: 'choice', doc, values };
}

/** `A, B` or `[A, B]`. */
export function texts(doc: string): TextsShape {
  return { kind: 'texts', doc };
}

/** A list of `min` (0) to `max` items. */
export function list<S extends Shape>(doc: string, item: S, bounds: Bounds = {}): ListShape<S> {
  const { min = 0, max = Infinity } = bounds;
  return { kind: 'list', doc, item, min, max };
}

/** A mapping from any key to a text. */
export function record(doc: string, value: TextShape): RecordShape {
  return { kind: 'record', doc, value };
}

/** An object with these keys and no others. */
export function object<K extends KeyShapes>(doc: string, keys: K): ObjectShape<K> {
  return { kind: 'object', doc, keys };
}

/** One of several objects; the tag's key is part of each and need not be declared in it. */
export function tagged<T extends string, C extends ObjectShapes>(doc: string, tag: T, cases: C): TaggedShape<T, C> {
  return { kind: 'tagged', doc, tag, cases };
}

/** A key that must be there. */
export function required<S extends Shape>(shape: S): KeyShape<S, true> {
  return { shape, required: true };
}

/** A key that may be left out. */
export function optional<S extends Shape>(shape: S): KeyShape<S, false> {
  return { shape, required: false };
}

/** Texts as a list: a text is cut at its commas and the White_Space around each part is dropped; a list stays as it is. */
export function textsOf(value: Texts): readonly string[] {
  if (typeof value !== 'string') return value;
  return value.split(',').map((part) => part.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''));
}
