import { changeTexts, type ChangeAxis, type ChangeCode, type ChangeParams } from './change-texts/change-texts.ts';

/**
 * What a change affects: `input` the senders of files, `message` the consumers of events, `verdict` the severity of the
 * issues of records.
 */
export type Axis = 'input' | 'message' | 'verdict';

/**
 * `breaking`: a file or record that was valid may no longer be valid, or consumers may have to change. `compatible`:
 * nothing that was valid becomes invalid. `neutral`: no file, event or verdict depends on it.
 */
export type Grade = 'breaking' | 'compatible' | 'neutral';

/** One difference between two states of a spec. */
export interface Change {
  readonly code: ChangeCode;
  readonly axis: Axis;
  readonly grade: Grade;
  /**
   * The position in a spec: its path, `#`, and a JSON pointer (RFC 6901). It points into the new spec, or into the old
   * one if the part was removed.
   */
  readonly path: string;
  /** The value in the old spec, with defaults applied. `null` if there was none. Plain data. */
  readonly before: unknown;
  /** The value in the new spec, with defaults applied. `null` if there is none. Plain data. */
  readonly after: unknown;
  /** One sentence in lower case, without a full stop. */
  readonly message: string;
}

/** The properties of a change other than its code, axis and message. */
export interface ChangeFacts {
  readonly grade: Grade;
  /** The spec that `pointer` points into: the old one if the part was removed. */
  readonly side: { readonly path: string };
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Reports one change. */
export type ReportChange = <C extends ChangeCode, A extends ChangeAxis<C>>(
  code: C,
  axis: A,
  params: ChangeParams<C, A>,
  facts: ChangeFacts,
) => void;

/** Collects changes in the order in which they are reported. */
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
