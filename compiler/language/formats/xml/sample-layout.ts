import { columnNameOf } from '../model/column-names.ts';
import type { XmlSpec } from './keys.ts';
import { type PathName, readRecordPath, readValuePath, type XmlPath } from './path.ts';

/** An element of a generated document, with the fields that it contains. */
export interface XmlBranch {
  /** The name with its prefix. */
  readonly name: string;
  /** The predicate in its path, or an empty text, and the attributes that it demands. */
  readonly predicate: string;
  readonly demanded: { readonly name: string; readonly value: string }[];
  readonly attributes: { readonly name: string; readonly field: number }[];
  /** The index of the field that reads the element's text, or null if none does. */
  text: number | null;
  readonly children: XmlBranch[];
}

/**
 * The structure of the documents of a spec. Each record is written with its own enclosing elements, except for the
 * document element.
 */
export interface XmlLayout {
  /** The document element. Null: each record is one, and the documents follow each other (`concatenated`). */
  readonly root: string | null;
  /**
   * The elements between the document element and the record, the outermost first. Only their attributes contain
   * fields.
   */
  readonly around: readonly XmlBranch[];
  /**
   * The elements that are written before the record or the next enclosing element. The first list is inside the
   * document element, the others are inside the elements of `around`.
   */
  readonly before: readonly (readonly XmlBranch[])[];
  readonly record: XmlBranch;
}

/** The path of a field's value. `field` is the index of the field. */
export interface FieldPath {
  readonly names: readonly PathName[];
  readonly attribute: PathName | null;
  readonly field: number;
}

/**
 * Returns the structure of a spec's documents. Returns null if a document cannot contain several records with arbitrary
 * values for all fields.
 */
export function planLayout(spec: XmlSpec): XmlLayout | null {
  const records = readRecordPath(spec.recordPath ?? '');
  if (records.kind === 'invalid') return null;
  const paths = spec.fields.map((field) => readValuePath(columnNameOf(field)));
  const fieldPaths = paths.flatMap((path, field) =>
    path.kind === 'invalid' ? [] : [{ path, fieldPath: { names: path.elements, attribute: path.attribute, field } }],
  );
  const outer = fieldPaths.filter(({ path }) => path.from === 'DOCUMENT').map(({ fieldPath }) => fieldPath);
  const inner = fieldPaths.filter(({ path }) => path.from === 'RECORD').map(({ fieldPath }) => fieldPath);
  const isAlone = isDocumentOfItsOwn(spec, records) && outer.length === 0;
  const recordPath = isAlone ? records.elements : findRecordPath(records, outer);
  const last = recordPath?.at(-1);
  if (
    recordPath === null ||
    last === undefined ||
    hasPosition([...paths, records]) ||
    recordPath[0]?.predicate !== undefined ||
    inner.some(({ names, attribute }) => names.length === 0 && isDemanded(last, attribute)) ||
    isAmbiguous(inner) ||
    isAmbiguous([...outer, { names: recordPath, attribute: null, field: -1 }])
  )
    return null;
  const record = createBranch(last, inner);
  const layout = isAlone ? { root: null, around: [], before: [] } : placeOuterFields(recordPath, outer);
  return layout === null ? null : { ...layout, record };
}

/** Returns whether each record is a document element. Prefixes are declared in other document elements only. */
function isDocumentOfItsOwn({ concatenated, namespaces = {} }: XmlSpec, { from, elements }: XmlPath): boolean {
  const isRoot = from === 'DOCUMENT' && elements.length === 1;
  return concatenated === true && isRoot && Object.keys(namespaces).length === 0;
}

/**
 * Returns the element names from the document element to a record. Returns null if the record is the document element,
 * or if an element outside the record has the same name. A document cannot contain several records then.
 */
function findRecordPath({ from, elements }: XmlPath, outer: readonly FieldPath[]): readonly PathName[] | null {
  if (from === 'DOCUMENT') return elements.length > 1 ? elements : null;
  const [record] = elements;
  const root = outer[0]?.names[0] ?? { prefix: null, local: record?.local === 'records' ? 'document' : 'records' };
  const isRecord = outer.some(({ names }) => names.some(({ local }) => local === record?.local));
  return record === undefined || isRecord || root.local === record.local ? null : [root, record];
}

function placeOuterFields(
  recordPath: readonly PathName[],
  outer: readonly FieldPath[],
): Omit<XmlLayout, 'record'> | null {
  const [root, ...between] = recordPath.slice(0, -1);
  const around = between.map((name) => createBranch(name, []));
  const before: XmlBranch[][] = recordPath.slice(0, -1).map(() => []);
  for (const fieldPath of outer) {
    const shared = sharedLength(fieldPath.names, recordPath);
    const rest = fieldPath.names.slice(shared);
    const isOnPath = rest.length === 0;
    // Three kinds of fields cannot be written. The document element occurs only once. A value inside the record comes
    // too late. The text of an enclosing element ends after the record.
    if (shared === 0 || shared === recordPath.length || (isOnPath && (fieldPath.attribute === null || shared === 1)))
      return null;
    if (isOnPath && fieldPath.attribute !== null)
      around[shared - 2]?.attributes.push({ name: written(fieldPath.attribute), field: fieldPath.field });
    else addFieldPath({ children: before[shared - 1] ?? [] }, { ...fieldPath, names: rest });
  }
  return root === undefined ? null : { root: written(root), around, before };
}

function sharedLength(names: readonly PathName[], recordPath: readonly PathName[]): number {
  const differs = names.findIndex(
    (name, at) =>
      recordPath[at] === undefined ||
      written(name) !== written(recordPath[at]) ||
      predicateOf(name) !== predicateOf(recordPath[at]),
  );
  return differs < 0 ? names.length : differs;
}

/** Returns whether a path has a position: other elements would have to be written before it. */
function hasPosition(paths: readonly (XmlPath | { readonly kind: 'invalid' })[]): boolean {
  return paths.some(
    (path) => path.kind !== 'invalid' && path.elements.some(({ predicate }) => predicate?.attribute === null),
  );
}

/**
 * Whether two paths, or the beginnings of two paths, differ only in prefixes or in a predicate that one of them lacks.
 * Then one element may match both. Also whether a field reads an attribute that a predicate demands.
 */
export function isAmbiguous(fieldPaths: readonly FieldPath[]): boolean {
  const known = new Map<string, string>();
  for (const { names, attribute } of fieldPaths) {
    const steps = attribute === null ? names : [...names, attribute];
    for (let length = 1; length <= steps.length; length++) {
      const isAttribute = attribute !== null && length === steps.length;
      const part = steps.slice(0, length);
      const locals = part.map((name) => `${name.local}${predicateOf(name)}`);
      const local = `${locals.join('/')}${isAttribute ? '@' : ''}`;
      const fullName = part.map(written).join('/');
      const demanded = part.at(-1)?.predicate?.attribute ?? null;
      // All elements with a name have a predicate on the same attribute, or none has.
      const all = `${[...locals.slice(0, -1), part.at(-1)?.local ?? ''].join('/')}[`;
      const kind = demanded === null ? '' : written(demanded);
      const isRead = isAttribute && isDemanded(part.at(-2), attribute);
      if ((known.get(local) ?? fullName) !== fullName || (known.get(all) ?? kind) !== kind || isRead) return true;
      known.set(local, fullName);
      if (!isAttribute) known.set(all, kind);
    }
  }
  return false;
}

/** Returns whether the predicate of a step demands a value of an attribute. */
function isDemanded(step: PathName | undefined, attribute: PathName | null): boolean {
  const demanded = step?.predicate?.attribute?.local;
  return demanded !== undefined && demanded === attribute?.local;
}

/** Returns an element with the elements and attributes of fields inside it. */
export function createBranch(name: PathName, fieldPaths: readonly FieldPath[]): XmlBranch {
  const branch = emptyBranch(name);
  for (const fieldPath of fieldPaths) addFieldPath(branch, fieldPath);
  return branch;
}

/** Adds a field to the elements inside `branch`, and creates the elements of its path. */
function addFieldPath(
  branch: Pick<XmlBranch, 'children'> & Partial<XmlBranch>,
  { names, attribute, field }: FieldPath,
): void {
  const end = names.reduce((at, step) => childOf(at.children, step), branch);
  if (attribute === null) end.text = field;
  else end.attributes?.push({ name: written(attribute), field });
}

function childOf(branches: XmlBranch[], name: PathName): XmlBranch {
  const predicate = predicateOf(name);
  const known = branches.find((branch) => branch.name === written(name) && branch.predicate === predicate);
  if (known !== undefined) return known;
  const branch = emptyBranch(name);
  branches.push(branch);
  return branch;
}

function emptyBranch(name: PathName): XmlBranch {
  const { predicate } = name;
  const isOne = predicate === undefined || predicate.attribute === null;
  const demanded = isOne ? [] : [{ name: written(predicate.attribute), value: predicate.value }];
  return { name: written(name), predicate: predicateOf(name), demanded, attributes: [], text: null, children: [] };
}

/** Returns the predicate of a step, so that equal ones are equal texts. */
function predicateOf({ predicate }: PathName): string {
  if (predicate === undefined) return '';
  return predicate.attribute === null
    ? `[${predicate.position}]`
    : `[@${written(predicate.attribute)}=${JSON.stringify(predicate.value)}]`;
}

/** Returns a name with its prefix. */
export function written({ prefix, local }: PathName): string {
  return prefix === null ? local : `${prefix}:${local}`;
}
