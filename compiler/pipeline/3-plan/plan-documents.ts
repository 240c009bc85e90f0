import type { DocumentsPlan, FileRulePlan, RecordTypePlan } from '../../language/plan/record-types-plan.ts';
import { planDocumentFrame } from './plan-document-frame.ts';
import { isDocument } from '../1-read/parts.ts';
import type { RecordTypesSpec } from '../1-read/spec-shape.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_RECORDS = 100_000;

/** Returns the plan of the documents of a spec: the records of types with `reject: WHOLE`, or with members. Null if it has none. */
export function planDocuments(
  spec: RecordTypesSpec,
  types: readonly RecordTypePlan[],
  fileRules: readonly FileRulePlan[],
): DocumentsPlan | null {
  const documents = spec.recordTypes.flatMap((type, index) => (isDocument(type, spec.recordTypes) ? [index] : []));
  if (documents.length === 0) return null;
  const isInside = (type: number): boolean =>
    type >= 0 && (documents.includes(type) || isInside(types[type]?.place.parent ?? -1));
  return {
    types: documents,
    maxBytes: spec.maxDocumentBytes ?? MAX_BYTES,
    maxRecords: spec.maxDocumentRecords ?? MAX_RECORDS,
    maxRejected: spec.maxRejectedDocuments ?? null,
    rules: fileRules.filter(({ scope }) => isInside(scope)).map(({ ruleId }) => ruleId),
    readsTwice: types.every(({ isHeld, part }) => !isHeld && part === null),
    frame: planDocumentFrame({ types, documents, fileRules, anyOrder: spec.order === 'ANY' }),
  };
}
