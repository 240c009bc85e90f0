import { type Code, code, name } from '../../emitting/code/literal.ts';
import type { ByteContext } from '../../emitting/bytes/byte-form.ts';
import { byteCode } from '../../emitting/bytes/characters.ts';
import type { DateLayout } from '../../emitting/dates/plan/layout.ts';
import type { DateCopy } from './date-copy.ts';
import type { FixedLayout } from './fixed-date-bytes.ts';

/**
 * Returns the code that converts the day number of Excel to a date in the target layout. Returns null for any other
 * layout. No number has the width of a date, so each one is corrected.
 */
export function copySerialDate({ parts }: DateLayout, target: FixedLayout, context: ByteContext): DateCopy | null {
  if (parts[0]?.kind !== 'serial') return null;
  return {
    literals: '',
    maxWidth: target.width,
    width: code`${target.width}`,
    end: code`length + ${1 + target.width}`,
    result: code`length + ${2 + target.width}`,
    emit: () => ({
      parse: emitParse(context),
      mismatches: [],
      write: emitWrite(target, context),
      countCorrection: [code`report.corrected = true;`],
    }),
  };
}

function emitParse({ scope }: ByteContext): Code[] {
  return [
    code`const from = cursor;`,
    code`byte = input[(cursor = ${scope.use('findSerialEnd')}(input, from))] as number;`,
    code`const parsed = ${scope.use('parseSerialDate')}(input, from, cursor);`,
    code`const year = (parsed / 10000) | 0;`,
    code`const month = ((parsed / 100) | 0) % 100;`,
    code`const day = parsed % 100;`,
  ];
}

/** Emits statements that write the date in the target layout, in quotes. */
function emitWrite(target: FixedLayout, { scope }: ByteContext): Code[] {
  const two = (at: number, value: Code) => ({
    at,
    line: code`${scope.use('writeTwoDigits')}(output, length + ${1 + at}, ${value});`,
  });
  const lines = [
    two(target.year, code`(year / 100) | 0`),
    two(target.year + 2, code`year % 100`),
    ...(['month', 'day'] as const).map((field) => two(target[field], name(field))),
    ...target.literals.map(({ at, byte }) => ({ at, line: code`output[length + ${1 + at}] = ${byteCode(byte)};` })),
  ];
  return [
    code`output[length] = QUOTE;`,
    ...lines.sort((a, b) => a.at - b.at).map(({ line }) => line),
    code`output[length + ${1 + target.width}] = QUOTE;`,
  ];
}
