import * as kernel from '../../kernel/index.ts';
import { capitalize, toCamelCase, toPascalCase } from '../../kernel/values/field-keys.ts';

export { capitalize, toCamelCase, toPascalCase };

/**
 * Words that a generated module must not declare: keywords, globals, and the names in its fixed parts and in the
 * kernel.
 */
const RESERVED = new Set([
  ...'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else enum eval export extends false finally for from function get if implements import in infer instanceof interface is keyof let module namespace never new null number object of package private protected public readonly require return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield bigint globalThis Infinity NaN'.split(
    ' ',
  ),
  ...'Object Function Array Number String Boolean Symbol BigInt Map Set Date Math JSON Promise Proxy Reflect RegExp Error Record Partial Readonly Pick Omit ReadonlySet Uint8Array Uint32Array AsyncIterable AsyncGenerator ReadableStream Iterable Iterator'.split(
    ' ',
  ),
  ...'spec read check createTransformer atRecord anywhere atDocument columns dialect reader records readRecord toJson toKey toRecord textOrNull Values'.split(
    ' ',
  ),
  ...'Issue RecordOutcome ReadOptions Splits TransformOptions Transformer Batch Severity Outcome SpecInfo SpecModule Warning Failure Position RecordIssues Rule RecordReport RecordReader CsvRecord CsvDialect CsvRecordSource XmlRecord XmlRecordSource FixedWidthLine FixedWidthDialect FixedWidthRecordSource DateParts'.split(
    ' ',
  ),
  ...Object.keys(kernel),
]);

/** Matches names of functions that are named after a date pattern, such as `parseDateDdMMYyyy`. */
const RESERVED_PREFIX = /^(?:parseDay|parseDate|formatDate|parseLocal|parseTime|toInstant|timeZoneOf)[A-Z0-9]/;

/** Chooses a unique name for each declaration of a module. */
export class Names {
  readonly #taken = new Set<string>();
  /**
   * The next number to try for each name. Starting at 1 for each of thousands of equal names would take quadratic time.
   */
  readonly #numbers = new Map<string, number>();

  /**
   * Returns `wanted`, or `wanted` with the smallest number from 2 that makes it free. `forms` returns all identifiers
   * that the module derives from a name. All of them must be free, and they are then taken.
   */
  take(wanted: string, forms: (name: string) => readonly string[] = (name) => [name]): string {
    const [counted = wanted] = forms(wanted);
    for (let number = this.#numbers.get(counted) ?? 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      const names = forms(name);
      if (names.some((form) => this.#taken.has(form) || isReserved(form))) continue;
      for (const form of names) this.#taken.add(form);
      this.#numbers.set(counted, number + 1);
      return name;
    }
  }
}

function isReserved(name: string): boolean {
  return RESERVED.has(name) || RESERVED_PREFIX.test(name);
}

/**
 * Returns the name of a rule's constant: the key of its field and the words of the ruleId that do not repeat the key.
 * For the key `debtorIban`, the ruleId `debtor-iban-shape` becomes `debtorIbanShape`. If all words repeat the key, the
 * name ends with `Rule`.
 */
export function toRuleName(key: string, ruleId: string): string {
  const words = wordsOf(toPascalCase(ruleId, 'Rule'));
  const own = wordsOf(toPascalCase(key, ''));
  const rest = withoutField(words, own);
  return key + (rest.length === 0 ? 'Rule' : rest.join(''));
}

/**
 * Returns the last words that all names have in common. If there are none, returns the first words that all have in
 * common. If there are none either, returns the first name. The result is in camel case.
 */
export function toSharedName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => wordsOf(toPascalCase(name, '')));
  const shares = (words: readonly string[], wordAt: (list: readonly string[], i: number) => string | undefined) =>
    words.findIndex((_, i) => others.some((list) => wordAt(list, i) !== wordAt(words, i)));
  const suffix = shares(first, (list, i) => list.at(-1 - i));
  const prefix = shares(first, (list, i) => list[i]);
  const common = suffix > 0 ? first.slice(-suffix) : suffix < 0 || prefix <= 0 ? first : first.slice(0, prefix);
  return toCamelCase(common.join(' '), 'shared');
}

/** Splits a name in Pascal case into words: `DebtorIBANShape` into Debtor, IBAN and Shape. */
function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
}

function withoutField(words: readonly string[], field: readonly string[]): readonly string[] {
  const isAt = (at: number) => field.every((word, i) => isSameWord(words[at + i], word));
  const found = words.findIndex((_, at) => isAt(at));
  if (found >= 0) return [...words.slice(0, found), ...words.slice(found + field.length)];
  const begun = words.findIndex((word, i) => field[i] === undefined || !isSameWord(word, field[i] ?? ''));
  if (begun > 0) return words.slice(begun);
  const overlap = field.findIndex((_, from) => field.slice(from).every((word, i) => isSameWord(words[i], word)));
  return overlap < 0 ? words : words.slice(field.length - overlap);
}

function isSameWord(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}
