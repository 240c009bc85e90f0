import { changeTexts, type ChangeAxis, type ChangeCode, type ChangeParams } from './change-texts.ts';
import type { Side } from './spec-pair.ts';

/** Whom a change concerns: those who send the files, those who read the events, or the records themselves. */
export type Axis = 'input' | 'message' | 'verdict';

/**
 * breaking: what was good before may not be good any more. compatible: it can only get better.
 * neutral: nobody decides anything by it.
 */
export type Grade = 'breaking' | 'compatible' | 'neutral';

/** One thing that is different between two states of a spec. */
export interface Change {
  readonly code: ChangeCode;
  readonly axis: Axis;
  readonly grade: Grade;
  /** Where it stands: the spec's path, `#`, and the JSON pointer (RFC 6901) in it; of what is gone in the old spec, else in the new one. */
  readonly path: string;
  /** The value before, defaults filled in; null where there was none. Plain data. */
  readonly before: unknown;
  /** The value now; null where there is none any more. */
  readonly after: unknown;
  /** One sentence in lower case, without a full stop. */
  readonly message: string;
}

/** What a part of the comparison says of one change beside its code, axis and text. */
export interface ChangeFacts {
  readonly grade: Grade;
  /** The spec in which `pointer` is to be found: the old one where something is gone. */
  readonly side: Side;
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Tells a change. */
export type Tell = <C extends ChangeCode, A extends ChangeAxis<C>>(
  code: C,
  axis: A,
  params: ChangeParams<C, A>,
  facts: ChangeFacts,
) => void;

/** Collects changes in the order in which they are told. */
export function createChanges(): { readonly tell: Tell; readonly all: readonly Change[] } {
  const all: Change[] = [];
  const tell: Tell = (code, axis, params, { grade, side, pointer, before = null, after = null }) => {
    // The table's entry takes the params of its code and axis; TypeScript cannot follow it through both indices.
    const text = changeTexts[code][axis] as (params: unknown) => string;
    all.push({ code, axis, grade, path: `${side.path}#${pointer}`, before, after, message: text(params) });
  };
  return { tell, all };
}

/** Whether one of the changes is breaking. */
export function isBreaking(changes: readonly Change[]): boolean {
  return changes.some(({ grade }) => grade === 'breaking');
}
