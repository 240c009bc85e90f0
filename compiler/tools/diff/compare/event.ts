import { type FieldType, typeKinds } from '../../../language/types/type-kinds.ts';
import type { ChangeFacts } from '../model/change.ts';
import { type Compare, isSame, type Side, type SpecPair } from '../model/spec-pair.ts';

/** Compares the key of events and the form of numbers in events. */
export const compareEvent: Compare = (pair, report) => {
  const { old, new: now } = pair;
  const [before, after] = [old.settings.messageKey, now.settings.messageKey];
  const facts: ChangeFacts = {
    grade: 'breaking',
    side: after.length > 0 ? now : old,
    pointer: '/messageKey',
    before: orNull(before),
    after: orNull(after),
  };
  if (before.length === 0 && after.length > 0)
    report('message_key_added', 'message', { after: keyText(after) }, { ...facts, grade: 'compatible' });
  else if (after.length === 0 && before.length > 0)
    report('message_key_removed', 'message', { before: keyText(before) }, facts);
  else if (!isSame(renamed(before, pair), after))
    report('message_key_changed', 'message', { before: keyText(before), after: keyText(after) }, facts);
  compareNumbers(pair, report);
};

const compareNumbers: Compare = ({ old, new: now, kept }, report) => {
  const [before, after] = [old.settings.numbersAs, now.settings.numbersAs];
  if (before === after) return;
  const fields = kept.filter((pair) => isNumber(pair.old.field.type) && isNumber(pair.new.field.type)).length;
  report(
    'numbers_as_changed',
    'message',
    { after, fields },
    {
      grade: fields > 0 ? 'breaking' : 'neutral',
      side: sideWith(now, old, 'numbersAs'),
      pointer: '/numbersAs',
      before,
      after,
    },
  );
};

function sideWith(now: Side, old: Side, key: keyof Side['spec']): Side {
  return now.spec[key] === undefined ? old : now;
}

function isNumber(type: FieldType): boolean {
  return typeKinds[type].isNumber !== false;
}

/** Returns the message key of the old spec, with the new names of renamed fields. */
function renamed(key: readonly string[], { kept }: SpecPair): string[] {
  return key.map((name) => kept.find(({ old }) => old.field.name === name)?.new.field.name ?? name);
}

function orNull(key: readonly string[]): readonly string[] | null {
  return key.length === 0 ? null : key;
}

function keyText(key: readonly string[]): string {
  return key.map((name) => JSON.stringify(name)).join(', ');
}
