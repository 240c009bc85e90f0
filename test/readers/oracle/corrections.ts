import { countCodePoints, trimBlanks, isBlank } from './blanks.ts';
import { readDate, writeDate } from './dates.ts';
import type { Correction } from './spec.ts';

/**
 * Applies a correction to a text. Null stays null except for DEFAULT_IF_NULL. Returns undefined for a TYPE_MISMATCH.
 */
export function applyCorrection(text: string | null, correction: Correction): string | null | undefined {
  if (correction.kind === 'DEFAULT_IF_NULL')
    return text === null || isBlank(text) ? correction.operand('defaultValue') : text;
  return text === null ? null : change(text, correction);
}

function change(
  text: string,
  { kind, operand, sources, centuryStart, keepsOthers, codes }: Correction,
): string | null | undefined {
  const lack = () => operand('padChar').repeat(Math.max(0, Number(operand('length')) - countCodePoints(text)));
  switch (kind) {
    case 'TRIM':
      return trimBlanks(text);
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
    case 'MAP': {
      const found = codes.get(text);
      if (found !== undefined) return found;
      const otherwise = operand('otherwise') || 'ISSUE';
      if (otherwise === 'KEEP') return text;
      return otherwise === 'NULL' || isBlank(text) ? null : undefined;
    }
    case 'COERCE_DATE': {
      for (const source of sources) {
        const date = readDate(text, source, centuryStart);
        if (date !== null) return writeDate(date.day, date.parts, operand('targetFormat'));
      }
      return keepsOthers || isBlank(text) ? text : undefined;
    }
    default:
      throw new Error(`no correction is called ${kind}`);
  }
}
