import { type Code, code, commentText, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { emitReplacer } from '../../../emitting/patterns/emit.ts';
import type { FieldPlan, TitlePlan } from '../../plan/plan.ts';

/** The part of a format's plan for values of lines before the records. Empty if no field has one. */
export interface PlannedTitles {
  readonly titles?: readonly TitlePlan[];
}

/** Returns the values of lines before the records, in the order of the fields. */
export function planTitles(fields: readonly FieldPlan[]): PlannedTitles {
  const titles = fields.flatMap(({ title }) => title ?? []);
  return titles.length === 0 ? {} : { titles };
}

/** Emits the setting with the values of lines before the records. */
export function emitTitles({ titles = [] }: PlannedTitles, scope: Scope): Code {
  if (titles.length === 0) return nothing;
  const lines = titles.map(
    ({ line, pattern, program }) =>
      code`    // ${commentText(`Line ${line}: ${pattern}`)}\n    { line: ${line}, find: ${emitReplacer(program, scope.use('createExtractor'))} },\n`,
  );
  return code`\n  titles: [\n${lines}  ],`;
}
