import type * as kernel from '../kernel/index.ts';
import { type Code, code, join, name } from './literal.ts';

/** The name of a function that the kernel exports. */
export type KernelFunction = keyof typeof kernel;

/** Collects what a module imports from the kernel. */
export class Scope {
  readonly #functions = new Set<string>();
  readonly #types = new Set<string>();

  /** Imports a kernel function and returns its name. */
  use(functionName: KernelFunction): Code {
    this.#functions.add(functionName);
    return name(functionName);
  }

  /** Imports a kernel type and returns its name. */
  useType(typeName: string): Code {
    this.#types.add(typeName);
    return name(typeName);
  }

  /** Imports the kernel functions that a piece of code uses, and returns the code. */
  include({ code: written, imports }: { code: Code; imports: readonly string[] }): Code {
    for (const used of imports) this.#functions.add(used);
    return written;
  }

  /** Returns the import statement. */
  imports(): Code {
    const functions = [...this.#functions].sort().map((used) => name(used));
    const types = [...this.#types].sort().map((used) => code`type ${name(used)}`);
    return code`import {\n  ${join([...functions, ...types], ',\n  ')},\n} from 'specmill/kernel';`;
  }
}
