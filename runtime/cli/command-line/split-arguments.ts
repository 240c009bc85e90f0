/** An argument that names a flag, or an operand. */
export type ArgumentToken =
  | { kind: 'option'; name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined }
  | { kind: 'operand'; value: string };

/**
 * Splits the arguments of a call like parseArgs() of Node.js, whose code takes longer to load than all arguments to split.
 * `takesValue` says whether the flag with a name, without dashes, is followed by its value. `-h` is short for `--help`.
 */
export function splitArguments(args: readonly string[], takesValue: (name: string) => boolean): ArgumentToken[] {
  const tokens: ArgumentToken[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') return [...tokens, ...rest.map((value) => ({ kind: 'operand', value }) as const)];
    const [, long, inline] = /^--(.[^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (long !== undefined) tokens.push(inline === undefined ? withNext(long, arg) : withInline(long, inline));
    else if (!arg.startsWith('-') || arg.startsWith('--') || arg === '-') tokens.push({ kind: 'operand', value: arg });
    else if (arg.length === 2) tokens.push(withNext(nameOfShort(arg[1] as string), arg));
    // Several short flags in one argument.
    else rest.unshift(...[...arg.slice(1)].map((letter) => `-${letter}`));
  }
  return tokens;

  function withNext(name: string, rawName: string): ArgumentToken {
    const value = takesValue(name) ? rest.shift() : undefined;
    return { kind: 'option', name, rawName, value, inlineValue: value === undefined ? undefined : false };
  }
}

function withInline(name: string, value: string): ArgumentToken {
  return { kind: 'option', name, rawName: `--${name}`, value, inlineValue: true };
}

function nameOfShort(letter: string): string {
  return letter === 'h' ? 'help' : letter;
}
