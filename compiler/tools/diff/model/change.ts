import { changeTexts, type ChangeAxis, type ChangeCode, type ChangeParams } from './change-texts/change-texts.ts';

/**
 * What a change affects. `input`: which files can be read, and from which columns. `message`: the events. `verdict`:
 * the worst severity of the issues of a record.
 */
export type Axis = 'input' | 'message' | 'verdict';

/**
 * `breaking`: a file or record that was valid may no longer be valid, or consumers may have to change. `compatible`:
 * nothing that was valid becomes invalid. `neutral`: neither the files that can be read, nor the data in events, nor
 * verdicts depend on the change.
 */
export type Grade = 'breaking' | 'compatible' | 'neutral';

/** One difference between two states of a spec. */
export interface Change {
  readonly code: ChangeCode;
  readonly axis: Axis;
  readonly grade: Grade;
  /**
   * The path of the spec's file, `#`, and a JSON pointer (RFC 6901). The pointer leads into the new spec, or into the
   * old one if the part was removed.
   */
  readonly path: string;
  /**
   * The value in the old spec as JSON data, or a text that describes it. If the spec omits a key that has a default, it
   * is the default. `null` if the old spec has no value.
   */
  readonly before: unknown;
  /** The value in the new spec, in the form of `before`. `null` if the new spec has no value. */
  readonly after: unknown;
  /** One sentence in lower case, without a full stop. */
  readonly message: string;
}

/** The properties of a change that the reporting comparison supplies: all except code, axis and message. */
export interface ChangeFacts {
  readonly grade: Grade;
  /** The spec that `pointer`, a JSON pointer (RFC 6901), leads into. It is the old spec if the part was removed. */
  readonly side: { readonly path: string };
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Reports one change. `params` are the parameters of the message. */
export type ReportChange = <C extends ChangeCode, A extends ChangeAxis<C>>(
  code: C,
  axis: A,
  params: ChangeParams<C, A>,
  facts: ChangeFacts,
) => void;

/** Creates a list of changes, `all`, and a function that appends to it. */
export function createChanges(): { readonly report: ReportChange; readonly all: readonly Change[] } {
  const all: Change[] = [];
  const report: ReportChange = (code, axis, params, { grade, side, pointer, before = null, after = null }) => {
    // The text accepts the params of its code and axis. TypeScript cannot infer this through both indices.
    const text = changeTexts[code][axis] as (params: unknown) => string;
    all.push({ code, axis, grade, path: `${side.path}#${pointer}`, before, after, message: text(params) });
  };
  return { report, all };
}

/** Whether at least one change is breaking. */
export function isBreaking(changes: readonly Change[]): boolean {
  return changes.some(({ grade }) => grade === 'breaking');
}
