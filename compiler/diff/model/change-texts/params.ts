import { shown } from '../../../diagnostics/messages/text.ts';

/** The end of the text about a stricter rule that makes no verdict worse. */
export const ALREADY_AN_ISSUE = '; every violation was already an issue of this severity or worse';

/** The parameters of a change of a field. */
export interface Named {
  readonly field: string;
}

/** The parameters of a change of a rule or correction. */
export interface OfRule extends Named {
  readonly by: string;
}

/** The parameters of a change of a value. */
export interface Changed {
  readonly before: string;
  readonly after: string;
}
/** A value that was valid before and is not valid now. `null` if no example was found. */
export interface WithExample {
  readonly example: string | null;
}

/** The texts of some kinds of change, by code. */
export interface ChangeTexts {
  readonly [code: string]: { readonly [A in 'input' | 'message' | 'verdict']?: (params: never) => string };
}

/** Returns the clause with the example, or an empty text if there is none. */
export function instance({ example }: WithExample): string {
  return example === null ? '' : `; for example, "${shown(example)}" now gets a worse verdict`;
}
