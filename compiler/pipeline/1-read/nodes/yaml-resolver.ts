import { isAlias, isMap, isScalar, isSeq, type Alias, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Span } from '../../../diagnostics/diagnostic.ts';
import { createEntries } from './map-entries.ts';
import { missingNode, type MapEntry, type SpecNode, type Faults } from './node.ts';

/**
 * Creates a function that converts nodes of the YAML library to spec nodes. An alias becomes a shallow copy of its
 * anchor's node, so nested aliases take little memory. These are reported: an unknown or cyclic alias (which becomes a
 * broken node), a merge key or a key that is not text (whose entry is left out), and a tag (which is ignored).
 */
export function createYamlResolver(faults: Faults): (composed: unknown) => SpecNode {
  /** The latest anchor of each name. Its node is null until the anchored value is converted. */
  const anchors = new Map<string, { node: SpecNode | null }>();
  /** The names of the first 100 anchors, as suggestions for an alias of an unknown anchor. */
  const names: string[] = [];

  const toNode = (composed: unknown): SpecNode => {
    if (isAlias(composed)) return toTarget(composed);
    if (!isScalar(composed) && !isMap(composed) && !isSeq(composed)) return missingNode(0);
    const anchor: { node: SpecNode | null } = { node: null };
    if (composed.anchor !== undefined) {
      if (names.length < 100) names.push(composed.anchor);
      anchors.set(composed.anchor, anchor);
    }
    checkTag(composed);
    anchor.node = isScalar(composed) ? scalarNode(composed) : isSeq(composed) ? toList(composed) : toMap(composed);
    return anchor.node;
  };

  const toTarget = (alias: Alias): SpecNode => {
    const span = spanOf(alias);
    const anchor = anchors.get(alias.source);
    if (anchor?.node) return { ...anchor.node, span };
    if (anchor === undefined) faults.report('unknown_anchor', span, { name: alias.source, known: names });
    else faults.report('alias_cycle', span, { name: alias.source });
    return { kind: 'broken', span };
  };

  const toList = (list: YAMLSeq): SpecNode => ({ kind: 'list', span: spanOf(list), items: list.items.map(toNode) });

  const toMap = (map: YAMLMap): SpecNode => {
    const entries = createEntries(faults);
    for (const { key, value } of map.items) {
      const entry = toEntry(key, value);
      if (entry !== null) entries.add(entry);
    }
    return { kind: 'map', span: spanOf(map), entries: entries.all };
  };

  const toEntry = (key: unknown, value: unknown): MapEntry | null => {
    const keyNode = toNode(key);
    const valueNode =
      value === null || value === undefined ? missingNode(keyNode.span.offset + keyNode.span.length) : toNode(value);
    if (keyNode.kind !== 'scalar') {
      if (keyNode.kind !== 'broken')
        faults.report('unusable_key', keyNode.span, { found: keyNode.kind === 'list' ? 'a list' : 'a mapping' });
      return null;
    }
    if (keyNode.text === '<<' && !keyNode.quoted) {
      faults.report('merge_key', keyNode.span, {});
      return null;
    }
    return { key: keyNode.text, keySpan: keyNode.span, value: valueNode };
  };

  const checkTag = (node: Scalar | YAMLMap | YAMLSeq) => {
    const usual = isScalar(node) ? 'str' : isSeq(node) ? 'seq' : 'map';
    const tag = node.tag?.replace(/^tag:yaml\.org,2002:/, '!!');
    if (tag !== undefined && tag !== `!!${usual}`) faults.report('unsupported_tag', spanOf(node), { tag });
  };

  return toNode;
}

function scalarNode(scalar: Scalar): SpecNode {
  const quoted = scalar.type !== 'PLAIN';
  const text = String(scalar.value);
  return { kind: 'scalar', span: spanOf(scalar), text, quoted, missing: !quoted && text === '', inexact: null };
}

function spanOf({ range }: { range?: readonly number[] | null | undefined }): Span {
  const [start = 0, end = start] = range ?? [];
  return { offset: start, length: end - start };
}
