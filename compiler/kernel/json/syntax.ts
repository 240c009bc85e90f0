/** The number of JSON that begins at an index (RFC 8259, section 6). */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HALF_OF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The text is not JSON. The message shows no character of it. */
export class MalformedJson extends Error {
  readonly at: number;

  /** @param at index in the text, in UTF-16 units */
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Reads the tokens of a text of JSON (RFC 8259). `at` is the index of the next character. */
export class JsonTokens {
  text = '';
  at = 0;

  begin(text: string): void {
    this.text = text;
    this.at = 0;
  }

  /** Skips blanks, and returns the code of the next character. NaN at the end of the text. */
  peek(): number {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.at++;
    }
  }

  /** Reads the string at the index, which is a quote. Returns its text without quotes and escapes. */
  string(): string {
    const start = this.at + 1;
    const { text } = this;
    let at = start;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) return this.#escapedString(start, at);
      if (!(unit >= 0x20)) this.#failInString(at);
      at++;
    }
    this.at = at + 1;
    return text.slice(start, at);
  }

  /** Reads the number at the index as it is written. */
  number(): string {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text)?.[0];
    if (found === undefined) throw new MalformedJson('a number has no digits', this.at);
    this.at += found.length;
    return found;
  }

  /** Reads `true`, `false` or `null`. */
  word(word: string): void {
    if (!this.text.startsWith(word, this.at)) throw new MalformedJson('a value is missing', this.at);
    this.at += word.length;
  }

  #failInString(at: number): never {
    if (at >= this.text.length) throw new MalformedJson('a string is not closed', at);
    throw new MalformedJson('a control character in a string is not escaped', at);
  }

  #escapedString(start: number, first: number): string {
    const { text } = this;
    const parts: string[] = [];
    let from = start;
    let at = first;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        parts.push(text.slice(from, at));
        const next = text.charAt(at + 1);
        const isUnicode = next === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6));
        const plain = isUnicode ? String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16)) : ESCAPED[next];
        if (plain === undefined) throw new MalformedJson('an escape in a string is not valid', at);
        parts.push(plain);
        at += isUnicode ? 6 : 2;
        from = at;
      } else if (!(unit >= 0x20)) this.#failInString(at);
      else at++;
    }
    parts.push(text.slice(from, at));
    const value = parts.join('');
    if (HALF_OF_PAIR.test(value)) throw new MalformedJson('an escape in a string is half of a surrogate pair', start);
    this.at = at + 1;
    return value;
  }
}
