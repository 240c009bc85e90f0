import type { FieldPlan } from '../plan/plan.ts';
import type { BooleanPlan } from './boolean.ts';
import { type Code, code, join } from '../code/literal.ts';
import { emitClose, emitEnd, emitOpen, emitTrimmed, isFilled, isOpenStill } from '../bytes/cell.ts';
import { type ByteForm, emitNull, type FastContext, isEverNull } from '../bytes/byte-form.ts';

/** BOOLEAN: one of a few words. */
export function emitFastBoolean(field: FieldPlan, { plan, scope, cell }: FastContext): ByteForm | null {
  const { trueValues, falseValues } = field.operand as BooleanPlan;
  const steps = field.corrections.map(({ correctionType }) => `${correctionType} `).join('');
  const words = [...wordsOf(trueValues, true), ...wordsOf(falseValues, false)];
  const lower = new Set(words.map(({ word }) => word.toLowerCase()));
  if (field.rules.length > 0 || words.length > 16 || !/^(TRIM )?(DEFAULT_IF_NULL )?$/.test(steps)) return null;
  if (plan.nullTexts.some((text) => lower.has(text.trim().toLowerCase()))) return null;
  if (
    words.some(
      ({ word }) =>
        !/^[!-~]+$/.test(word) || [...word].some((character) => (cell.delimiter + cell.quote).includes(character)),
    )
  )
    return null;
  const blanks = steps.includes('TRIM') ? 'TOLD' : 'DROPPED';
  // A word that another one begins with comes behind that.
  const tests = words
    .sort((a, b) => b.word.length - a.word.length)
    .map(
      (word, i) =>
        code`${i === 0 ? code`` : code`else `}if (${emitStands(word)}) ${word.means ? code`{ width = ${word.word.length}; isTrue = true; }` : code`width = ${word.word.length};`}`,
    );
  return {
    declares: [],
    body: [
      ...emitOpen(cell, blanks),
      code`let width = 0;`,
      code`let isTrue = false;`,
      ...tests,
      ...(isEverNull(field)
        ? [
            code`if (width === 0) {`,
            code`  if (${isFilled}) return -1;`,
            ...emitEnd(cell, code`at`).map((line) => code`  ${line}`),
            code`  ${emitNull(field, scope)}`,
            code`}`,
          ]
        : [code`if (width === 0) return -1;`]),
      code`byte = input[(place += width)] as number;`,
      ...emitClose(cell, blanks),
      code`if (${isOpenStill}) return -1;`,
      ...emitEnd(cell, code`place`),
      ...emitTrimmed(blanks),
      code`return isTrue ? ${scope.use('writeTrue')}(output, length) : ${scope.use('writeFalse')}(output, length);`,
    ],
  };
}

interface Word {
  word: string;
  means: boolean;
  isExact: boolean;
}

function wordsOf(values: readonly string[] | null, means: boolean): Word[] {
  return values === null
    ? [{ word: String(means), means, isExact: false }]
    : values.map((word) => ({ word, means, isExact: true }));
}

/** Whether the word stands at `place`, on `byte`. */
function emitStands({ word, isExact }: Word): Code {
  const bytes = [...word].map((character) => character.charCodeAt(0));
  return join(
    bytes.map((byte, i) => {
      const own = i === 0 ? code`byte` : code`input[place + ${i}]`;
      return isExact ? code`${own} === ${byte}` : code`(${i === 0 ? own : code`(${own} as number)`} | 32) === ${byte}`;
    }),
    ' && ',
  );
}
