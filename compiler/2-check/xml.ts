import type { Spec } from '../1-read/spec-shape.ts';
import { pointerTo } from '../1-read/pointer.ts';
import type { Report } from '../diagnostic.ts';
import type { Check } from './check.ts';
import { isXmlName, readRecordPath, readValuePath, type XmlPath } from './xml-path.ts';

/** XML: paths that are none, with prefixes that nothing declares, or that two fields read. */
export const checkXml: Check = (spec, report) => {
  if (spec.format !== 'XML') return;
  checkNamespaces(spec, report);
  const known = new Set(['xml', ...Object.keys(spec.namespaces ?? {})]);
  const suggested = [...known].slice(0, 100);
  const tell = (path: string, pointer: string, read: XmlPath) => {
    if (read.kind === 'wrong') return report('invalid_path', pointer, { path, detail: read.detail });
    for (const prefix of read.prefixes) {
      if (!known.has(prefix)) report('undeclared_prefix', pointer, { prefix, known: suggested });
    }
  };
  if (spec.recordPath === undefined) report('key_due', '', { key: 'recordPath', because: 'it says which elements are records' });
  else tell(spec.recordPath, '/recordPath', readRecordPath(spec.recordPath));
  for (const [index, { name, columnName }] of spec.fields.entries()) {
    const pointer = `/fields/${index}/${columnName === undefined ? 'name' : 'columnName'}`;
    tell(columnName ?? name, pointer, readValuePath(columnName ?? name));
  }
  checkSamePaths(spec, report);
};

function checkNamespaces({ namespaces = {} }: Spec, report: Report): void {
  for (const prefix of Object.keys(namespaces)) {
    const detail = !isXmlName(prefix) ? 'a prefix is an XML name without colon' : /^xml/i.test(prefix) ? 'prefixes that begin with xml are XML’s own' : null;
    if (detail !== null) report('invalid_namespace', `/namespaces${pointerTo(prefix)}`, { detail }, { at: 'key' });
  }
}

function checkSamePaths({ fields }: Spec, report: Report): void {
  const first = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    const path = field.columnName ?? field.name;
    const pointer = (place: number) => `/fields/${place}/${fields[place]?.columnName === undefined ? 'name' : 'columnName'}`;
    const earlier = first.get(path);
    if (earlier === undefined) first.set(path, index);
    // Of two fields with one name that is said already.
    else if (fields[earlier]?.name !== field.name) report('duplicate_path', pointer(index), { path, field: fields[earlier]?.name ?? '' }, { seeAlso: pointer(earlier) });
  }
}
