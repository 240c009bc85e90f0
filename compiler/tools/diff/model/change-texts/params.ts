import { shown } from '../../../../diagnostics/messages/text.ts';

/** The end of a message about a stricter rule that makes no verdict worse. */
export const ALREADY_AN_ISSUE = '; every violation was already an issue of this severity or worse';

/** Message parameters: the name of the field that changed. */
export interface Named {
  readonly field: string;
}

/** Message parameters: the field, and the rule or correction that changed (`by`, for example `rule "known"`). */
export interface OfRule extends Named {
  readonly by: string;
}

/** Message parameters: the old and the new value as text. */
export interface Changed {
  readonly before: string;
  readonly after: string;
}
/** Message parameters: a text whose verdict is now worse, or null if no example was found. */
export interface WithExample {
  readonly example: string | null;
}

/** Message functions by code of the change and by axis. */
export interface ChangeTexts {
  readonly [code: string]: { readonly [A in 'input' | 'message' | 'verdict']?: (params: never) => string };
}

/** Returns the last clause of a message, which names the example, or an empty text if `example` is null. */
export function instance({ example }: WithExample): string {
  return example === null ? '' : `; for example, "${shown(example)}" now gets a worse verdict`;
}
