import * as kernel from '../kernel/index.ts';

/** Words that a generated module must not declare: keywords, globals, and names in its fixed parts. */
const RESERVED = new Set([
  ...'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else enum eval export extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield bigint globalThis Infinity NaN'.split(
    ' ',
  ),
  ...'Object Function Array Number String Boolean Symbol BigInt Map Set Date Math JSON Promise Proxy Reflect RegExp Error Record Partial Readonly Pick Omit ReadonlySet Uint8Array Uint32Array AsyncIterable AsyncGenerator ReadableStream Iterable Iterator'.split(
    ' ',
  ),
  ...'spec read check createTransformer columns dialect places reader records readRecord toJson toKey toRecord textOrNull Values Column Fields'.split(
    ' ',
  ),
  ...'Issue RecordOutcome ReadOptions Splits TransformOptions Transformer Batch Severity Outcome SpecInfo SpecModule Warning Failure Position RecordIssues Rule RecordReport RecordReader CsvRecord CsvDialect CsvRecordSource XmlRecord XmlRecordSource FixedWidthLine FixedWidthDialect FixedWidthRecordSource DateParts'.split(
    ' ',
  ),
  ...Object.keys(kernel),
]);

const MAX_UNITS = 60;

/** Chooses a unique name for each declaration of a module. */
export class Names {
  readonly #taken = new Set<string>();
  /**
   * The next number to try for each name. Without it, thousands of fields with the same name would take quadratic time.
   */
  readonly #numbers = new Map<string, number>();

  /**
   * Returns `wanted`, or `wanted` with the first number for which all of its `forms` are free. Marks these forms as
   * taken.
   */
  take(wanted: string, forms: (name: string) => readonly string[] = (name) => [name]): string {
    for (let number = this.#numbers.get(wanted) ?? 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      const names = forms(name);
      if (names.some((form) => this.#taken.has(form) || RESERVED.has(form))) continue;
      for (const form of names) this.#taken.add(form);
      this.#numbers.set(wanted, number + 1);
      return name;
    }
  }
}

/** Converts text of the spec to the name of a type or function: `people-register` becomes `PeopleRegister`. */
export function toPascalCase(text: string, fallback: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const name = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, MAX_UNITS);
  return /^[A-Za-z]/.test(name) ? name : fallback + name;
}

/** Converts text of the spec to the name of a value: `Transaction Id` becomes `transactionId`. */
export function toCamelCase(text: string, fallback: string): string {
  const name = toPascalCase(text, fallback);
  const capitals = /^[A-Z]+(?![a-z])/.exec(name)?.[0].length ?? 1;
  return name.slice(0, capitals).toLowerCase() + name.slice(capitals);
}
