/** A text of `min` to `max` code points. Any scalar of the spec counts as text: an unquoted `01` is read as `01`. */
export interface TextShape {
  readonly kind: 'text';
  readonly doc: string;
  readonly min: number;
  readonly max: number;
}

/**
 * One to `max` code points. If `none` is true, the empty text is also allowed, for example `quote: ""` for no quotes.
 */
export interface CharacterShape {
  readonly kind: 'character';
  readonly doc: string;
  readonly none: boolean;
  readonly max: number;
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
  /** The hint of the diagnostic about any other value. */
  readonly otherwise?: string;
}

/** One or more texts, written as a list or as one text with commas. */
export interface TextsShape {
  readonly kind: 'texts';
  readonly doc: string;
  /** The shape of a text that is one item, commas included. Absent: commas separate items. */
  readonly item?: TextShape;
  /** The maximum number of items of a list. Absent: unlimited. */
  readonly max?: number;
}

/** A list of `min` to `max` items of one shape. */
export interface ListShape<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly doc: string;
  readonly item: S;
  readonly min: number;
  readonly max: number;
}

/** A mapping from any keys to values of one shape. */
export interface RecordShape<V extends TextShape | ObjectShape = TextShape | ObjectShape> {
  readonly kind: 'record';
  readonly doc: string;
  readonly value: V;
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
  /** Returns where what an unknown key says belongs, as a hint. Null: nowhere that is known. Absent: never known. */
  readonly elsewhere?: ((key: string) => string | null) | undefined;
}

/** The possible shapes of a tagged object, by the value of its tag. */
export type ObjectShapes = { readonly [word: string]: ObjectShape };

/** An object whose shape depends on the value of its key `tag`. */
export interface TaggedShape<T extends string = string, C extends ObjectShapes = ObjectShapes> {
  readonly kind: 'tagged';
  readonly doc: string;
  readonly tag: T;
  readonly cases: C;
}

/** One of several words, or an object. */
export interface EitherShape<C extends string = string, K extends KeyShapes = KeyShapes> {
  readonly kind: 'either';
  readonly doc: string;
  readonly word: ChoiceShape<C>;
  readonly object: ObjectShape<K>;
}

/**
 * The shape of any value in a spec. `doc` describes the value in the language reference and in the JSON Schema of
 * specs.
 */
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
  | EitherShape
  | TaggedShape;

/** The value of a `texts` shape as its author wrote it. `textsOf` converts it to a list. */
export type Texts = string | readonly string[];

/** The TypeScript type of the values that a shape allows. */
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
            : S extends RecordShape<infer V>
              ? { readonly [key: string]: ShapeValue<V> }
              : S extends ObjectShape<infer K>
                ? KeyValues<K>
                : S extends EitherShape<infer W, infer K>
                  ? W | KeyValues<K>
                  : S extends TaggedShape<infer T, infer C>
                    ? TaggedValue<T, C>
                    : never;

type Flat<T> = { [K in keyof T]: T[K] };

/** The TypeScript type of an object with these keys. Optional keys may be absent. */
export type KeyValues<K extends KeyShapes> = Flat<
  { readonly [N in keyof K as K[N]['required'] extends true ? N : never]: ShapeValue<K[N]['shape']> } & {
    readonly [N in keyof K as K[N]['required'] extends true ? never : N]?: ShapeValue<K[N]['shape']>;
  }
>;

type TaggedValue<T extends string, C extends ObjectShapes> = {
  [W in keyof C]: Flat<{ readonly [N in T]: W } & KeyValues<C[W]['keys']>>;
}[keyof C];
