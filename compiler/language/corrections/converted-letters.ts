import { type Code, code } from '../../emitting/code/literal.ts';

/** Emits the statements with which the fast reader converts the letters of the text in the output buffer. */
export function emitConversion(convert: Code): Code {
  return code`const converted = ${convert}(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;`;
}
