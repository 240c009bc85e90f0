import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';

/** The lists of a spec whose items say something about a field, by the key of their kind. */
const lists = [
  { list: 'validationRules', tag: 'ruleType', kinds: Object.entries(ruleKinds) },
  { list: 'correctionRules', tag: 'correctionType', kinds: Object.entries(correctionKinds) },
] as const;

/** Keys of other tools for all rules or corrections of a field. */
const wholeLists: ReadonlyMap<string, string> = new Map(
  Object.entries({ rules: 'validationRules', validations: 'validationRules', validation: 'validationRules' }),
);

/**
 * Returns the hint for a key that people write at a field, although it is a rule or a correction: `maxLength`, `enum`,
 * `default`. Null if it is neither.
 */
export function hintForRuleKey(key: string): string | null {
  const word = key.toLowerCase().replaceAll(/[_-]/g, '');
  for (const { list, tag, kinds } of lists) {
    const isWhole = wholeLists.get(word) === list || list.toLowerCase() === word;
    if (isWhole) return `rules are items of ${list}, beside fields: - { ruleId: …, field: …, ${tag}: … }`;
    const found = kinds.find(
      ([name, { otherKeys }]) => name.toLowerCase().replaceAll('_', '') === word || otherKeys.includes(word),
    );
    if (found !== undefined)
      return `write an item of ${list}, beside fields: - { ruleId: …, field: …, ${tag}: ${found[0]}, … }`;
  }
  return null;
}
