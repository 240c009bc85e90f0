import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { ChangeFacts } from '../model/change.ts';
import { isNeverNull } from '../cover/correction.ts';
import { createPipelines } from '../model/pipeline.ts';
import { endsRun } from '../model/settings.ts';
import { verdictOf } from '../model/severity.ts';
import type { Compare, SpecPair } from '../model/spec-pair.ts';

/**
 * Compares `required` of each field on three axes. `required` is a rule for values (`verdict`), a promise that event
 * members are not null (`message`), and a demand for a column in the header (`input`).
 */
export const compareRequired: Compare = (pair, report) => {
  const [before, after] = [createPipelines(pair.old.spec), createPipelines(pair.new.spec)];
  for (const { old, new: now } of pair.kept) {
    const [was, is] = [old.field.required ?? false, now.field.required ?? false];
    if (was === is) continue;
    const field = now.field.name;
    const facts: Omit<ChangeFacts, 'grade'> = {
      side: now.field.required === undefined ? pair.old : pair.new,
      pointer: pointerTo('fields', (now.field.required === undefined ? old : now).index, 'required'),
      before: was,
      after: is,
    };
    const hasColumnRequirement = needsColumn(pair);
    if (is) {
      const isFilled = isNeverNull(after(now.field));
      if (hasColumnRequirement) report('required_added', 'input', { field }, { ...facts, grade: 'breaking' });
      report('required_added', 'message', { field }, { ...facts, grade: 'compatible' });
      report(
        'required_added',
        'verdict',
        { field, isFilled },
        {
          ...facts,
          grade:
            isFilled || before(old.field).whenNull >= verdictOf(pair.new.settings.onMissingRequired)
              ? 'compatible'
              : 'breaking',
        },
      );
    } else {
      if (hasColumnRequirement) report('required_removed', 'input', { field }, { ...facts, grade: 'compatible' });
      const isNullPrevented = isNeverNull(after(now.field)) || after(now.field).whenNull >= 2;
      report(
        'required_removed',
        'message',
        { field, isNullPrevented },
        { ...facts, grade: isNullPrevented ? 'compatible' : 'breaking' },
      );
      report('required_removed', 'verdict', { field }, { ...facts, grade: 'compatible' });
    }
  }
};

/**
 * Whether `required` alone decides, in both specs, if a header must contain the column of a field. This is so if
 * columns are found by name, and onMissingColumns is neither FATAL nor ERROR.
 */
function needsColumn({ old, new: now }: SpecPair): boolean {
  return [old, now].every(
    ({ settings: { columns, onMissingColumns } }) => columns === 'NAME' && !endsRun(onMissingColumns),
  );
}
