import { emitIsWord } from '../../../emitting/bytes/words.ts';
import { type Code, code, commentText, literal, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { ENDING } from '../../../kernel/fast/byte-kinds.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { hasConditions } from './emit-types.ts';
import { hasFastCsv, isPlainValue } from './emit-fast.ts';
import type { CsvPlan } from './plan.ts';

/**
 * Emits the function that finds the type of a record by an unquoted cell. Specs with continuation or filler lines, or
 * with several delimiters, have no such function.
 */
export function emitFindType(module: RecordTypesPlan, scope: Scope): Code[] | null {
  // This format created the plans.
  const plans = module.types.map(({ plan }) => plan.formatOperand as CsvPlan);
  const [first] = plans;
  if (hasConditions(module)) return null;
  if (module.continuation !== null || module.filler !== null || first === undefined) return null;
  if (!plans.some(hasFastCsv) || plans.some(({ dialect }) => dialect.delimiter !== module.delimiter)) return null;
  const { delimiter, quote, escape } = first.dialect;
  const values = plans.flatMap(({ dialect }, type) =>
    (dialect.recordWhen?.values ?? []).map((value) => ({ type, value, isPlain: isPlainValue(value, first) })),
  );
  const tests = values
    .filter(({ isPlain }) => isPlain)
    .map(({ type, value }) => {
      const word = new TextEncoder().encode(value);
      const own = commentText(module.types[type]?.place.name ?? '');
      return code`  if (${emitIsWord(word)} && KINDS[bytes[from + ${word.length}] as number] === ${ENDING}) return ${type}; // ${own}`;
    });
  const fallback = module.types.findIndex(({ repeat }, type) => {
    return repeat === null && plans[type]?.dialect.recordWhen === null;
  });
  // All lines are records of one type, with groups in them.
  if (values.length === 0)
    return [
      code`/** Returns the type of the record at an offset. */
function findType(_at: number): number {
  return ${fallback};
}`,
    ];
  const isKnown = fallback >= 0 && values.every(({ isPlain }) => isPlain);
  return [
    code`const finder = new ${scope.use('CellReader')}(${literal(delimiter)}, ${literal(quote)}, ${literal(escape)});
/** The kind of each byte in a cell without quotes: ${ENDING} ends the cell. */
const KINDS = finder.bare;`,
    code`/** Returns the type that the cell at an offset selects, or -1. */
function selectType(bytes: Uint8Array, from: number): number {
${[...tests, ...(isKnown ? emitFallback(quote) : []), code`  return ${isKnown ? fallback : -1};`]}
}`,
    code`/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number, layout: unknown): number {
  // The record source of CSV files provides this layout.
  const { column } = layout as ${scope.useType('TypedLayout')};
  const from = column === 0 ? at : finder.find(input, at, column);
  return from < 0 ? -1 : selectType(input, from);
}`,
  ];
}

/** Emits the statements that leave cells to the careful reader that may be blank, quoted or beyond ASCII. */
function emitFallback(quote: string): Code[] {
  const quoted = quote === '' ? nothing : code` || first === ${quote.charCodeAt(0)}`;
  return [
    code`  const first = bytes[from] as number;`,
    code`  if (first <= ${SPACE} || first > ${MAX_ASCII}${quoted}) return -1;`,
  ];
}

const SPACE = 0x20;
const MAX_ASCII = 0x7f;
