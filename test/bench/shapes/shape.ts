/** One shape of input: a spec, and similar files of any size. */
export interface Shape {
  readonly name: string;
  /** The spec, as a plain object. */
  readonly spec: object;
  /** Returns a file of about this size, in bytes. */
  make(bytes: number): Buffer;
}

/** Repeats a text, which may depend on its number, until it has this many characters. */
export function repeat(unit: string | ((number: number) => string), characters: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let number = 0; length < characters; number++) {
    const part = typeof unit === 'string' ? unit : unit(number);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

/** A shape of text in UTF-8 between a head and a foot. */
export function textShape(
  name: string,
  spec: object,
  { head = '', unit, foot = '' }: { head?: string; unit: string | ((number: number) => string); foot?: string },
): Shape {
  return { name, spec, make: (bytes) => Buffer.from(head + repeat(unit, bytes) + foot) };
}
