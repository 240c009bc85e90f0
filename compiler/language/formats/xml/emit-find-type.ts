import { type Code, code, commentText } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { isInDocument, type RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { DOCUMENTS } from './emit-fast.ts';
import type { XmlPlan } from './plan.ts';

/**
 * Emits the function that finds the type of a record among the records of its document. Only documents whose records are
 * members of one event have such a function: the careful reader reads all other elements inside each other.
 */
export function emitFindType(module: RecordTypesPlan, scope: Scope): Code[] | null {
  const { types } = module;
  // This format created the plans.
  const plans = types.map(({ plan }) => plan.formatOperand as XmlPlan);
  if (plans.some(({ hasPredicates }) => hasPredicates)) return null;
  if (!types.some((_, type) => isInDocument(module, type))) return null;
  const members = types.map(
    ({ plan, place }) =>
      code`  { fields: ${plan.fields.length}, parent: ${place.parent} }, // ${commentText(place.name)}`,
  );
  return [
    code`/** Finds the records of a document between its tags. */
const ${DOCUMENTS} = new ${scope.use('XmlDocumentFinder')}([
${members}
]);`,
    code`/** Returns the type of the record at an offset. Returns -1 if the careful reader must find it. */
function findType(at: number): number {
  return ${DOCUMENTS}.findType(at);
}`,
  ];
}
