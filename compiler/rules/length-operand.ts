const MAX_OPERAND = 1_073_741_824;

/** Returns the operand of a length rule in code points, or null if it is not a whole number from 0 to 1,073,741,824. */
export function lengthOperand(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const length = Number(text);
  return length > MAX_OPERAND ? null : length;
}

/** Automata for longer lengths are too large. */
const MAX_PATTERN_LENGTH = 1000;

/** Returns a regex for an operand, or null if its automaton would be too large. */
export function patternOfLength(operand: string, write: (length: number) => string): string | null {
  const length = Number(operand);
  return length > MAX_PATTERN_LENGTH ? null : write(length);
}
