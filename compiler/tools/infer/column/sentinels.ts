import type { TypeGuess } from './type-guess.ts';
import type { ColumnValues } from './values.ts';

/** Numbers of nines, which many systems write in place of a value that is missing: `-999`, `-9999.0`, `99.9`. */
const NEGATIVE = /^-(?:99|9{3,6})(?:\.0|\.9)?$/;
const POSITIVE = /^(?:9{2,5}\.9{1,2}|9{4,6})$/;
/** The minimum number of cells with a number that may be a value, too. */
const OFTEN = 3;

/** Marks a column of numbers in which a number of nines, far from all others, probably means no value. */
export function withSentinel(type: TypeGuess, values: ColumnValues): TypeGuess {
  const isNumber = type.keys.type === 'INTEGER' || type.keys.type === 'DECIMAL';
  const found = isNumber && type.undecided === undefined ? findSentinel(values) : null;
  if (found === null) return type;
  const undecided = `${found} probably means no value: list it in nullValues`;
  return { ...type, doubts: [...type.doubts, undecided], undecided };
}

function findSentinel({ counts }: ColumnValues): string | null {
  for (const [text, count] of counts) {
    const isNegative = NEGATIVE.test(text);
    if (!isNegative && (!POSITIVE.test(text) || count < OFTEN)) continue;
    const limit = Math.abs(Number(text)) / (isNegative ? 2 : 5);
    const texts = [...counts.keys()].filter((other) => other !== text);
    const others = texts.map(Number);
    if (!isNegative && arePrices([text, ...texts])) continue;
    // A small number is a value like others, unless it occurs often.
    if ((limit < 100 && count < OFTEN) || (others.length === 0 && limit < 400)) continue;
    if (others.every((other) => (isNegative ? other > -limit : other < limit) || Number.isNaN(other))) return text;
  }
  return null;
}

/** Whether most numbers end as prices do: `9.99`, `19.99` beside `999.99`. */
function arePrices(texts: readonly string[]): boolean {
  return 2 * texts.filter((text) => /\.\d?9$/.test(text)).length > texts.length && texts.length > 1;
}
