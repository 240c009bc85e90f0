import {
  createCollector,
  hasErrors,
  type Collector,
  type Diagnostic,
  type Positions,
  type Report,
} from '../diagnostic.ts';
import { makeDraft, type Draft } from './draft.ts';
import { readJsonNodes } from './json-nodes.ts';
import type { Faults, MapNode, SpecNode } from './node.ts';
import { createPositions } from './positions.ts';
import { createShapeReader, mostText } from './read-shape.ts';
import { describeNode } from './read-scalar.ts';
import { specShape, type Spec } from './spec-shape.ts';
import { readYamlNodes } from './yaml-nodes.ts';

export interface SpecText {
  readonly text: string;
  /** How diagnostics name the file. */
  readonly path: string;
  readonly syntax: 'yaml' | 'json';
  /** In git: the file's name without its ending, which the spec's name must be. */
  readonly expectedName?: string;
  /** Keys of the spec itself that are passed over, like `id` and `version` in what the service gave out. */
  readonly ignoredKeys?: readonly string[];
}

/** What a text gives: the spec where nothing is wrong with its shape, and for the checks as much of it as could be read. */
export interface Reading {
  readonly spec: Spec | null;
  readonly draft: Draft | null;
  readonly positions: Positions;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads YAML 1.2 or JSON (RFC 8259) into a Spec; everything that is wrong with its syntax and shape is told at once. Never throws. */
export function readSpec(input: SpecText): Reading {
  const text = input.text.replace(/^\ufeff/, '');
  const reading: { root: SpecNode | null } = { root: null };
  const positions = createPositions(text, () => reading.root);
  const collector = createCollector(positions);
  reading.root = readNodes(text, input.syntax, { collector, positions });
  const draft = reading.root === null ? null : readRoot(reading.root, input, collector.report);
  const diagnostics = collector.diagnostics();
  const spec = draft !== null && !hasErrors(diagnostics) ? draft.spec : null;
  return { spec, draft, positions, diagnostics };
}

function readNodes(
  text: string,
  syntax: 'yaml' | 'json',
  { collector, positions }: { collector: Collector; positions: Positions },
): SpecNode | null {
  const faults: Faults = {
    tell: (code, span, params, hint) =>
      collector.report(code, '', params, { span, ...(hint !== undefined && { hint }) }),
    lineOf: (offset) => positions.lineAt(offset).line,
  };
  const surrogate = text.search(/\p{Cs}/u);
  if (text.length > mostText) {
    faults.tell('spec_too_large', { offset: 0, length: 0 }, { limit: `${mostText} characters` });
  } else if (surrogate !== -1) {
    faults.tell('invalid_unicode', { offset: surrogate, length: 1 }, {});
  } else {
    return syntax === 'yaml' ? readYamlNodes(text, faults) : readJsonNodes(text, faults);
  }
  return null;
}

function readRoot(root: SpecNode, input: SpecText, report: Report): Draft | null {
  if (root.kind === 'broken') return null;
  if (root.kind !== 'map') {
    report('not_a_mapping', '', { found: describeNode(root) }, { span: root.span });
    return null;
  }
  const reader = createShapeReader(input.expectedName === undefined ? report : withName(input.expectedName, report));
  const map = withoutKeys(root, input.ignoredKeys ?? []);
  const object = reader.readKeys(map, specShape.keys, null);
  checkName(object.value['name'], input.expectedName, report);
  return makeDraft(map, object, reader.kept);
}

/** In git a name that is missing is told with the line to be written. */
function withName(name: string, report: Report): Report {
  return (code, pointer, params, options) => {
    const isName = code === 'missing_key' && pointer === '' && (params as { key: string }).key === 'name';
    report(
      code,
      pointer,
      params,
      isName ? { ...options, hint: `write "name: ${name}", as the file is called` } : options,
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
