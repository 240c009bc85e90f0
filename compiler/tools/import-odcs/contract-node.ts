import { createCollector, hasErrors } from '../../diagnostics/diagnostic.ts';
import type { Faults, SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import { createPositions } from '../../pipeline/1-read/nodes/positions.ts';
import { readYamlNodes } from '../../pipeline/1-read/nodes/yaml.ts';
import { NoDraft } from '../infer/model/no-draft.ts';

/** The limit of a contract, in UTF-16 code units. */
const MAX_TEXT = 16 * 1024 * 1024;

/** Parses a contract in YAML or JSON. All its scalars are texts. Throws NoDraft if it is neither. */
export function parseContract(written: string): SpecNode {
  const text = written.replace(/^\ufeff/, '');
  if (text.length > MAX_TEXT) throw new NoDraft('it is longer than 16 MiB');
  let root: SpecNode | null = null;
  const positions = createPositions(text, () => root);
  const collector = createCollector(positions);
  const faults: Faults = {
    report: (code, span, params, hint) =>
      collector.report(code, '', params, { span, ...(hint !== undefined && { hint }) }),
    lineOf: (offset) => positions.lineAt(offset).line,
  };
  root = readYamlNodes(text, faults);
  const diagnostics = collector.diagnostics();
  if (root !== null && !hasErrors(diagnostics)) return root;
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  throw new NoDraft(first === undefined ? 'it is not YAML' : `line ${first.line}: ${first.message}`);
}

/** Returns a member of a mapping; undefined if there is none, or no value. */
export function memberOf(node: SpecNode | undefined, key: string): SpecNode | undefined {
  const value = node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
  return value?.kind === 'scalar' && value.missing ? undefined : value;
}

/** Returns the keys of a mapping that have a value. */
export function keysOf(node: SpecNode | undefined): string[] {
  if (node?.kind !== 'map') return [];
  return node.entries.flatMap(({ key }) => (memberOf(node, key) === undefined ? [] : [key]));
}

/** Returns the items of a list. Empty if the member is no list. */
export function itemsOf(node: SpecNode | undefined, key: string): readonly SpecNode[] {
  const list = memberOf(node, key);
  return list?.kind === 'list' ? list.items : [];
}

/** Returns the text of a member, without blanks around it. Null if it is no scalar, or an empty one. */
export function textAt(node: SpecNode | undefined, key: string): string | null {
  const member = memberOf(node, key);
  const text = member?.kind === 'scalar' ? member.text.trim() : '';
  return text === '' ? null : text;
}

/** Returns the texts of a list of scalars, exactly. */
export function textsAt(node: SpecNode | undefined, key: string): string[] {
  return itemsOf(node, key).flatMap((item) => (item.kind === 'scalar' && !item.missing ? [item.text] : []));
}

/** Whether a member is `true`. */
export function isTrue(node: SpecNode | undefined, key: string): boolean {
  return textAt(node, key)?.toLowerCase() === 'true';
}
