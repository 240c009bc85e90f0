import type { Spec } from '../1-read/spec-shape.ts';
import { pointerTo } from '../1-read/pointer.ts';
import type { Report } from '../diagnostic.ts';
import { combineRoutes, MOST_NAMES } from '../formats/xml-paths.ts';
import type { Check } from './check.ts';
import { isXmlName, namesOf, readRecordPath, readValuePath, type WrongPath, type XmlPath } from './xml-path.ts';

/** XML: paths that are none, with prefixes that nothing declares, or that two fields read. */
export const checkXml: Check = (spec, report) => {
  if (spec.format !== 'XML') return;
  checkNamespaces(spec, report);
  const known = new Set(['xml', ...Object.keys(spec.namespaces ?? {})]);
  const suggested = [...known].slice(0, 100);
  const tell = (path: string, pointer: string, read: XmlPath | WrongPath) => {
    if (read.kind === 'wrong') return report('invalid_path', pointer, { path, detail: read.detail });
    for (const { prefix } of namesOf(read)) {
      if (prefix !== null && !known.has(prefix)) report('undeclared_prefix', pointer, { prefix, known: suggested });
    }
  };
  if (spec.recordPath === undefined)
    report('key_due', '', { key: 'recordPath', because: 'it says which elements are records' });
  else tell(spec.recordPath, '/recordPath', readRecordPath(spec.recordPath));
  for (const [index, { name, columnName, separator }] of spec.fields.entries()) {
    const pointer = `/fields/${index}/${columnName === undefined ? 'name' : 'columnName'}`;
    const path = columnName ?? name;
    tell(path, pointer, readValuePath(path));
    if (separator !== undefined && path.startsWith('/'))
      report(
        'key_without_effect',
        `/fields/${index}/separator`,
        { key: 'separator', because: 'of what stands before a record the last value counts' },
        { at: 'key' },
      );
  }
  checkSamePaths(spec, report);
  checkSize(spec, report);
};

/** Names with and without a prefix meet on every level: their automaton doubles with each. */
function checkSize({ fields, namespaces = {} }: Spec, report: Report): void {
  const paths = fields
    .map(({ name, columnName }) => readValuePath(columnName ?? name))
    .filter((path) => path.kind === 'path');
  const isTooLarge = (from: XmlPath['from']) =>
    combineRoutes(
      paths.filter((path) => path.from === from).map((path) => ({ path, target: null })),
      namespaces,
    ) === null;
  if (isTooLarge('RECORD') || isTooLarge('DOCUMENT')) report('paths_too_large', '/fields', { limit: MOST_NAMES });
}

function checkNamespaces({ namespaces = {} }: Spec, report: Report): void {
  for (const prefix of Object.keys(namespaces)) {
    const detail = !isXmlName(prefix)
      ? 'a prefix is an XML name without colon'
      : /^xml/i.test(prefix)
        ? 'prefixes that begin with xml are XML’s own'
        : null;
    if (detail !== null) report('invalid_namespace', `/namespaces${pointerTo(prefix)}`, { detail }, { at: 'key' });
  }
}

function checkSamePaths({ fields }: Spec, report: Report): void {
  const first = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    const path = field.columnName ?? field.name;
    const pointer = (place: number) =>
      `/fields/${place}/${fields[place]?.columnName === undefined ? 'name' : 'columnName'}`;
    const earlier = first.get(path);
    if (earlier === undefined) first.set(path, index);
    // Of two fields with one name that is said already.
    else if (fields[earlier]?.name !== field.name)
      report(
        'duplicate_path',
        pointer(index),
        { path, field: fields[earlier]?.name ?? '' },
        { seeAlso: pointer(earlier) },
      );
  }
}
