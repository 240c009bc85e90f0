/** Returns whether a text is ASCII and its bytes pass a test, such as `isIban`. */
export function testText(text: string, test: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 127) return false;
    bytes[at] = unit;
  }
  return test(bytes, 0, text.length);
}
