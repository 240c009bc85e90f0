const LARGEST = 1_073_741_824;

/** The operand of a length rule, in code points; null where it is no whole number or too large to be meant. */
export function lengthOperand(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const length = Number(text);
  return length > LARGEST ? null : length;
}
