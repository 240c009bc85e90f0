import { countCodePoints, dropBlanks, isBlank } from './blanks.ts';
import { readDate, writeDate } from './dates.ts';
import type { Correction } from './spec.ts';

/** What a correction makes of a text; null stays null for all of them but DEFAULT_IF_NULL. */
export function correct(text: string | null, correction: Correction): string | null {
  if (correction.kind === 'DEFAULT_IF_NULL')
    return text === null || isBlank(text) ? correction.operand('defaultValue') : text;
  return text === null ? null : change(text, correction);
}

function change(text: string, { kind, operand }: Correction): string {
  const lack = () => operand('padChar').repeat(Math.max(0, Number(operand('length')) - countCodePoints(text)));
  switch (kind) {
    case 'TRIM':
      return dropBlanks(text);
    case 'UPPER_CASE':
      return text.toUpperCase();
    case 'LOWER_CASE':
      return text.toLowerCase();
    case 'PAD_LEFT':
      return lack() + text;
    case 'PAD_RIGHT':
      return text + lack();
    case 'REGEX_REPLACE':
      return text.replace(new RegExp(operand('pattern'), 'gu'), operand('replacement'));
    case 'COERCE_DATE': {
      const date = readDate(text, operand('sourceFormat'));
      return date === null ? text : writeDate(date.day, date.parts, operand('targetFormat'));
    }
    default:
      throw new Error(`no correction is called ${kind}`);
  }
}
