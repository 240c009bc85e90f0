import { code, literal, name as nameOf } from '../../../emitting/code/literal.ts';
import type { ExpressionType } from '../../types/type-kind.ts';
import { createFunction, type ExpressionFunction, literalOf, type UsedTable } from './function.ts';

const TEXT: readonly ExpressionType[] = ['string'];

/** The function that reads reference tables. */
export const lookupFunctions: readonly ExpressionFunction[] = [
  createFunction({
    name: 'lookup',
    signature: 'lookup(table, key, column)',
    doc: 'A cell of a reference table: of the row with the key, which is compared exactly. Null: there is no such row, or its cell is empty.',
    parameters: [
      { name: 'table', types: TEXT, isLiteral: true },
      { name: 'key', types: TEXT },
      { name: 'column', types: TEXT, isLiteral: true },
    ],
    isStrict: false,
    result: 'string',
    plan: ([table, , column]): UsedTable => ({ table: textOf(table), column: textOf(column) }),
    keptArgs: ([, key]) => (key === undefined ? [] : [key]),
    tableOf: (operand) => operand as UsedTable,
    declaredNames: (name) => [`${name}Lookup`],
    declare(operand, name, scope) {
      const { table, column } = operand as UsedTable;
      return [
        code`const ${nameOf(`${name}Lookup`)} = ${scope.use('createLookup')}(${literal(table)}, ${literal(column ?? '')});`,
      ];
    },
    inBytes(operand, name, scope) {
      const { table, column } = operand as UsedTable;
      return [
        code`const ${nameOf(name)} = ${scope.use('createByteLookup')}(${literal(table)}, ${literal(column ?? '')});`,
      ];
    },
    emit: ({ args, declares, record }) => code`${nameOf(`${declares}Lookup`)}(${args[0] ?? code`null`}, ${record})`,
    sentence: ([key], operand) => {
      const { table, column } = operand as UsedTable;
      return `the ${JSON.stringify(column)} of ${key} in the reference table ${JSON.stringify(table)}`;
    },
  }),
];

function textOf(argument: Parameters<typeof literalOf>[0] | undefined): string {
  const value = argument === undefined ? null : literalOf(argument);
  return typeof value === 'string' ? value : '';
}
