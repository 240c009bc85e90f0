import type { XmlSpec } from './keys.ts';
import type { OnNoRecords } from '../../kernel/model/no-records.ts';
import { readRecordPath, readValuePath, type XmlPath } from './path.ts';
import { type Names, toCamelCase } from '../../code/names.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { combineRoutes, type Route, type XmlState, type XmlTarget } from './routes.ts';

/** The plan of an XML spec: the elements that paths refer to, inner elements before outer ones. */
export interface XmlPlan {
  elements: XmlElementPlan[];
  /**
   * Names of the constants for the document, for records anywhere (null unless recordPath begins with `//`), and for a
   * record.
   */
  document: string;
  anywhere: string | null;
  record: string;
  /** Indexes of the fields whose values precede the records. */
  before: number[];
  onNoRecords: OnNoRecords;
}

/** An element, which is a constant of the generated module. Names are local names or `{namespace}name`. */
export interface XmlElementPlan {
  constant: string;
  doc: string;
  isRecord: boolean;
  text: readonly XmlTarget[];
  attributes: { name: string; targets: readonly XmlTarget[] }[];
  children: { name: string; constant: string }[];
}

/** Plans the paths of an XML spec. */
export function planXml(spec: XmlSpec, fields: readonly FieldPlan[], names: Names): XmlPlan {
  const routes = fields.map(
    ({ column }, field): Route => ({
      path: toCheckedPath(readValuePath(column)),
      target: { field, separator: spec.fields[field]?.separator ?? null },
    }),
  );
  const records: Route = { path: toCheckedPath(readRecordPath(spec.recordPath ?? '')), target: null };
  const isAnywhere = records.path.from === 'ANYWHERE';
  const stateOf = (group: readonly Route[]) => toCheckedState(combineRoutes(group, spec.namespaces ?? {}));
  const plan = new ElementPlans(names);
  const record = plan.add(stateOf(routes.filter(({ path }) => path.from === 'RECORD')), {
    name: 'atRecord',
    doc: 'A record.',
    sign: '',
  });
  const anywhere = isAnywhere
    ? plan.add(stateOf([records]), { name: 'anywhere', doc: 'What is a record wherever it stands.', sign: '//' })
    : null;
  const fromDocument = routes.filter(({ path }) => path.from === 'DOCUMENT');
  const document = plan.add(stateOf(isAnywhere ? fromDocument : [...fromDocument, records]), {
    name: 'atDocument',
    doc: 'The document.',
    sign: '/',
  });
  const before = fromDocument.flatMap(({ target }) => target?.field ?? []);
  return { elements: plan.elements, document, anywhere, record, before, onNoRecords: spec.onNoRecords ?? 'FATAL' };
}

/** The origin of paths. */
interface Beginning {
  name: string;
  doc: string;
  /** The prefix of paths from this origin, as written: `/`, `//` or nothing. */
  sign: string;
}

/** Collects element plans, inner elements first. */
class ElementPlans {
  readonly elements: XmlElementPlan[] = [];
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  /** Adds an element with all its descendants, and returns the name of its constant. */
  add({ isRecord, text, attributes, children }: XmlState, beginning: Beginning, path: readonly string[] = []): string {
    const inner = [...children].map(([name, { shown, state }]) => ({
      name,
      constant: this.add(state, beginning, [...path, shown]),
    }));
    const isFirst = path.length === 0;
    const constant = this.#names.take(isFirst ? beginning.name : `${toCamelCase(path.join(' '), 'other')}Element`);
    const doc = isFirst ? beginning.doc : beginning.sign + path.join('/');
    this.elements.push({
      constant,
      doc,
      isRecord,
      text,
      attributes: [...attributes].map(([name, targets]) => ({ name, targets })),
      children: inner,
    });
    return constant;
  }
}

function toCheckedPath(path: ReturnType<typeof readValuePath>): XmlPath {
  if (path.kind === 'wrong') throw new Error('an invalid path passed the checks');
  return path;
}

function toCheckedState(state: XmlState | null): XmlState {
  if (state === null) throw new Error('too many paths passed the checks');
  return state;
}
