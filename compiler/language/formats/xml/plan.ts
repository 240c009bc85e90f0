import type { XmlSpec } from './keys.ts';
import type { OnNoRecords } from '../../../kernel/model/no-records.ts';
import { hasPredicate, readRecordPath, readValuePath, type XmlPath } from './path.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
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
  /** The paths of all states, from which those of a document with several record types are combined. */
  paths: { record: Route; before: Route[]; namespaces: Readonly<Record<string, string>> };
  /** Whether a path has a predicate. Only the careful reader knows which elements match it. */
  hasPredicates: boolean;
  /** How a document without records is treated. */
  onNoRecords: OnNoRecords;
  /** The settings that differ from their defaults, as members of XmlPaths. */
  settings: XmlSettings;
}

/** Settings that differ from their defaults. */
export interface XmlSettings {
  readonly rejectsDoctype?: true;
  readonly isConcatenated?: true;
  readonly onSeveralMatches?: NonNullable<XmlSpec['onSeveralMatches']>;
}

/** Returns the plan of an XML spec. The spec must have passed all checks without an error; otherwise this may throw. */
export function planXml(spec: XmlSpec, fields: readonly FieldPlan[]): XmlPlan {
  const routes = fields.flatMap((plan, field): Route[] =>
    hasPlace(plan)
      ? [
          {
            path: toCheckedPath(readValuePath(plan.column)),
            target: { field, separator: spec.fields[field]?.separator ?? null },
          },
        ]
      : [],
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
    hasPredicates: [records, ...routes].some(({ path }) => hasPredicate(path)),
    paths: { record: records, before: fromDocument, namespaces: spec.namespaces ?? {} },
    onNoRecords: spec.onNoRecords ?? 'FATAL',
    settings: {
      ...(spec.onDoctype === 'REJECT' && { rejectsDoctype: true }),
      ...(spec.concatenated === true && { isConcatenated: true }),
      ...(spec.onSeveralMatches !== undefined && { onSeveralMatches: spec.onSeveralMatches }),
    },
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

/** The automata that find the records of all types, and the values that precede them. */
export interface XmlTypesPlan {
  document: XmlState;
  /** Null if no path of a record type begins with `//`. */
  anywhere: XmlState | null;
}

/**
 * Combines the plans of several record types. The fields are numbered through all types: `firstFields` has the number of
 * the first field of each type.
 */
export function combineXmlPlans(plans: readonly XmlPlan[], firstFields: readonly number[]): XmlTypesPlan {
  const namespaces = plans[0]?.paths.namespaces ?? {};
  const records = plans.map(({ paths }, recordType): Route => ({ ...paths.record, recordType }));
  const before = plans.flatMap(({ paths }, type) =>
    paths.before.map(({ path, target }): Route => ({ path, target: shiftTarget(target, firstFields[type] ?? 0) })),
  );
  const isAnywhere = ({ path }: Route) => path.from === 'ANYWHERE';
  const anywhere = records.filter(isAnywhere);
  return {
    document: toCheckedState(
      combineRoutes([...before, ...records.filter((record) => !isAnywhere(record))], namespaces),
    ),
    anywhere: anywhere.length === 0 ? null : toCheckedState(combineRoutes(anywhere, namespaces)),
  };
}

function shiftTarget(target: Route['target'], first: number): Route['target'] {
  return target === null ? null : { ...target, field: target.field + first };
}
