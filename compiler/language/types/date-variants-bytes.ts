import { type Code, code, join, name } from '../../emitting/code/literal.ts';
import type { ByteContext } from '../../emitting/bytes/byte-form.ts';
import { byteCode } from '../../emitting/bytes/characters.ts';
import type { DateCopy } from './date-copy.ts';
import { type FixedLayout, fromPlus, literalsOf, neverEquals } from './fixed-date-bytes.ts';

/**
 * Returns the first layouts of COERCE_DATE that can be read from bytes and exclude each other: no text that is written
 * as one of them fits another one, so their order does not matter. `isReadable`: whether the bytes of a cell can contain
 * such literals.
 */
export function selectVariants(
  sources: readonly (FixedLayout | null)[],
  target: FixedLayout,
  isReadable: (literals: string) => boolean,
): FixedLayout[] {
  const selected: FixedLayout[] = [];
  for (const source of sources) {
    if (source === null || !isReadable(literalsOf(source))) break;
    if (!isUnchanged(source, target) && !neverEquals(source, target)) break;
    if (selected.some((other) => mayFit(source, other) || mayFit(other, source))) break;
    selected.push(source);
  }
  return selected;
}

/** Returns the code that copies a date that is written in one of several layouts. */
export function copyDateVariants(sources: readonly FixedLayout[], target: FixedLayout, context: ByteContext): DateCopy {
  // The last layout is used if a text does not have the literals of another one. So it is the one with the fewest.
  const variants = [...sources].sort((a, b) => b.literals.length - a.literals.length);
  return {
    literals: variants.map(literalsOf).join(''),
    maxWidth: target.width,
    width: code`${target.width}`,
    end: code`length + ${1 + target.width}`,
    result: code`length + ${2 + target.width}`,
    emit: () => ({
      parse: emitParse(variants, context),
      mismatches: emitMismatch(variants),
      write: emitWrite(target),
      countCorrection: emitCorrected(variants, target),
    }),
  };
}

function emitParse(variants: readonly FixedLayout[], { scope }: ByteContext): Code[] {
  const two = scope.use('parseTwoDigitBytes');
  const tests = variants.slice(0, -1).map((variant, index) => code`${hasLiterals(variant)} ? ${index} : `);
  const places = (['year', 'month', 'day'] as const).map(
    (part) => code`const ${name(`${part}At`)} = from + ${choose(variants.map((variant) => variant[part]))};`,
  );
  return [
    code`const from = cursor;`,
    code`const variant = ${join(tests, '')}${variants.length - 1};`,
    ...places,
    code`const year = ${scope.use('parseFourDigitBytes')}(input, yearAt);`,
    code`const month = ${two}(input, monthAt);`,
    code`const day = ${two}(input, dayAt);`,
    code`byte = input[(cursor += ${choose(variants.map(({ width }) => width))})] as number;`,
  ];
}

/** Returns the expression for the number of the variant that a text has. */
function choose(numbers: readonly number[]): Code {
  const last = numbers.at(-1) ?? 0;
  if (numbers.every((number) => number === last)) return code`${last}`;
  const tests = numbers.slice(0, -1).map((number, index) => code`variant === ${index} ? ${number} : `);
  return code`(${join(tests, '')}${last})`;
}

function hasLiterals({ literals }: FixedLayout): Code {
  return join(
    literals.map(({ at, byte }) => code`input[${fromPlus(at)}] === ${byteCode(byte)}`),
    ' && ',
  );
}

/** Emits the test of the literals of the last variant. Those of the others are known. */
function emitMismatch(variants: readonly FixedLayout[]): Code[] {
  const last = variants.at(-1);
  if (last === undefined || last.literals.length === 0) return [];
  return [code`(variant === ${variants.length - 1} && !(${hasLiterals(last)}))`];
}

/** Emits statements that write the date to the output in quotes, byte by byte. */
function emitWrite(target: FixedLayout): Code[] {
  const bytes = Array.from({ length: target.width }, (_, index) => {
    const literal = target.literals.find(({ at }) => at === index);
    const byte = literal === undefined ? digitAt(index, target) : byteCode(literal.byte);
    return code`output[length + ${1 + index}] = ${byte};`;
  });
  return [code`output[length] = QUOTE;`, ...bytes, code`output[length + ${1 + target.width}] = QUOTE;`];
}

function digitAt(index: number, { year, month, day }: FixedLayout): Code {
  const [start, width] = (
    [
      [year, 4],
      [month, 2],
      [day, 2],
    ] as const
  ).find(([from, digits]) => index >= from && index < from + digits) ?? [day, 2];
  const part = name(start === year && width === 4 ? 'yearAt' : start === month ? 'monthAt' : 'dayAt');
  return index === start ? code`input[${part}] as number` : code`input[${part} + ${index - start}] as number`;
}

/** Emits the statement that counts a correction, unless the text has the layout of the target. */
function emitCorrected(variants: readonly FixedLayout[], target: FixedLayout): Code[] {
  const unchanged = variants.findIndex((variant) => isUnchanged(variant, target));
  return [
    unchanged < 0 ? code`report.corrected = true;` : code`if (variant !== ${unchanged}) report.corrected = true;`,
  ];
}

function isUnchanged(source: FixedLayout, target: FixedLayout): boolean {
  return JSON.stringify(source) === JSON.stringify(target);
}

/**
 * Returns whether a text that is written as `text` may fit the pattern of `pattern`. A year of the pattern may have a
 * sign and more digits than four. So only the characters between the digits can exclude it.
 */
function mayFit(text: FixedLayout, pattern: FixedLayout): boolean {
  const [own, others] = [text, pattern].map((layout) => literalsOf(layout).replace(/[0-9]/g, '')) as [string, string];
  return own === others || Array.from(own, (_, at) => own.slice(0, at) + own.slice(at + 1)).includes(others);
}
