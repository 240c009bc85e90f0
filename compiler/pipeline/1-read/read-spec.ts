import {
  createCollector,
  hasErrors,
  type Collector,
  type Diagnostic,
  type Positions,
  type Report,
} from '../../diagnostics/diagnostic.ts';
import type { EncoderName } from '../../emitting/encoders/encoders.ts';
import { createDraft, type Draft } from './draft.ts';
import { readJsonNodes } from './nodes/json.ts';
import type { Faults, MapNode, SpecNode } from './nodes/node.ts';
import { withSensitiveMasks } from './masked-fields.ts';
import { createPositions } from './nodes/positions.ts';
import { maxText, ShapeReader } from './read-shape.ts';
import { specShape, type AnySpec } from './spec-shape.ts';
import { readYamlNodes } from './nodes/yaml.ts';

/** The text of a spec, its syntax, and options for reading it. */
export interface SpecText {
  readonly text: string;
  /** The file name that diagnostics show. */
  readonly path: string;
  readonly syntax: 'yaml' | 'json';
  /**
   * The name that the spec must have: for a spec in git, its file name without the extension. If absent, any name is
   * valid.
   */
  readonly expectedName?: string;
  /** Top-level keys to ignore, such as `id` and `version`, which the service adds to a spec. */
  readonly ignoredKeys?: readonly string[];
  /** The encoding of the messages of its module. Default: JSON. */
  readonly encoder?: EncoderName;
  /** Maximum numbers of items of the lists at the top level, by key. Default: the limits of the language. */
  readonly maxItems?: Readonly<Record<string, number>>;
}

/**
 * The result of reading a spec. `spec` is null if there is an error. `draft` is the valid part of the spec, on which
 * the checks run. `draft` is null if the text cannot be parsed, if it is not a mapping, or if it has no valid field.
 */
export interface Reading {
  readonly spec: AnySpec | null;
  readonly draft: Draft | null;
  /** Finds positions in the text of the spec. */
  readonly positions: Positions;
  /** The errors and warnings of syntax and shape, ordered by position. `createCollector` limits their number. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a spec from YAML 1.2 or JSON (RFC 8259). Reports errors of syntax. If the text can be parsed, also reports
 * errors of shape: invalid values, unknown keys and missing keys. An invalid spec is reported, never thrown.
 */
export function readSpec(input: SpecText): Reading {
  const text = input.text.replace(/^\ufeff/, '');
  const reading: { root: SpecNode | null } = { root: null };
  const positions = createPositions(text, () => reading.root);
  const collector = createCollector(positions);
  reading.root = readNodes(text, input.syntax, { collector, positions });
  const draft = reading.root === null ? null : readRoot(reading.root, input, collector.report);
  const diagnostics = collector.diagnostics();
  const spec = draft !== null && !hasErrors(diagnostics) ? withSensitiveMasks(draft.spec) : null;
  return { spec, draft, positions, diagnostics };
}

function readNodes(
  text: string,
  syntax: 'yaml' | 'json',
  { collector, positions }: { collector: Collector; positions: Positions },
): SpecNode | null {
  const faults: Faults = {
    report: (code, span, params, hint) =>
      collector.report(code, '', params, { span, ...(hint !== undefined && { hint }) }),
    lineOf: (offset) => positions.lineAt(offset).line,
  };
  const surrogate = text.search(/\p{Cs}/u);
  if (text.length > maxText) {
    faults.report('spec_too_large', { offset: 0, length: 0 }, { limit: `${maxText} characters` });
  } else if (surrogate !== -1) {
    faults.report('invalid_unicode', { offset: surrogate, length: 1 }, {});
  } else {
    return syntax === 'yaml' ? readYamlNodes(text, faults) : readJsonNodes(text, faults);
  }
  return null;
}

function readRoot(root: SpecNode, input: SpecText, report: Report): Draft | null {
  if (root.kind === 'broken') return null;
  if (root.kind !== 'map') {
    // The text is not quoted: a file that is no spec may be a secret.
    const found = root.kind === 'list' ? 'a list' : root.missing ? 'no value' : 'a single text';
    report('not_a_mapping', '', { found }, { span: root.span });
    return null;
  }
  const reader = new ShapeReader(input.expectedName === undefined ? report : withName(input.expectedName, report));
  const map = withoutKeys(root, input.ignoredKeys ?? []);
  if (hasTooManyItems(map, input.maxItems ?? {}, report)) return null;
  const object = reader.readKeys(map, specShape, null);
  checkContents(map, report);
  checkName(object.value['name'], input.expectedName, report);
  return createDraft(map, object, reader.remainingIndexes);
}

/** Reports a spec that has neither `fields` nor `recordTypes`, or both. */
function checkContents(map: MapNode, report: Report): void {
  const keys = map.entries.map(({ key }) => key);
  const span = { offset: map.span.offset, length: 0 };
  if (!keys.includes('fields') && !keys.includes('recordTypes'))
    report('missing_key', '', { key: 'fields', of: null, doc: specShape.keys.fields.shape.doc }, { span });
  if (keys.includes('fields') && keys.includes('recordTypes'))
    report('fields_and_record_types', '/recordTypes', {}, { at: 'key', seeAlso: '/fields' });
}

/**
 * Returns a reporter that adds a hint to the diagnostic of a missing spec name: the line to add, with the name of the
 * file.
 */
function withName(name: string, report: Report): Report {
  return (code, pointer, params, options) => {
    const isName = code === 'missing_key' && pointer === '' && (params as { key: string }).key === 'name';
    report(
      code,
      pointer,
      params,
      isName ? { ...options, hint: `add "name: ${name}", which is the name of the file` } : options,
    );
  };
}

function withoutKeys(root: MapNode, keys: readonly string[]): MapNode {
  return { ...root, entries: root.entries.filter(({ key }) => !keys.includes(key)) };
}

function checkName(name: unknown, expected: string | undefined, report: Report): void {
  if (expected === undefined || typeof name !== 'string') return;
  if (!/^[a-z][a-z0-9-]*$/.test(name)) report('invalid_name', '/name', { name });
  else if (name !== expected) report('name_differs', '/name', { name, expected });
}

/** Reports the lists at the top level that have more items than `maxItems` allows. Returns true if there are any. */
function hasTooManyItems(root: MapNode, maxItems: Readonly<Record<string, number>>, report: Report): boolean {
  const found = root.entries.filter(
    ({ key, value }) =>
      Object.hasOwn(maxItems, key) && value.kind === 'list' && value.items.length > (maxItems[key] ?? 0),
  );
  for (const { key, value } of found)
    if (value.kind === 'list')
      report('too_many_items', `/${key}`, { max: maxItems[key] ?? 0, found: value.items.length }, { span: value.span });
  return found.length > 0;
}
