const LARGEST = 1_073_741_824;

/** Returns the operand of a length rule in code points, or null if it is not a whole number from 0 to 1,073,741,824. */
export function lengthOperand(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const length = Number(text);
  return length > LARGEST ? null : length;
}
