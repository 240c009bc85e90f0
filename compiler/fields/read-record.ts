import type { FieldPlan } from '../plan/plan.ts';
import { callReader } from './field.ts';
import { hasRelations } from './relations.ts';
import { readerType } from './report.ts';
import { type Code, code, join, literal, name } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import { functionStatement, type Statement } from '../code/statements.ts';

/** How a format passes the cells of one record to `readRecord`. */
export interface RawRecord {
  /** The parameter of `readRecord` that contains the cells. */
  raw: { name: string; type: Code };
  /**
   * Returns an expression for the text of a field's cell. Its value is undefined if the record does not have the cell.
   */
  cellOf(field: FieldPlan): Code;
}

/** Emits the function `readRecord`, which reads every field of a record in the order of the spec. */
export function emitReadRecord(fields: readonly FieldPlan[], { raw, cellOf }: RawRecord, scope: Scope): Statement {
  const values = fields.map((field) => code`  ${name(field.key)}: ${callReader(field, cellOf(field))},`);
  return functionStatement({
    name: code`readRecord`,
    doc: code`Reads all fields of a record: corrects, parses and validates them.`,
    parameters: [raw, { name: 'record', type: scope.useType('RecordReport') }],
    returns: code`Values`,
    body: hasRelations(fields)
      ? [code`const values = {\n${values}\n};`, code`validateTogether(values, record);`, code`return values;`]
      : [code`return {\n${values}\n};`],
  });
}

/** Emits the interface of the values that `readRecord` returns. */
export function emitValues(fields: readonly FieldPlan[]): Statement {
  return code`/** The values of a record. Numbers are strings of digits. */
interface Values {
${fields.map((field) => code`  ${name(field.key)}: ${readerType(field)};`)}
}`.source;
}

/** Emits the function `textOrNull`, which returns null for a missing cell and for the texts that mean null. */
export function emitTextOrNull(texts: readonly string[]): Statement {
  const isNull = join(
    texts.map((text) => code`cell === ${literal(text)}`),
    ' || ',
  );
  return functionStatement({
    name: code`textOrNull`,
    doc: code`Returns the text of a cell, or null if it is missing or means null.`,
    parameters: [{ name: 'cell', type: code`string | null | undefined` }],
    returns: code`string | null`,
    body: [code`return cell === undefined || cell === null || ${isNull} ? null : cell;`],
  });
}
