import { idOf } from '../column/rule-id.ts';
import type { CorrectionRule, Field } from '../../../pipeline/1-read/spec-shape.ts';

/** How a field with an edited picture is read. `note` says why it is read as text. */
export interface EditedForm {
  readonly keys: Omit<Field, 'name' | 'start' | 'length'>;
  readonly corrections: readonly CorrectionRule[];
  readonly note: string | null;
}

const RIGHT = { align: 'RIGHT' } as const;

/**
 * Returns how the field `name` with an edited picture is read: as a number if its symbols have one meaning, otherwise as
 * text. `symbols` is the picture with all repetitions written out.
 */
export function readEditedForm(name: string, symbols: string): EditedForm {
  const found = FORM.exec(symbols)?.groups;
  if (found === undefined || !hasGroupsOfThree(symbols)) return AS_TEXT;
  const { point, fixed, stars, after = '' } = found;
  const decimals = point === undefined ? 0 : symbols.length - symbols.indexOf('.') - 1 - after.length;
  const isDecimal = decimals > 0;
  if (point !== undefined && !isDecimal) return AS_TEXT;
  const corrections: CorrectionRule[] = [];
  const replace = (id: string, pattern: string, replacement: string): void => {
    corrections.push({
      ruleId: `${idOf(name)}-${id}`,
      field: name,
      correctionType: 'REGEX_REPLACE',
      pattern,
      replacement,
    });
  };
  // A sign or a symbol at a fixed place has blanks after it.
  if (fixed !== undefined) replace('blanks', ' +', '');
  if (/CR|DB/.test(after)) replace('side', '(?:CR|DB)$', '-');
  return {
    keys: {
      type: isDecimal ? 'DECIMAL' : 'INTEGER',
      ...(after === '' ? RIGHT : {}),
      ...(stars === undefined ? {} : { padChar: '*' }),
      ...(symbols.includes(',') ? { groupSeparator: ',' } : {}),
      ...(after === '' ? {} : { sign: 'TRAILING' as const }),
      ...(symbols.includes('$') ? { affixes: ['$'] } : {}),
    },
    corrections,
    note: null,
  };
}

const AS_TEXT: EditedForm = { keys: { type: 'STRING' }, corrections: [], note: 'an edited number, read as text' };

/**
 * A fixed sign or currency symbol, then suppressed or plain digits with groups; or a floating symbol; or stars. Then
 * decimals, and a sign after them. A star or a symbol after another one has no single meaning.
 */
const FORM =
  /^(?:(?<fixed>[-+$](?=Z))?[Z9](?:[Z9]|,(?=[Z9]))*|[-+$](?=9)[9](?:9|,(?=9))*|-(?:-|,(?=-))*(?:9|,(?=9))*|\+(?:\+|,(?=\+))*(?:9|,(?=9))*|\$(?:\$|,(?=\$))*(?:9|,(?=9))*|(?<stars>\*)(?:\*|,(?=\*))*(?:9|,(?=9))*)(?<point>\.[9Z]+)?(?<after>[-+]|CR|DB)?$/;

/** Whether a comma is before each third digit from the right of the whole part, or there is none. */
function hasGroupsOfThree(symbols: string): boolean {
  const [whole = ''] = symbols.replace(/(?:CR|DB|(?<=[9Z])[-+])$/, '').split('.');
  const [, ...groups] = whole.split(',');
  return groups.every(({ length }) => length === 3);
}
