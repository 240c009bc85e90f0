import type { FieldPlan, Plan } from '../plan/plan.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import { describeCondition } from '../rules/condition.ts';
import { describeExpression } from '../expressions/sentence.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import type { Statement } from '../../emitting/code/statements.ts';
import { type Code, code, commentText, literal, propertyName } from '../../emitting/code/literal.ts';
import { loadTsMorph } from '../../emitting/code/ts-morph.ts';

/** Returns the TypeScript type of a field's value. */
export type FieldTyper = (field: FieldPlan) => Code;

/** A member of a record that has records of another type. */
export interface MemberType {
  readonly member: string;
  readonly isList: boolean;
  /** The interface of these records, and the name of their type. */
  readonly typeName: string;
  readonly recordType: string;
}

/**
 * Emits the interface of the records that `read` of the module returns. `type` is the record type in a module with
 * several.
 */
export function emitRecordInterface(
  { typeName, name, description, fields }: Plan,
  type: { readonly recordType: string; readonly doc: string } | null = null,
  typer: FieldTyper = typeOf,
  members: readonly MemberType[] = [],
): Statement[] {
  const isMember = fields.some((field) => field.name === 'recordType' && field.recordType !== undefined);
  const discriminator =
    type === null || isMember ? [] : [{ name: 'recordType', type: literal(type.recordType).source }];
  return [
    {
      kind: loadTsMorph().StructureKind.Interface,
      name: typeName,
      isExported: true,
      docs: [commentText(type?.doc ?? description ?? `A record of ${name}.`).source],
      properties: [
        ...discriminator,
        ...fields
          .filter(({ isPublished }) => isPublished)
          .map((field) => ({
            name: propertyName(field.messageName).source,
            type: typer(field).source,
            docs: [commentText(sentenceOf(field)).source],
          })),
        ...members.map(({ member, isList, typeName: own, recordType }) => ({
          name: propertyName(member).source,
          type: isList ? `Omit<${own}, 'recordType'>[]` : `Omit<${own}, 'recordType'> | null`,
          docs: [commentText(`The records of the type ${recordType} inside this one.`).source],
        })),
      ],
    },
  ];
}

/**
 * Returns the TypeScript type of a field's value in records. It excludes null if the field is null only in records that
 * failed.
 */
export function typeOf(field: FieldPlan): Code {
  if (field.recordType !== undefined) return literal(field.recordType);
  const type = typeKinds[field.type].typescript(field.integerAs);
  return field.isNeverNull ? type : code`${type} | null`;
}

/**
 * Returns the type of a field's value in the `.d.ts`. It also excludes null if a default always replaces null.
 */
export function declaredTypeOf(field: FieldPlan): Code {
  return field.isFilled ? typeKinds[field.type].typescript(field.integerAs) : typeOf(field);
}

/** Describes the type, corrections and rules of a field in one sentence. */
export function sentenceOf(field: FieldPlan): string {
  const corrections = field.corrections.map(({ correctionType, operand }) =>
    correctionKinds[correctionType].sentence(operand),
  );
  const nullable = field.isNeverNull ? '' : ', may be null';
  const required = [...new Set(field.requiredRules.map(({ severity }) => `required (${severity})${nullable}`))];
  const rules = [
    ...field.rules.map((rule) => `${ruleKinds[rule.ruleType].sentence(rule.operand)} (${rule.severity})`),
    ...field.relations.map(({ ruleType, operand, severity, when }) => {
      const condition = when === null ? '' : ` ${describeCondition(when)}`;
      return `${ruleKinds[ruleType].sentence(operand)}${condition} (${severity})`;
    }),
  ];
  const type = typeKinds[field.type].sentence(field.operand);
  const corrected = corrections.length > 0 ? `; ${corrections.join(', then ')}` : '';
  const checked = required.length + rules.length > 0 ? `; ${[...required, ...rules].join(', ')}` : '';
  const computed = field.computed === null ? '' : `; ${describeExpression(field.computed.expression)}`;
  const unpublished = field.isPublished ? '' : ', not published';
  return `${type}${field.sensitive ? ', sensitive' : ''}${unpublished}${computed}${corrected}${checked}.`;
}
