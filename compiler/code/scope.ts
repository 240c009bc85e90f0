import type * as kernel from '../kernel/index.ts';
import { type Code, code, join, name } from './literal.ts';

export type KernelFunction = keyof typeof kernel;

/** What a module imports: everything that its code has used. */
export class Scope {
  readonly #functions = new Set<string>();
  readonly #types = new Set<string>();

  /** A function of the kernel, to be called by the code that is being written. */
  use(functionName: KernelFunction): Code {
    this.#functions.add(functionName);
    return name(functionName);
  }

  /** A type of the kernel. */
  useType(typeName: string): Code {
    this.#types.add(typeName);
    return name(typeName);
  }

  /** Code that was written with functions of the kernel, named beside it. */
  include({ code: written, imports }: { code: Code; imports: readonly string[] }): Code {
    for (const used of imports) this.#functions.add(used);
    return written;
  }

  /** The import statement. */
  imports(): Code {
    const functions = [...this.#functions].sort().map((used) => name(used));
    const types = [...this.#types].sort().map((used) => code`type ${name(used)}`);
    return code`import {\n  ${join([...functions, ...types], ',\n  ')},\n} from 'specmill/kernel';`;
  }
}
