import { computedInOrder, type FieldPlan, hasPlace, type Plan, SINGLE_TYPE_NAMES } from '../plan/plan.ts';
import { callComputed, expressionsOf, findSources } from './computed.ts';
import { callCopy } from './copied.ts';
import { callReader } from './field.ts';
import { canReport } from './reader.ts';
import { hasRules } from './validator.ts';
import { hasRelations } from './relations.ts';
import { readerType } from './report.ts';
import { type Code, code, join, literal, name, nothing } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';

/** How a format passes the cells of one record to `readRecord`. */
export interface RawRecord {
  /** The parameter of `readRecord` that contains the cells. */
  raw: { name: string; type: Code };
  /**
   * Returns an expression for the text of a field's cell. Its value is undefined if the record does not have the cell.
   */
  cellOf(field: FieldPlan): Code;
  /**
   * Returns an expression that is true if the record ends before the cell of a field. Null: no record of the format ends
   * early.
   */
  isMissing: ((field: FieldPlan) => Code) | null;
  /** Returns an expression for a value that is no cell of the record. Absent: the format does not count cells. */
  withoutCell?: (value: Code) => Code;
}

/** Emits the function `readRecord`, which reads every field of a record in the order of the spec. */
export function emitReadRecord(
  { fields, names }: Pick<Plan, 'fields' | 'names'>,
  { raw, cellOf, isMissing: missing, withoutCell = (value) => value }: RawRecord,
  scope: Scope,
): Statement {
  const read = (field: FieldPlan) => {
    if (field.computed !== null) return withoutCell(code`null`);
    if (field.title !== null)
      return callReader(field, withoutCell(code`record.titles[${field.title.index}] ?? undefined`));
    return field.copy === null ? callReader(field, cellOf(field)) : callCopy(field);
  };
  const values = fields.map((field) => code`  ${name(field.key)}: ${read(field)},`);
  const computed = computedInOrder(fields);
  const copies = fields.some(({ copy }) => copy !== null);
  const isUsed =
    names === SINGLE_TYPE_NAMES ||
    hasRelations(fields) ||
    fields.some(
      (field) =>
        field.computed !== null || field.title !== null || (field.copy === null ? canReport(field) : hasRules(field)),
    );
  return functionStatement({
    name: name(names.readRecord),
    doc: code`Reads all fields of a record: corrects, parses and validates them.`,
    parameters: [
      raw,
      { name: isUsed ? 'record' : '_record', type: scope.useType('RecordReport') },
      ...(copies ? [{ name: 'enclosing', type: code`Enclosing` }] : []),
    ],
    returns: name(names.values),
    body:
      hasRelations(fields) || computed.length > 0
        ? [
            code`const values${computed.length > 0 ? code`: ${name(names.values)}` : nothing} = {\n${values}\n};`,
            ...(expressionsOf(fields).length > 0 ? emitInvalid(fields, missing) : []),
            ...computed.map((field) => code`values.${name(field.key)} = ${callComputed(field, code`values`)};`),
            ...(hasRelations(fields) ? [code`${name(names.validateTogether)}(values, record);`] : []),
            code`return values;`,
          ]
        : [code`return {\n${values}\n};`],
  });
}

/**
 * Emits the statements that mark fields as wrong that have no issue of their own: those whose cell is missing in a record
 * that has an issue for that, and copies of records that were not processed.
 */
function emitInvalid(fields: readonly FieldPlan[], missing: RawRecord['isMissing']): Code[] {
  const sources = findSources(fields);
  const mark = (field: FieldPlan, test: Code) => code`if (${test}) record.markInvalid(${literal(field.name)});`;
  const cells = missing === null ? [] : sources.filter(hasPlace).map((field) => code`  ${mark(field, missing(field))}`);
  const copies = sources.flatMap((field) =>
    field.copy === null ? [] : [mark(field, code`enclosing.${name(field.copy.type)} === null`)],
  );
  return [...(cells.length === 0 ? [] : [code`if (record.lacksCells) {\n${cells}\n}`]), ...copies];
}

/** Emits the interface of the values that `readRecord` returns. */
export function emitValues({ fields, names }: Pick<Plan, 'fields' | 'names'>): Statement {
  return code`/** The values of a record. Numbers are strings of digits. */
interface ${name(names.values)} {
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
