import type * as kernel from '../../kernel/index.ts';
import { type Code, code, join, name } from './literal.ts';
import { toPascalCase } from './names.ts';

/** The name of a function that the kernel exports. */
export type KernelFunction = keyof typeof kernel;

/** What a function for a date pattern does. */
export type PatternVerb =
  | 'parseDay'
  | 'parseDate'
  | 'formatDate'
  | 'parseLocal'
  | 'toInstant'
  | 'parseTime'
  | 'timeZoneOf';

/**
 * Collects what a module imports from the kernel, and chooses the names of the module's functions for date patterns.
 */
export class Scope {
  readonly #functions = new Set<string>();
  readonly #types = new Set<string>();
  /** The names of the functions for date patterns, by verb and pattern. */
  readonly #patternFunctions = new Map<string, string>();

  /** Adds a kernel function to the imports, and returns its name. */
  use(functionName: KernelFunction): Code {
    this.#functions.add(functionName);
    return name(functionName);
  }

  /** Adds a kernel type to the imports, and returns its name. */
  useType(typeName: string): Code {
    this.#types.add(typeName);
    return name(typeName);
  }

  /** Adds the kernel functions that a piece of code uses to the imports, and returns the code unchanged. */
  include({ code: written, imports }: { code: Code; imports: readonly string[] }): Code {
    for (const used of imports) this.#functions.add(used);
    return written;
  }

  /**
   * Returns the name of the function that handles a date pattern. All fields with the pattern share it. For `parseDate`
   * and `dd.MM.yyyy`, it is `parseDateDdMMYyyy`. `settings` distinguishes functions for the same pattern.
   */
  patternFunction(verb: PatternVerb, pattern: string, settings = ''): Code {
    const key = `${verb} ${pattern} ${settings}`;
    const taken = [...this.#patternFunctions.values()];
    const wanted = verb + toPascalCase(pattern, '');
    let own = this.#patternFunctions.get(key) ?? wanted;
    for (let number = 2; !this.#patternFunctions.has(key) && taken.includes(own); number++) own = `${wanted}${number}`;
    this.#patternFunctions.set(key, own);
    return name(own);
  }

  /**
   * Returns the import statement for everything that was used: first the functions, then the types, each in
   * alphabetical order.
   */
  imports(): Code {
    return this.#import([...this.#functions]);
  }

  /** The same without functions that `text` does not name: an emitter may have discarded what it had written. */
  importsOf(text: string): Code {
    const words = new Set(text.match(/[\w$]+/g));
    return this.#import([...this.#functions].filter((used) => words.has(used)));
  }

  #import(used: readonly string[]): Code {
    const functions = [...used].sort().map((one) => name(one));
    const types = [...this.#types].sort().map((used) => code`type ${name(used)}`);
    return code`import {\n  ${join([...functions, ...types], ',\n  ')},\n} from 'specmill/kernel';`;
  }
}
