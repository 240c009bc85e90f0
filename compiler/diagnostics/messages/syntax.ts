import { error, warning } from './message.ts';
import { didYouMean, quoted, shown } from './text.ts';

/** The diagnostics of the syntax of a YAML or JSON text. */
export const syntaxMessages = {
  invalid_yaml: error((p: { detail: string }) => p.detail),
  invalid_json: error((p: { detail: string }) => p.detail),
  invalid_unicode: error(
    () => 'the text contains an unpaired surrogate, which is not valid Unicode',
    () => 'replace it with the intended character',
  ),
  tab_indentation: error(
    () => 'YAML does not allow tabs for indentation',
    () => 'indent with spaces',
  ),
  several_documents: error(
    () => 'a spec file must contain one YAML document, and a second one begins here',
    () => 'put each spec into its own file',
  ),
  not_a_mapping: error((p: { found: string }) => `expected a spec (a mapping of keys to values), found ${p.found}`),
  duplicate_key: error(
    (p: { key: string; line: number }) => `the key ${quoted(p.key)} is already used on line ${p.line}`,
    () => 'remove one of the two',
  ),
  unusable_key: error(
    (p: { found: string }) => `a key must be text, but this one is ${p.found}`,
    () => 'put a key that begins with [ or { in quotes',
  ),
  unknown_anchor: error(
    (p: { name: string; known: readonly string[] }) =>
      `the alias *${shown(p.name)} refers to an anchor that is not defined before it${didYouMean(p.name, p.known)}`,
    (p) => `define the anchor before the alias: &${shown(p.name)}`,
  ),
  alias_cycle: error(
    (p: { name: string }) => `the alias *${shown(p.name)} is inside the value that it refers to`,
    () => 'write the value out instead',
  ),
  merge_key: error(
    () => 'merge keys (<<) are not supported',
    () => 'use a plain alias: `fields: *shared`',
  ),
  unsupported_tag: error(
    (p: { tag: string }) => `the tag ${shown(p.tag)} is not supported`,
    (p) =>
      p.tag === '!='
        ? 'put the operator in quotes: "!="'
        : 'remove it: a scalar is read as text, with or without quotes',
  ),
  spec_too_large: error(
    (p: { limit: string }) => `the spec has more than ${p.limit}`,
    () => 'reduce it: every use of an alias counts as a copy',
  ),
  nesting_too_deep: error((p: { limit: number }) => `the spec is nested more than ${p.limit} levels deep here`),
  too_many_diagnostics: warning(
    (p: { limit: number; severity: 'error' | 'warning' }) =>
      `there are more than ${p.limit} ${p.severity}s; only the first ${p.limit} are listed`,
  ),
};
