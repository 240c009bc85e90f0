import type { XmlSpec } from './keys.ts';
import type { OnNoRecords } from '../../kernel/model/no-records.ts';
import { readRecordPath, readValuePath, type XmlPath } from './path.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { combineRoutes, type Route, type XmlState } from './routes.ts';

/**
 * The plan of an XML spec: automata that find the values of fields and the records by their paths. `document` starts at
 * the root of the document, and `record` at each record.
 */
export interface XmlPlan {
  document: XmlState;
  /** Finds records at any depth. Null unless recordPath begins with `//`. */
  anywhere: XmlState | null;
  record: XmlState;
  /** Indexes of the fields whose values precede the records in the document. */
  before: number[];
  /** How a document without records is treated. */
  onNoRecords: OnNoRecords;
}

/** Returns the plan of an XML spec. The spec must have passed all checks without an error; otherwise this may throw. */
export function planXml(spec: XmlSpec, fields: readonly FieldPlan[]): XmlPlan {
  const routes = fields.map(
    ({ column }, field): Route => ({
      path: toCheckedPath(readValuePath(column)),
      target: { field, separator: spec.fields[field]?.separator ?? null },
    }),
  );
  const records: Route = { path: toCheckedPath(readRecordPath(spec.recordPath ?? '')), target: null };
  const isAnywhere = records.path.from === 'ANYWHERE';
  const stateOf = (group: readonly Route[]) => toCheckedState(combineRoutes(group, spec.namespaces ?? {}));
  const fromDocument = routes.filter(({ path }) => path.from === 'DOCUMENT');
  return {
    document: stateOf(isAnywhere ? fromDocument : [...fromDocument, records]),
    anywhere: isAnywhere ? stateOf([records]) : null,
    record: stateOf(routes.filter(({ path }) => path.from === 'RECORD')),
    before: fromDocument.flatMap(({ target }) => target?.field ?? []),
    onNoRecords: spec.onNoRecords ?? 'FATAL',
  };
}

function toCheckedPath(path: ReturnType<typeof readValuePath>): XmlPath {
  if (path.kind === 'invalid') throw new Error('an invalid path passed the checks');
  return path;
}

function toCheckedState(state: XmlState | null): XmlState {
  if (state === null) throw new Error('too many paths passed the checks');
  return state;
}
