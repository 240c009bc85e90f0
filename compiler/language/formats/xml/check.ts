import { columnNameOf } from '../model/column-names.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import { combineRoutes, MAX_NAMES } from './routes.ts';
import type { XmlSpec } from './keys.ts';
import { isXmlName, namesOf, readRecordPath, readValuePath, type PathError, type XmlPath } from './path.ts';

/**
 * Reports problems of XML specs: a missing recordPath, invalid paths and namespaces, undeclared prefixes, and
 * combinations of paths that are too large. Warns of a separator that has no effect, and of a path that begins with / and
 * leads into the records.
 */
export function checkXml(spec: XmlSpec, report: Report): void {
  checkNamespaces(spec, report);
  const known = new Set(['xml', ...Object.keys(spec.namespaces ?? {})]);
  const suggested = [...known].slice(0, 100);
  const checkPath = (path: string, pointer: string, read: XmlPath | PathError) => {
    if (read.kind === 'invalid') return report('invalid_path', pointer, { path, detail: read.detail });
    for (const { prefix } of namesOf(read)) {
      if (prefix !== null && !known.has(prefix)) report('undeclared_prefix', pointer, { prefix, known: suggested });
    }
  };
  if (spec.recordPath === undefined)
    report(
      'key_due',
      '',
      { key: 'recordPath', because: 'it selects the elements that are records' },
      { hint: 'add recordPath, for example recordPath: /Document/Stmt/Ntry' },
    );
  else checkPath(spec.recordPath, '/recordPath', readRecordPath(spec.recordPath));
  for (const [index, field] of spec.fields.entries()) {
    const { columnName, separator, value, fromLine } = field;
    if (value !== undefined || fromLine !== undefined) continue;
    const pointer = `/fields/${index}/${columnName === undefined ? 'name' : 'columnName'}`;
    if (Array.isArray(columnName))
      report('wrong_kind', pointer, { expected: 'the path of one value', found: 'a list' });
    const path = columnNameOf(field);
    checkPath(path, pointer, readValuePath(path));
    const relative = findRelativePath(path, spec.recordPath);
    if (relative !== null) report('path_in_records', pointer, { path, relative });
    if (separator !== undefined && path.startsWith('/'))
      report(
        'key_without_effect',
        `/fields/${index}/separator`,
        { key: 'separator', because: 'a path that begins with / returns only the last value before the record' },
        { at: 'key' },
      );
  }
  checkSize(spec, report);
}

/** Returns the path of a value relative to its record; null if the path does not lead to a record or into it. */
function findRelativePath(path: string, recordPath: string | undefined): string | null {
  if (recordPath === undefined || recordPath.startsWith('//')) return null;
  if (path === recordPath) return '.';
  return path.startsWith(`${recordPath}/`) ? path.slice(recordPath.length + 1) : null;
}

/**
 * Reports paths whose automaton is too large. A name without a prefix matches all prefixed names on its level, so the
 * number of states can double with each level.
 */
function checkSize({ fields, namespaces = {} }: XmlSpec, report: Report): void {
  const paths = fields
    .filter(({ value, fromLine }) => value === undefined && fromLine === undefined)
    .map((field) => readValuePath(columnNameOf(field)))
    .filter((path) => path.kind === 'path');
  const isTooLarge = (from: XmlPath['from']) =>
    combineRoutes(
      paths.filter((path) => path.from === from).map((path) => ({ path, target: null })),
      namespaces,
    ) === null;
  if (isTooLarge('RECORD') || isTooLarge('DOCUMENT')) report('paths_too_large', '/fields', { limit: MAX_NAMES });
}

function checkNamespaces({ namespaces = {} }: XmlSpec, report: Report): void {
  for (const prefix of Object.keys(namespaces)) {
    const detail = !isXmlName(prefix)
      ? 'a prefix must be an XML name without a colon'
      : /^xml/i.test(prefix)
        ? 'prefixes that begin with "xml" are reserved'
        : null;
    if (detail !== null) report('invalid_namespace', `/namespaces${pointerTo(prefix)}`, { detail }, { at: 'key' });
  }
}
