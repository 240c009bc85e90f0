import type { Noted, TypeDraft } from '../model/draft.ts';
import type { FieldGuess } from './infer.ts';

/**
 * Returns the draft of a record type. Rule ids are unique in a spec, so those of a type inside of another one, or beside
 * others, begin with its name.
 */
export function draftType(keys: TypeDraft['keys'], guesses: readonly FieldGuess[]): TypeDraft {
  const own = <Rule extends { ruleId: string }>({ value, note }: Noted<Rule>): Noted<Rule> => ({
    value:
      keys.in === undefined && keys.when?.column === undefined
        ? value
        : { ...value, ruleId: `${keys.name}-${value.ruleId}` },
    note,
  });
  return {
    keys,
    fields: guesses.map(({ field }) => field),
    corrections: guesses.flatMap(({ corrections }) => corrections.map(own)),
    rules: guesses.flatMap(({ rules }) => rules.map(own)),
  };
}

/** Returns a name that none of others equals. */
export function differing(name: string, others: readonly string[], ending: string): string {
  return others.includes(name) ? differing(`${name}${ending}`, others, ending) : name;
}
