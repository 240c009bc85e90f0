import { hasShortYear } from '../../emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../emitting/dates/plan/pattern.ts';
import { partsOf, readSyntax, type Syntax } from './model/syntax.ts';

/** A call of `date` whose pattern has years of two digits, and which does not say their century. */
export interface OpenCentury {
  /** The call as it is written. */
  readonly call: string;
  /** The same call with a first year. */
  readonly withCentury: (year: number) => string;
}

/** Returns the calls of `date` in an expression that read years of two digits. Empty if it cannot be read. */
export function findOpenCenturies(text: string): OpenCentury[] {
  const syntax = readSyntax(text);
  return 'detail' in syntax ? [] : callsIn(syntax, text);
}

function callsIn(syntax: Syntax, text: string): OpenCentury[] {
  const inner = partsOf(syntax).flatMap((part) => callsIn(part, text));
  if (syntax.kind !== 'call' || syntax.name !== 'date' || syntax.args.length !== 2) return inner;
  const pattern = syntax.args[1];
  if (pattern?.kind !== 'text' || !readsShortYear(pattern.value)) return inner;
  const call = text.slice(syntax.start, syntax.end);
  return [{ call, withCentury: (year) => call.replace(/\s*\)$/, () => `, ${year})`) }, ...inner];
}

/** Returns whether a pattern of dates reads years of two digits. */
export function readsShortYear(pattern: string): boolean {
  const planned = planDatePattern(pattern);
  return planned.kind === 'ok' && hasShortYear(planned.layout);
}
