import { conversionFunctions } from './conversions.ts';
import type { ExpressionFunction } from './function.ts';
import { instantFunctions } from './instants.ts';
import { lookupFunctions } from './lookup.ts';
import { maskFunction } from './masks.ts';
import { numberFunctions } from './numbers.ts';
import { operators } from './operators.ts';
import { textFunctions } from './texts.ts';

/** All functions and operators of expressions. To add one, write its definition and list it here. */
export const expressionFunctions: readonly ExpressionFunction[] = [
  ...operators,
  ...textFunctions,
  ...numberFunctions,
  ...conversionFunctions,
  ...instantFunctions,
  ...lookupFunctions,
];

const byName: ReadonlyMap<string, ExpressionFunction> = new Map(
  [...expressionFunctions, maskFunction].map((one) => [one.name, one]),
);

/** Returns the function or operator with a name, or undefined. */
export function findFunction(name: string): ExpressionFunction | undefined {
  return byName.get(name);
}

/** Returns a function or operator that a checked expression calls. */
export function functionOf({ name }: { readonly name: string }): ExpressionFunction {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`an unknown function passed the checks: ${name}`);
  return found;
}

/** The names of the functions that a user may write. */
export const functionNames: readonly string[] = [
  ...expressionFunctions.map(({ name }) => name).filter((name) => /^[A-Za-z]/.test(name)),
  'split',
  'field',
];
