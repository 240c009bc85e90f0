import { type Code, code, commentText, join, nothing } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../../emitting/bytes/cell.ts';
import type { ByteContext, ByteField, ByteForm } from '../../emitting/bytes/byte-form.ts';
import { emitNull } from '../../emitting/bytes/emit-null.ts';
import { areStepsInOrder, hasStep } from '../../emitting/bytes/steps.ts';

/**
 * The maximum number of words that the fast reader compares one by one. The careful reader reads a field with more
 * words.
 */
const MAX_WORDS = 16;

/** The texts that mean true and false. If a list is null, its word `true` or `false` is accepted in any letter case. */
export interface BooleanWords {
  readonly trueValues: readonly string[] | null;
  readonly falseValues: readonly string[] | null;
}

/**
 * Returns the code that reads a BOOLEAN in the fast reader by comparing the cell with a few words. Returns null if only
 * the careful reader can read the field, for example if it has rules.
 */
export function emitBooleanBytes(
  { trueValues, falseValues }: BooleanWords,
  field: ByteField,
  { nullTexts, scope, cell }: ByteContext,
): ByteForm | null {
  const words = [...wordsOf(trueValues, true), ...wordsOf(falseValues, false)];
  const lower = new Set(words.map(({ word }) => word.toLowerCase()));
  if (field.rules.length > 0 || words.length > MAX_WORDS) return null;
  if (!areStepsInOrder(field.corrections, ['trim', 'default'])) return null;
  if (nullTexts.some((text) => lower.has(text.trim().toLowerCase()))) return null;
  if (
    words.some(
      ({ word }) =>
        !/^[!-~]+$/.test(word) || [...word].some((character) => (cell.delimiter + cell.quote).includes(character)),
    )
  )
    return null;
  const blanks = hasStep(field.corrections, 'trim') ? 'REPORTED' : 'DROPPED';
  // A longer word is tested first, because a shorter one may be its beginning.
  const tests = words.sort((a, b) => b.word.length - a.word.length).flatMap(emitTest);
  return {
    declarations: [],
    body: [
      ...emitOpen(cell, blanks),
      code`let width = 0;`,
      code`let isTrue = false;`,
      ...tests,
      code`}`,
      ...(field.canBeNull
        ? [
            code`if (width === 0) {`,
            code`  if (${isFilled}) return -1;`,
            ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
            code`  ${emitNull(field, scope)}`,
            code`}`,
          ]
        : [code`if (width === 0) return -1;`]),
      code`byte = input[(cursor += width)] as number;`,
      ...emitClose(cell, blanks),
      code`if (${isOpenStill}) return -1;`,
      ...emitEnd(cell, code`cursor`),
      ...emitTrimmed(blanks),
      ...emitBooleanEnd(field, scope),
    ],
  };
}

/** Emits the statements that end a boolean in the output. */
function emitBooleanEnd({ ending }: ByteField, scope: Scope): Code[] {
  if (ending !== null && ending.truth !== null) return [code`return ${ending.truth};`];
  const json = code`isTrue ? ${scope.use('writeTrue')}(output, length) : ${scope.use('writeFalse')}(output, length)`;
  return ending === null ? [code`return ${json};`] : [code`const end = ${json};`, code`return ${ending.json};`];
}

interface Word {
  word: string;
  means: boolean;
  /** Whether the word is compared exactly. If false, letter case is ignored. */
  isExact: boolean;
}

function wordsOf(values: readonly string[] | null, means: boolean): Word[] {
  return values === null
    ? [{ word: String(means), means, isExact: false }]
    : values.map((word) => ({ word, means, isExact: true }));
}

/** Emits the test for one word, as a branch of an `if` chain. */
function emitTest(word: Word, index: number): Code[] {
  return [
    code`${index === 0 ? nothing : code`} else `}if (${emitIsWordAt(word)}) {`,
    code`  // ${commentText(JSON.stringify(word.word))}`,
    code`  width = ${word.word.length};`,
    ...(word.means ? [code`  isTrue = true;`] : []),
  ];
}

/** Returns an expression that is true if the word is at `cursor`. `byte` is the byte at `cursor`. */
function emitIsWordAt({ word, isExact }: Word): Code {
  const bytes = [...word].map((character) => character.charCodeAt(0));
  return join(
    bytes.map((byte, i) => {
      const own = i === 0 ? code`byte` : code`input[cursor + ${i}]`;
      return isExact
        ? code`${own} === ${byte}`
        : code`(${i === 0 ? own : code`(${own} as number)`} | LOWER_CASE_BIT) === ${byte}`;
    }),
    ' && ',
  );
}
