import { fieldTexts } from './fields.ts';
import type { ChangeTexts } from './params.ts';
import { recordTypeTexts } from './record-types.ts';
import { recordTexts } from './records.ts';
import { ruleTexts } from './rules.ts';
import { valueTexts } from './values.ts';

/**
 * Every kind of change: its code, the axes on which it can be reported, and a message function for each axis. A code is
 * an API: it is never renamed or reused. A message is one sentence in lower case, without a full stop.
 */
export const changeTexts = {
  ...recordTexts,
  ...fieldTexts,
  ...valueTexts,
  ...ruleTexts,
  ...recordTypeTexts,
} satisfies ChangeTexts;

/** The code of a kind of change. */
export type ChangeCode = keyof typeof changeTexts;
/** The axes on which a code can be reported. */
export type ChangeAxis<C extends ChangeCode> = keyof (typeof changeTexts)[C] & ('input' | 'message' | 'verdict');
/** The parameters of a code's message on an axis. */
export type ChangeParams<C extends ChangeCode, A extends ChangeAxis<C>> = (typeof changeTexts)[C][A] extends (
  params: infer P,
) => string
  ? P
  : (typeof changeTexts)[C][A] extends () => string
    ? Record<never, never>
    : never;
