import { type Code, code, literal, name as nameOf } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { integer, object, optional, required, tagged, text } from '../shape/create-shape.ts';
import type { KeyShapes, ObjectShape, ShapeValue } from '../shape/shape.ts';

/** How the values of a field are masked, as plain data. Each operand belongs to one kind, and only that kind reads it. */
export interface MaskPlan {
  readonly as: string;
  readonly operand: unknown;
}

/** What the code of a mask consists of. */
interface MaskCode {
  /** An expression for the text, which may be null. */
  readonly text: Code;
  /** The name of the declaration of the mask. */
  readonly declared: Code;
  /** The report of the record. */
  readonly record: Code;
  readonly scope: Scope;
}

/** Everything about one kind of mask. */
interface MaskKind<K extends KeyShapes, Operand> {
  /** The keys of the mask besides `as`, with their documentation. */
  readonly keys: ObjectShape<K>;
  plan(mask: { readonly [name: string]: unknown }): Operand;
  /** Describes what is published instead of a value, for documentation: `a token`. */
  sentence(operand: Operand): string;
  /** Returns the name of the credential whose key the mask needs. Null: it needs none. */
  keyOf(operand: Operand): string | null;
  /** Returns the value of the declaration of the mask. Null: it needs no declaration. */
  declare(operand: Operand, scope: Scope): Code | null;
  /** Returns the code of a masked text. */
  emit(operand: Operand, parts: MaskCode): Code;
}

function createMaskKind<K extends KeyShapes, Operand>(kind: MaskKind<K, Operand>): MaskKind<K, unknown> {
  // Each operand was planned by its own kind.
  return kind as MaskKind<K, unknown>;
}

/** The number of characters that LAST keeps if the spec does not say it. */
const KEPT = 4;
/** What REDACT writes instead of each value. */
const REDACTED = '***';

/** All kinds of masks. To add one, write it here. */
const maskKinds = {
  HMAC: createMaskKind({
    keys: object(
      'A token: HMAC-SHA-256 of the value in UTF-8, as 64 hexadecimal digits. The same value has the same token while the key stays.',
      {
        key: required(
          text(
            'The name of the credential with the key, of the type API_TOKEN. A run without it is FAILED before its first record. The ids of messages depend on the key.',
            { min: 1, max: 100 },
          ),
        ),
      },
    ),
    plan: ({ key }) => String(key),
    sentence: (key) => `a token with the key ${JSON.stringify(key)}`,
    keyOf: (key) => key,
    declare: (key, scope) => code`${scope.use('createTokenizer')}(${literal(key)})`,
    emit: (_, { text: value, declared, record }) => code`${declared}(${value}, ${record})`,
  }),
  LAST: createMaskKind({
    keys: object('The last characters, after an asterisk for each other one.', {
      keep: optional(
        integer(`How many characters are kept. A value with no more of them is kept as it is. Default: \`${KEPT}\`.`, {
          min: 0,
          max: 1000,
        }),
      ),
    }),
    plan: ({ keep = KEPT }) => Number(keep),
    sentence: (keep) => `its last ${keep === 1 ? 'character' : `${keep} characters`}`,
    keyOf: () => null,
    declare: () => null,
    emit: (keep, { text: value, scope }) => code`${scope.use('keepLast')}(${value}, ${keep})`,
  }),
  REDACT: createMaskKind({
    keys: object(`The text \`${REDACTED}\`.`, {}),
    plan: () => null,
    sentence: () => REDACTED,
    keyOf: () => null,
    declare: () => null,
    emit: (_, { text: value, scope }) => code`${scope.use('redact')}(${value})`,
  }),
};

type MaskName = keyof typeof maskKinds;

/** The shape of a mask in a spec. `as` selects the kind. */
export const maskShape = tagged(
  'How the value is masked in every message, key, copy and computed field, whose type is then STRING. The field is `sensitive`. Rules, and the rejects of a run, have the value of the file. Null stays null. A run of the spec refuses a dead-letter topic. Default: the value is not masked.',
  'as',
  { HMAC: maskKinds.HMAC.keys, LAST: maskKinds.LAST.keys, REDACT: maskKinds.REDACT.keys },
);

/** A mask of a spec, of any kind. */
export type Mask = ShapeValue<typeof maskShape>;

/** Plans a mask. */
export function planMask(mask: Mask): MaskPlan {
  return { as: mask.as, operand: kindOf(mask).plan(mask) };
}

/** Returns the kind of a mask. */
export function kindOf({ as }: { readonly as: string }): MaskKind<KeyShapes, unknown> {
  // Masks were read with the shape, or planned from such a mask.
  return maskKinds[as as MaskName];
}

/** Returns the identifier of the declaration of a mask, if the base name is `name`. */
export function declaredMask(name: string): Code {
  return nameOf(`${name}Mask`);
}
