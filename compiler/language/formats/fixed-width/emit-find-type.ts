import { emitIsWord, joinTests } from '../../../emitting/bytes/words.ts';
import { type Code, code, commentText } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { ASCII } from './emit-fast.ts';
import type { FixedWidthPlan } from './plan.ts';

/** The values at one place of a line that select types. */
interface Place {
  readonly start: number;
  readonly length: number;
  readonly types: { readonly type: number; readonly values: readonly string[] }[];
}

/**
 * Emits the function that finds the type of a record. The characters up to the value must be ASCII, because positions
 * count characters. A spec with continuation or filler lines has no such function: its lines are joined before they are
 * read.
 */
export function emitFindType(module: RecordTypesPlan, scope: Scope): Code[] | null {
  // This format created the plans.
  const plans = module.types.map(({ plan }) => plan.formatOperand as FixedWidthPlan);
  const [first] = plans;
  if (plans.some(({ conditions }) => conditions !== undefined)) return null;
  if (module.continuation !== null || module.filler !== null || first === undefined) return null;
  if (first.isUnterminated && plans.some(({ dialect }) => dialect.maxLength !== first.dialect.maxLength)) return null;
  const places = findPlaces(plans);
  const steps = places.flatMap((place, index) => {
    const before = Math.max(place.start - 1, endOf(places.slice(0, index)));
    return [
      ...emitGuard(before, scope),
      code`  const type${index + 1} = selectType${index + 1}(input, at${place.start === 1 ? code`` : code` + ${place.start - 1}`});`,
      code`  if (type${index + 1} >= 0) return type${index + 1};`,
    ];
  });
  const fallback = module.types.findIndex(({ repeat }, type) => {
    return repeat === null && plans[type]?.dialect.recordWhen === null;
  });
  // Before the last type is chosen, the line must be ASCII up to the end of all values: one may be beyond ASCII.
  const last = fallback < 0 ? [] : emitGuard(endOf(places), scope);
  return [
    ...places.map((place, index) => emitSelectType(place, index, module)),
    code`/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(${steps.length + last.length === 0 ? code`_at` : code`at`}: number): number {
${[...steps, ...last, code`  return ${fallback};`]}
}`,
  ];
}

/** Returns the places in the order of the types, as FixedWidthTypeFinder does. */
function findPlaces(plans: readonly FixedWidthPlan[]): Place[] {
  const places = new Map<string, Place>();
  for (const [type, { dialect }] of plans.entries()) {
    if (dialect.recordWhen === null) continue;
    const { start, length, values } = dialect.recordWhen;
    const key = `${start} ${length}`;
    const place = places.get(key) ?? { start, length, types: [] };
    places.set(key, place);
    place.types.push({ type, values });
  }
  return [...places.values()];
}

/** Returns the number of characters up to the end of the values at all places. */
function endOf(places: readonly Place[]): number {
  return Math.max(0, ...places.map(({ start, length }) => start - 1 + length));
}

function emitSelectType({ types, length }: Place, index: number, module: RecordTypesPlan): Code {
  const tests = types.flatMap(({ type, values }) => {
    const words = values
      .filter((value) => ASCII.test(value) && value.length === length)
      .map((value) => emitIsWord(new TextEncoder().encode(value)));
    const own = commentText(module.types[type]?.place.name ?? '');
    return words.length === 0 ? [] : [code`  if (${joinTests(words)}) return ${type}; // ${own}`];
  });
  const used = tests.length === 0 ? code`_bytes: Uint8Array, _from: number` : code`bytes: Uint8Array, from: number`;
  return code`/** Returns the type that the bytes at an offset select, or -1. */
function selectType${index + 1}(${used}): number {
${[...tests, code`  return -1;`]}
}`;
}

/** Emits the statement that leaves lines to the careful reader whose first bytes are not ASCII, or that are too short. */
function emitGuard(bytes: number, scope: Scope): Code[] {
  return bytes === 0 ? [] : [code`  if (!${scope.use('isPlainAscii')}(input, at, at + ${bytes})) return -1;`];
}
