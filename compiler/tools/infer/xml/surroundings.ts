import { isXmlName } from '../../../language/formats/xml/path.ts';
import { toCamelCase } from '../../../emitting/code/names.ts';
import { isBlank } from '../../../kernel/values/text.ts';
import type { RecordGuess } from './records.ts';
import { countNames, type SampleElement } from './document.ts';

const MAX_OFFERED = 12;

/**
 * Suggests fields for values that occur once, before the records and inside the elements around them. An example is the
 * account of a bank statement. Returns lines for comments with at most 12 fields, or an empty list.
 */
export function suggestOuterValues(
  root: SampleElement,
  { path, elements: [first] }: RecordGuess,
  taken: { readonly names: readonly string[]; readonly paths: readonly string[] },
): string[] {
  const all: string[] = [];
  let around: SampleElement | undefined = root;
  for (let depth = 1; around !== undefined && around !== first && depth < path.length; depth++) {
    const own = path.slice(0, depth);
    const step: string | undefined = path[depth];
    const next: SampleElement | undefined = around.children.find(({ local }) => local === step);
    const before = next === undefined ? [] : around.children.slice(0, around.children.indexOf(next));
    all.push(...valuesOf({ ...around, children: onlyOnes(before, around.children) }, own));
    around = next;
  }
  const paths = all.filter((path) => !taken.paths.includes(path));
  const suggested = paths
    .slice(0, MAX_OFFERED)
    .map((one) => `  - { name: ${nameOf(one, taken.names)}, type: STRING, columnName: ${JSON.stringify(one)} }`);
  const more = paths.length - suggested.length;
  return suggested.length === 0
    ? []
    : [
        'fields for values before the records, the last value of each (names must be unique):',
        ...suggested,
        ...(more > 0 ? [`  and ${more} more`] : []),
      ];
}

/** Returns the elements of `some` whose local name occurs once in `all`. */
function onlyOnes(some: readonly SampleElement[], all: readonly SampleElement[]): SampleElement[] {
  const counts = countNames(all);
  return some.filter(({ local }) => counts.get(local) === 1);
}

function valuesOf({ text, attributes, children }: SampleElement, path: readonly string[]): string[] {
  if (!path.every(isXmlName)) return [];
  const own = `/${path.join('/')}`;
  return [
    ...attributes
      .filter(({ namespace, local }) => namespace === '' && isXmlName(local))
      .map(({ local }) => `${own}/@${local}`),
    ...(isBlank(text) ? [] : [own]),
    ...onlyOnes(children, children).flatMap((child) => valuesOf(child, [...path, child.local])),
  ];
}

/** Returns a field name from the last two steps of a path, or from more steps if a field already has that name. */
function nameOf(path: string, taken: readonly string[]): string {
  const names = path
    .split('/')
    .map((step) => step.replace('@', ''))
    .filter((step) => step !== '');
  for (let count = 2; count < names.length; count++) {
    const name = toCamelCase(names.slice(-count).join(' '), 'field');
    if (!taken.includes(name)) return name;
  }
  return toCamelCase(names.join(' '), 'field');
}
