import type { DiagnosticCode } from '../../../compiler/diagnostics/messages/messages.ts';
import type { SpecText } from '../../../compiler/index.ts';

/** A wrong spec that is too large for a file. */
interface LargeSpec {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  input(): SpecText;
}

/** Specs that are wrong because of their size. They are generated here instead of stored. */
export const largeSpecs: { readonly [name: string]: LargeSpec } = {
  'one field too many': {
    code: 'too_many_items',
    severity: 'error',
    input: () =>
      yaml(`fields: [${Array.from({ length: 20_001 }, (_, i) => `{ name: f${i}, type: STRING }`).join(', ')}]`),
  },
  'more errors than are reported': {
    code: 'too_many_diagnostics',
    severity: 'warning',
    input: () => yaml(`fields: [${'{}, '.repeat(600)}]`),
  },
  'a text of many megabytes': {
    code: 'spec_too_large',
    severity: 'error',
    input: () => yaml(`fields: [{ name: id, type: STRING }]\ndescription: ${'x'.repeat(9_000_000)}`),
  },
  'padding beyond the limit of a record': {
    code: 'padding_too_large',
    severity: 'error',
    input: () =>
      yaml(
        `fields: [{ name: id, type: STRING }]\ncorrectionRules:\n${Array.from({ length: 257 }, (_, i) => `  - { ruleId: p${i}, field: id, correctionType: PAD_LEFT, padChar: x, length: 65536 }`).join('\n')}`,
      ),
  },
  'a mapping of more codes than a table needs': {
    code: 'many_codes',
    severity: 'warning',
    input: () =>
      yaml(
        `fields: [{ name: id, type: STRING }]\ncorrectionRules:\n  - { ruleId: m, field: id, correctionType: MAP, values: { ${Array.from({ length: 201 }, (_, i) => `c${i}: x`).join(', ')} } }`,
      ),
  },
  'aliases of aliases where texts are expected': {
    code: 'wrong_kind',
    severity: 'error',
    input: () =>
      yaml(
        `fields: [{ name: id, type: STRING }]\nnullValues: [&a0 [x, x], ${Array.from({ length: 60 }, (_, i) => `&a${i + 1} [*a${i}, *a${i}]`).join(', ')}]`,
      ),
  },
  'paths with and without prefixes that overlap on every level': {
    code: 'paths_too_large',
    severity: 'error',
    input: () => {
      const path = (prefixed: number) => Array.from({ length: 24 }, (_, i) => (i === prefixed ? 'n:a' : 'a')).join('/');
      const fields = Array.from(
        { length: 24 },
        (_, i) => `  - { name: f${i}, type: STRING, columnName: '${path(i)}' }`,
      );
      return {
        text: `name: large\nformat: XML\nrecordPath: //r\nnamespaces: { n: urn:x }\nfields:\n${fields.join('\n')}\n`,
        path: 'large.yaml',
        syntax: 'yaml',
      };
    },
  },
};

function yaml(rest: string): SpecText {
  return { text: `name: large\nformat: CSV\n${rest}\n`, path: 'large.yaml', syntax: 'yaml' };
}
