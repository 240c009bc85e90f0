import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { planDatePattern } from '../../../emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../../emitting/dates/plan/text.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { trim, trimToNull } from '../../../kernel/values/text.ts';
import type { SpecDraft } from '../model/draft.ts';

/** The code of a cell's issue, or null if the cell has none. */
export type CellVerdict = 'TYPE_MISMATCH' | 'REQUIRED' | null;

/**
 * Creates a function that tests one cell of a field. It applies null texts, corrections, type and `required`. It
 * ignores rules, because the rules of a draft are only warnings. An undefined cell is empty.
 */
export function createFieldTest(
  field: Field,
  { corrections }: Pick<SpecDraft, 'corrections'>,
  nulls: ReadonlySet<string>,
): (cell: string | undefined) => CellVerdict {
  const fieldCorrections = corrections.map(({ value }) => value).filter((one) => one.field === field.name);
  const isTrimmed = fieldCorrections.some(({ correctionType }) => correctionType === 'TRIM');
  const sources = fieldCorrections.flatMap((one) =>
    one.correctionType === 'COERCE_DATE' ? [one.sourceFormat ?? []].flat() : [],
  );
  const dates = sources.map(createDateTest);
  const isOfType = createTypeTest(field);
  const empty = field.required === true ? 'REQUIRED' : null;
  const isNull = (text: string) => text === '' || (nulls.size > 1 && nulls.has(text));
  // A STRING field has no TYPE_MISMATCH.
  if (field.type === 'STRING') return (cell = '') => (isNull(isTrimmed ? trim(cell) : cell) ? empty : null);
  return (cell = '') => {
    const bare = isNull(cell) ? null : trimToNull(cell);
    if (bare === null || isNull(bare)) return empty;
    const isValid = dates.length > 0 ? dates.some((accepts) => accepts(bare)) : isOfType(bare);
    return isValid ? null : 'TYPE_MISMATCH';
  };
}

function createTypeTest(field: Field): (text: string) => boolean {
  const kind = typeKinds[field.type];
  const plan = kind.plan(field);
  return (text) => kind.parse(text, plan) !== null;
}

function createDateTest(pattern: string): (text: string) => boolean {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'invalid') throw new Error(`${pattern}: ${planned.reason}`);
  return (text) => !Number.isNaN(dayOfText(planned.layout, text));
}
