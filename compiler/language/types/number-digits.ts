import type { ByteContext } from '../../emitting/bytes/byte-form.ts';
import type { CellForm } from '../../emitting/bytes/cell.ts';
import { byteCode } from '../../emitting/bytes/characters.ts';
import { type Code, code, name, nothing } from '../../emitting/code/literal.ts';

/** A character between digits: the expression for its byte, and what declares the expression. */
export interface Separator {
  readonly byte: Code;
  readonly declaration: readonly Code[];
}

/**
 * Returns a character between digits. `own` names its variable, if it needs one. Null if the fast reader cannot recognise
 * it as a single byte: then the careful reader reads the numbers that contain it.
 */
export function planSeparator(
  own: string,
  character: string,
  { delimiter, quote, escape }: CellForm,
): Separator | null {
  if (!/^[!-~]$/.test(character) || /[0-9+-]/.test(character) || (quote + escape).includes(character)) return null;
  const byte = byteCode(character.charCodeAt(0));
  if (!delimiter.includes(character)) return { byte, declaration: [] };
  if (delimiter !== character || quote === '') return null;
  return {
    byte: name(own),
    declaration: [
      code`// Outside of quotes, it is the delimiter.`,
      code`const ${name(own)} = isQuoted ? ${byte} : -1;`,
    ],
  };
}

/**
 * Emits statements that copy the sign and the digits. They set `digits` to the number of digits before the decimal
 * point. If the number is compared, they also set `decimals` to the number of digits after the point, and `value` to
 * the number without its sign and point.
 */
export function emitDigits(
  { point, groupSeparator }: { readonly point: Separator | null; readonly groupSeparator: Separator | null },
  { from, compares }: { readonly from: Code; readonly compares: boolean },
  { scope }: ByteContext,
): Code[] {
  const copy = (indent: Code) => [
    code`${indent}while ((byte ^ ZERO) <= 9) {`,
    code`${indent}  output[end++] = byte;`,
    ...(compares ? [code`${indent}  value = value * 10 + (byte ^ ZERO);`] : []),
    code`${indent}  byte = input[++cursor] as number;`,
    code`${indent}}`,
  ];
  return [
    ...(groupSeparator?.declaration ?? []),
    ...(point?.declaration ?? []),
    code`let end = ${from};`,
    code`const isNegative = byte === MINUS;`,
    code`if (isNegative) {`,
    code`  output[end++] = MINUS;`,
    code`  byte = input[++cursor] as number;`,
    code`}`,
    ...(groupSeparator === null ? [] : [code`const startsWithZero = byte === ZERO;`]),
    code`if (byte === ZERO) byte = input[(cursor = ${scope.use('skipLeadingZeros')}(input, cursor))] as number;`,
    code`const first = cursor;`,
    ...(compares ? [code`let value = 0;`] : []),
    ...copy(nothing),
    ...(groupSeparator === null ? [code`const digits = cursor - first;`] : emitGroups(groupSeparator.byte, copy)),
    ...(point === null
      ? []
      : [
          ...(compares ? [code`let decimals = 0;`] : []),
          code`if (byte === ${point.byte}) {`,
          code`  output[end++] = POINT;`,
          code`  byte = input[++cursor] as number;`,
          code`  const fraction = cursor;`,
          ...copy(code`  `),
          ...(compares
            ? [code`  decimals = cursor - fraction;`, code`  if (decimals === 0) return -1;`]
            : [code`  if (cursor === fraction) return -1;`]),
          code`}`,
        ]),
  ];
}

/**
 * Emits statements that set `digits`, and copy the digits of all groups after the first one. A first group that is empty
 * or too long, or begins with a zero, and any other group that has not three digits needs the careful reader.
 */
function emitGroups(separator: Code, copy: (indent: Code) => Code[]): Code[] {
  return [
    code`let digits = cursor - first;`,
    code`if (byte === ${separator}) {`,
    code`  if (digits === 0 || digits > 3 || startsWithZero) return -1;`,
    code`  while (byte === ${separator}) {`,
    code`    const separatorAt = cursor;`,
    code`    byte = input[++cursor] as number;`,
    ...copy(code`    `),
    code`    if (cursor - separatorAt !== 4) return -1;`,
    code`    digits += 3;`,
    code`  }`,
    code`}`,
  ];
}
