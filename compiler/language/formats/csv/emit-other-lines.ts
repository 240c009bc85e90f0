import { byteCode } from '../../../emitting/bytes/characters.ts';
import { emitIsWord } from '../../../emitting/bytes/words.ts';
import { type Code, code, commentText, nothing } from '../../../emitting/code/literal.ts';
import type { CsvPlan } from './plan.ts';

/** Emits the test whether a line is a record. */
export function emitFindTypeEnd({ dialect: { recordWhen } }: CsvPlan): Code[] {
  if (recordWhen === null) return [];
  const tests = recordWhen.values.map((value) => {
    const word = new TextEncoder().encode(value);
    return code`  if (${emitIsWord(word)} && BARE[bytes[from + ${word.length}] as number] === END_BYTE) return from + ${word.length}; // ${commentText(JSON.stringify(value))}`;
  });
  return [
    code`/** The index of the column that marks a line as a record. */
let recordType = 0;

/** Returns the offset at which the cell ends that marks a line as a record, or -1 for another value. */
function findTypeEnd(bytes: Uint8Array, from: number): number {
${tests}
  return -1;
}`,
  ];
}

/**
 * Emits the function that skips a line that is no record. The type must be an unquoted cell that begins with an ASCII
 * character and is not blank. Comments and blank lines are left to the careful reader.
 */
export function emitSkipOther({ dialect: { recordWhen, comment, quote } }: CsvPlan): Code[] {
  if (recordWhen === null) return [];
  const [first] = new TextEncoder().encode(comment);
  const quoteTest = quote === '' ? nothing : code` || type === ${byteCode(quote.charCodeAt(0))}`;
  return [
    code`/** Returns whether a line is no record, and skips it. */
function skipOther(start: number): boolean {
${first === undefined ? nothing : code`  if (input[start] === ${byteCode(first)}) return false;\n`}  if (recordType >= width) return false;
  const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
  if (typeAt < 0 || findTypeEnd(input, typeAt) >= 0) return false;
  const type = input[typeAt] as number;
  if (type <= SPACE || type > MAX_ASCII${quoteTest}) return false;
  return finish(start, cells.findLineEnd(input, start));
}`,
  ];
}
