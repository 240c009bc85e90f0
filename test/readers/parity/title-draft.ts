import { choose } from './field-draft.ts';
import type { Entry } from './rule-draft.ts';

type DrawnSpec = Entry & { fields: Entry[] };

const PATTERNS = ['([0-9]+)', '^(.*)$', '^\\W*(\\w+)', '(.)(.)', '(-?[0-9.]+|x)', '(?:a|(b))', '[,;|]([^,;|]*)'];
const TYPES = ['STRING', 'INTEGER', 'STRING', 'DECIMAL'];

/** Adds fields whose values are in skipped lines, with a correction and a rule, to a drawn spec that skips lines. */
export function addTitles<S extends DrawnSpec>(spec: S, n: number): S {
  const top = Number((spec['skipLines'] as Entry | undefined)?.['top'] ?? 0);
  const count = top === 0 ? 0 : n % 3;
  const taken = new Set(spec.fields.map(({ name }) => name));
  const titles = Array.from({ length: count }, (_, i): Entry => {
    const type = choose(TYPES, n + i);
    return {
      name: `title ${i}`,
      type,
      fromLine: { line: 1 + ((n + i) % top), pattern: choose(PATTERNS, n * 3 + i) },
      ...((n + i) % 5 === 1 && { required: true }),
      ...((n + i) % 7 === 2 && { sensitive: true }),
    };
  }).filter(({ name }) => !taken.has(name));
  if (titles.length === 0) return spec;
  const at = n % (spec.fields.length + 1);
  const first = String(titles[0]?.['name']);
  const isText = titles[0]?.['type'] === 'STRING';
  return {
    ...spec,
    fields: [...spec.fields.slice(0, at), ...titles, ...spec.fields.slice(at)],
    correctionRules: [
      ...((spec['correctionRules'] as Entry[] | undefined) ?? []),
      { ruleId: 'title', field: first, correctionType: isText && n % 2 === 1 ? 'UPPER_CASE' : 'TRIM' },
    ],
    validationRules: [
      ...((spec['validationRules'] as Entry[] | undefined) ?? []),
      ...(isText ? [{ ruleId: 'long title', field: first, ruleType: 'MAX_LENGTH', value: 3 }] : []),
    ],
  };
}
