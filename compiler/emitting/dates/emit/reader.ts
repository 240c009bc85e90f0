import { exampleOf } from '../plan/example.ts';
import { findDefinedFields, presenceOf, type TimeField } from '../plan/fields.ts';
import { digitsOf, type DateField, type DateLayout } from '../plan/layout.ts';
import { emitDateScan, emitIf } from './scan.ts';
import { code, commentText, join, name, type Code } from '../../code/literal.ts';

/** A generated function and what it imports from the kernel. */
export interface EmittedDate {
  readonly code: Code;
  /** Names of the kernel functions that it calls, sorted. */
  readonly imports: readonly string[];
  /** Names of the kernel types that it uses, sorted. */
  readonly types: readonly string[];
}

/**
 * Emits a function `(text: string): number`. It returns the days since 1970-01-01 of a date, or NaN if the text does
 * not fit the layout.
 */
export function emitDateReader(functionName: string, pattern: string, layout: DateLayout): EmittedDate {
  const draft = createDraft(layout, 'NaN', false);
  const day = emitEpochDay(draft);
  if (draft.has('weekday'))
    draft.lines.push(code`const epochDay = ${day};`, code`return ${emitWeekdayMismatch(draft)} ? NaN : epochDay;`);
  else draft.lines.push(code`return ${day};`);
  const doc = code`Parses ${commentText(pattern)}, for example ${commentText(exampleOf(layout))}. Returns days since 1970-01-01, or NaN for any other text.`;
  return {
    ...emitFunction({ doc, head: code`function ${name(functionName)}(text: string): number`, draft }),
    types: [],
  };
}

/**
 * Emits a function `(text: string): DateParts | null`. It returns the date and time parts of a text, or null if the
 * text does not fit the layout. Unless `fills`, a time part that the text does not have is NaN.
 */
export function emitDatePartsReader(
  functionName: string,
  pattern: string,
  layout: DateLayout,
  { fills = true }: { fills?: boolean } = {},
): EmittedDate {
  const draft = createDraft(layout, 'null', true);
  draft.lines.push(code`const epochDay = ${emitEpochDay(draft)};`, code`if (Number.isNaN(epochDay)) return null;`);
  if (draft.has('weekday')) draft.lines.push(code`if (${emitWeekdayMismatch(draft)}) return null;`);
  draft.lines.push(...emitParts(draft, fills));
  const doc = code`Parses ${commentText(pattern)}, for example ${commentText(exampleOf(layout))}. Returns null for any other text.`;
  return {
    ...emitFunction({ doc, head: code`function ${name(functionName)}(text: string): DateParts | null`, draft }),
    types: ['DateParts'],
  };
}

/**
 * Emits a function `(text: string): string | null` for a layout of times of day. It returns `HH:mm:ss`, with decimals if
 * the text has them, or null if the text does not fit the layout.
 */
export function emitTimeReader(functionName: string, pattern: string, layout: DateLayout): EmittedDate {
  const draft = createDraft(layout, 'null', true);
  draft.lines.push(...emitDerived(draft));
  const small = (field: 'minute' | 'second') =>
    presenceOf(layout, field) === 'never'
      ? code`0`
      : presenceOf(layout, field) === 'always'
        ? name(field)
        : code`(Number.isNaN(${name(field)}) ? 0 : ${name(field)})`;
  const time = code`formatTimeOfDay(hour * 3600 + ${small('minute')} * 60 + ${small('second')})`;
  draft.imports.add('formatTimeOfDay');
  const digits = digitsOf(layout);
  if (digits.length > 0) draft.imports.add('formatDecimals');
  draft.lines.push(
    digits.length === 0
      ? code`return ${time};`
      : code`return ${time} + formatDecimals(nano, [${join(
          digits.map((one) => code`${one}`),
          ', ',
        )}]);`,
  );
  const doc = code`Parses ${commentText(pattern)}, for example ${commentText(exampleOf(layout))}. Returns HH:mm:ss, or null for any other text.`;
  return {
    ...emitFunction({ doc, head: code`function ${name(functionName)}(text: string): string | null`, draft }),
    types: [],
  };
}

/** A function that reads dates, while it is being emitted. */
interface Draft {
  readonly layout: DateLayout;
  readonly lines: Code[];
  readonly imports: Set<string>;
  readonly has: (field: DateField) => boolean;
}

function createDraft(layout: DateLayout, failure: 'NaN' | 'null', needsAll: boolean): Draft {
  const has = (field: DateField) => presenceOf(layout, field) !== 'never';
  const needs = (field: DateField) => {
    if (field === 'half') return has('hour') || (needsAll && has('clockHour'));
    return needsAll || (field !== 'nano' && field !== 'offset');
  };
  const imports = new Set<string>();
  const reject = code`return ${name(failure)};`;
  const lines = emitDateScan(layout.parts, { reject, needs, imports });
  const draft = { layout, lines, imports, has };
  lines.push(...emitRangeChecks(draft, reject));
  return draft;
}

const maxOf = { hour: 23, minute: 59, second: 59 } as const;

/**
 * Emits checks that the parts form a valid time. A part that is missing in the text is NaN, for which every comparison
 * is false.
 */
function emitRangeChecks(draft: Draft, reject: Code): Code[] {
  const { layout, has, imports } = draft;
  const is = (field: DateField, presence: string) => presenceOf(layout, field) === presence;
  const bounded = (['hour', 'minute', 'second'] as const).filter(has);
  const limits = bounded.filter((field) => is(field, 'always')).map((field) => code`${name(field)} <= ${maxOf[field]}`);
  if (is('clockHour', 'always')) limits.unshift(code`clockHour >= 1`, code`clockHour <= 12`);
  const bare = (['half', 'nano', 'offset'] as const).filter((field) => is(field, 'always')).map(name);
  const violations = bounded
    .filter((field) => is(field, 'sometimes'))
    .map((field) => code`${name(field)} > ${maxOf[field]}`);
  if (is('clockHour', 'sometimes')) violations.unshift(code`clockHour < 1`, code`clockHour > 12`);
  if (bare.length > 0) violations.unshift(code`Number.isNaN(${join(bare, ' + ')})`);
  if (limits.length > 0) violations.unshift(code`!(${join(limits, ' && ')})`);
  if (has('hour') && has('half')) {
    imports.add('isConsistent');
    violations.push(code`!isConsistent(half, Math.floor(hour / 12))`);
  }
  return violations.length > 0 ? emitIf(violations, reject) : [];
}

function emitEpochDay({ has, imports }: Draft): Code {
  if (has('serial')) {
    imports.add('serialToEpochDay');
    return code`serialToEpochDay(serial)`;
  }
  imports.add(has('dayOfYear') ? 'ordinalToEpochDay' : 'toEpochDay');
  return has('dayOfYear') ? code`ordinalToEpochDay(year, dayOfYear)` : code`toEpochDay(year, month, day)`;
}

function emitWeekdayMismatch({ layout, imports }: Draft): Code {
  imports.add('weekdayOf');
  if (presenceOf(layout, 'weekday') === 'always') return code`weekday !== weekdayOf(epochDay)`;
  imports.add('isConsistent');
  return code`!isConsistent(weekday, weekdayOf(epochDay))`;
}

function emitParts(draft: Draft, fills: boolean): Code[] {
  const { layout, has, imports } = draft;
  const hasHour = has('hour') || has('clockHour');
  const isOpen =
    fills &&
    hasHour &&
    (['hour', 'clockHour', 'minute', 'second', 'nano'] as const).some(
      (field) => presenceOf(layout, field) === 'sometimes',
    );
  const defined = isOpen || !fills ? new Set<TimeField>() : findDefinedFields(layout);
  const times = (['hour', 'minute', 'second', 'nano', 'offset'] as const).map((field) =>
    emitTime(field, draft, defined),
  );
  const parts = code`{ year, month, day, ${join(times, ', ')} }`;
  if (isOpen) imports.add('fillMissingTime');
  return [...emitDerived(draft), isOpen ? code`return fillMissingTime(${parts});` : code`return ${parts};`];
}

/**
 * Emits variables that are computed from others: month and day from the day of the year or of the calendar, and the hour
 * from a 12-hour clock.
 */
function emitDerived({ has, imports }: Draft): Code[] {
  const lines: Code[] = [];
  if (has('serial')) {
    imports.add('yearOf');
    lines.push(code`const year = yearOf(epochDay);`);
  }
  if (has('dayOfYear') || has('serial')) {
    imports.add('monthOf').add('dayOf');
    lines.push(code`const month = monthOf(epochDay);`, code`const day = dayOf(epochDay);`);
  }
  if (has('clockHour')) lines.push(code`const hour = (clockHour % 12) + half * 12;`);
  return lines;
}

function emitTime(field: TimeField, { has }: Draft, defined: ReadonlySet<TimeField>): Code {
  if (has(field) || (field === 'hour' && has('clockHour'))) return name(field);
  return code`${name(field)}: ${defined.has(field) ? code`0` : code`NaN`}`;
}

function emitFunction({ doc, head, draft }: { doc: Code; head: Code; draft: Draft }): {
  code: Code;
  imports: string[];
} {
  const body = draft.lines.map((line) => code`  ${line}`);
  return { code: code`/** ${doc} */\n${head} {\n${body}\n}`, imports: [...draft.imports].sort() };
}
