import type { DatePart } from './layout.ts';

/**
 * Returns the parts with `reserved` set for each number of variable width: the number of digits in the fixed-width
 * numbers directly after it. Java calls this adjacent value parsing. In `yyyyMMdd`, the year takes all digits except
 * the last four.
 */
export function reserveDigits(parts: readonly DatePart[]): DatePart[] {
  return parts.map((part, index) => {
    if (part.kind === 'optional') return { ...part, parts: reserveDigits(part.parts) };
    if (!isOpenNumber(part)) return part;
    return { ...part, reserved: fixedDigitsFrom(parts, index + 1).digits };
  });
}

/**
 * Finds a number or an offset of variable width that would also take the digits of the text after it. `following` are
 * the parts after `parts`. Returns the path to the part as indexes of nested parts, or null if there is no such part.
 */
export function runTogetherAt(parts: readonly DatePart[], following: readonly DatePart[] = []): number[] | null {
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'optional') {
      const inner = runTogetherAt(part.parts, [...parts.slice(index + 1), ...following]);
      if (inner !== null) return [index, ...inner];
    } else if (isOpenNumber(part) || isOpenOffset(part)) {
      const rest = parts.slice(isOpenNumber(part) ? fixedDigitsFrom(parts, index + 1).end : index + 1);
      if (beginsWithDigit([...rest, ...following])) return [index];
    }
  }
  return null;
}

function isOpenNumber(part: DatePart): part is Extract<DatePart, { reserved: number }> {
  return part.kind === 'year' || (part.kind === 'number' && part.minDigits !== part.maxDigits);
}

/**
 * Returns whether a part is an offset of form `X` or `XXXX`. Two digits after it would be read as its minutes or
 * seconds.
 */
function isOpenOffset(part: DatePart): boolean {
  return part.kind === 'offset' && (part.form === 'X' || part.form === 'XXXX');
}

function fixedDigitsFrom(parts: readonly DatePart[], start: number): { digits: number; end: number } {
  let digits = 0;
  let end = start;
  for (let width = fixedDigits(parts[end]); width > 0; width = fixedDigits(parts[++end])) digits += width;
  return { digits, end };
}

function fixedDigits(part: DatePart | undefined): number {
  if (part?.kind === 'number') return part.minDigits === part.maxDigits ? part.maxDigits : 0;
  if (part?.kind === 'shortYear') return 2;
  return part?.kind === 'fraction' ? part.digits : 0;
}

function beginsWithDigit([first, ...rest]: readonly DatePart[]): boolean {
  if (first === undefined) return false;
  if (first.kind === 'optional') return beginsWithDigit([...first.parts, ...rest]) || beginsWithDigit(rest);
  if (first.kind === 'literal') return /^[0-9]/.test(first.text);
  return isOpenNumber(first) || fixedDigits(first) > 0;
}
