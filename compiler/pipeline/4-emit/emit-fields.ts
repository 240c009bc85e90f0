import { type Code, commentText } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Statement } from '../../emitting/code/statements.ts';
import { emitField, emitFieldDeclarations } from '../../language/fields/field.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { type Plan, SINGLE_TYPE_NAMES } from '../../language/plan/plan.ts';

/**
 * Returns the statements of all fields in spec order. Declarations that several fields need are emitted once, before
 * the fields.
 */
export function emitFields(plan: Plan<Format>, scope: Scope): Statement[] {
  return emitFieldsOf([plan], formatKinds[plan.format].locator, scope);
}

/** Returns the statements of the fields of several record types; see emitFields. `locator` names a place in the file. */
export function emitFieldsOf(
  plans: readonly Pick<Plan, 'fields' | 'names'>[],
  locator: 'column' | 'path',
  scope: Scope,
): Statement[] {
  const fields = plans.flatMap((plan) => plan.fields);
  const around = plans.flatMap(({ fields, names }) => fields.map(() => ({ fields, names })));
  const { own, shared } = splitShared(fields.map((field) => emitFieldDeclarations(field, scope)));
  return [
    ...shared.map(({ source }) => source),
    ...fields.flatMap((field, i) => {
      const source =
        field.title === null
          ? `the ${locator} ${JSON.stringify(field.column)}`
          : `line ${field.title.line} of the file, ${JSON.stringify(field.title.pattern)}`;
      const parts = {
        source: commentText(source).source,
        declarations: own[i] ?? [],
        around: around[i] ?? { fields, names: SINGLE_TYPE_NAMES },
      };
      return emitField(field, parts, scope);
    }),
  ];
}

/**
 * Separates the declarations that only one field uses (`own`, by the index of the field) from those that several fields
 * use (`shared`). Both are without duplicates.
 */
function splitShared(lists: readonly (readonly Code[])[]): { own: Code[][]; shared: Code[] } {
  const users = new Map<string, Set<number>>();
  lists.forEach((list, field) => {
    for (const { source } of list) users.set(source, (users.get(source) ?? new Set()).add(field));
  });
  const isShared = ({ source }: Code) => (users.get(source)?.size ?? 0) > 1;
  const unique = (list: readonly Code[]) => [...new Map(list.map((one) => [one.source, one])).values()];
  return {
    own: lists.map((list) => unique(list.filter((one) => !isShared(one)))),
    shared: unique(lists.flat().filter(isShared)),
  };
}
