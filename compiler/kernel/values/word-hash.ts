/** Returns a hash after one more word of 4 bytes, the least significant one first. Its high bits are the best. */
export function addWord(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
