import type { SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import { memberOf, textAt, textsAt } from './contract-node.ts';

const OPEN = /^(?:public|internal|open|none|unclassified|unrestricted|(?:non|not)[ -_].*)$/i;
const CLOSED = /confidential|restricted|sensitive|secret|private|personal|pii|phi|pci|gdpr/i;
/** A value that is nothing but such a word. */
const MARK =
  /^(?:(?:strictly|highly)[ _-])?(?:confidential|restricted|sensitive|secret|private|personal|pii|phi|pci|gdpr)$/i;
/** The limit of values that are compared: aliases of YAML may repeat them without end. */
const MAX_VALUES = 1000;

/** Returns whether the contract classifies a property as sensitive. UNKNOWN: its classification has another word. */
export function sensitivityOf(property: SpecNode): 'SENSITIVE' | 'OPEN' | 'UNKNOWN' {
  const classification = textAt(property, 'classification');
  if (isTagged(property) || memberOf(property, 'encryptedName') !== undefined) return 'SENSITIVE';
  const custom = memberOf(property, 'customProperties');
  if (custom !== undefined && hasMark(custom, '', { left: MAX_VALUES })) return 'SENSITIVE';
  if (classification === null || OPEN.test(classification)) return 'OPEN';
  return CLOSED.test(classification) ? 'SENSITIVE' : 'UNKNOWN';
}

/** Contracts of version 3.0.0 have `tag`, too. */
function isTagged(property: SpecNode): boolean {
  const tags = [...textsAt(property, 'tags'), ...textsAt(property, 'tag'), textAt(property, 'tag') ?? ''];
  return tags.some((tag) => CLOSED.test(tag) && !OPEN.test(tag));
}

/**
 * Whether properties that a tool adds say that values are sensitive: `pii: true`, `sensitivity: CONFIDENTIAL`, or a list
 * with such a word, at any depth. `name` is that of the property with the value.
 */
function hasMark(value: SpecNode, name: string, counted: { left: number }): boolean {
  if (counted.left-- <= 0) return false;
  if (value.kind === 'scalar')
    return MARK.test(value.text.trim()) || (CLOSED.test(name) && /^(?:true|yes|y|1)$/i.test(value.text.trim()));
  if (value.kind === 'list') return value.items.some((item) => hasMark(item, name, counted));
  if (value.kind !== 'map') return false;
  const own = textAt(value, 'property');
  if (own === null) return value.entries.some((entry) => hasMark(entry.value, entry.key, counted));
  const given = memberOf(value, 'value');
  return given !== undefined && hasMark(given, own, counted);
}
