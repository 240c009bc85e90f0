import { toCamelCase } from '../../../emitting/code/names.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import type { FieldGuess } from '../column/infer.ts';
import { type ColumnGuesses, inferColumns } from '../column/infer-columns.ts';
import type { DraftPart } from '../model/draft.ts';
import type { Member } from './members.ts';
import { toPointer } from './records.ts';

/** Infers the fields. Numbers and truth values of JSON have their types, and strings of digits are texts. */
export function inferMembers(members: readonly Member[], tolerance: number): ColumnGuesses {
  const names = nameMembers(members);
  const infer = (isText: (at: number) => boolean): ColumnGuesses =>
    inferColumns(
      members.map(({ path, cells }, at) => {
        const name = names[at] ?? `field${at + 1}`;
        const pointer = toPointer(path);
        const place = { name, type: 'STRING' as const, ...(pointer === `/${name}` ? {} : { columnName: pointer }) };
        return { place, label: path.join(' '), cells, ...(isText(at) ? { isRecordType: true } : {}) };
      }),
      tolerance,
    );
  const first = infer(() => false);
  const isNumeric = (at: number) => /^(?:INTEGER|DECIMAL|BOOLEAN)$/.test(first.guesses[at]?.field.value.type ?? '');
  const isTextual = (at: number) =>
    members[at]?.kinds.has('string') === true && isNumeric(at) && !isAmount(first.guesses[at], members[at]);
  const second = members.some((_, at) => isTextual(at)) ? infer(isTextual) : first;
  return { ...second, guesses: second.guesses.map((guess, at) => withJsonType(guess, members[at])) };
}

/** Whether strings are amounts or truth values, which `lenient` reads, and not codes of digits. */
function isAmount(guess: FieldGuess | undefined, member: Member | undefined): boolean {
  const { type, groupSeparator } = guess?.field.value ?? {};
  const isOnlyText = member?.kinds.size === 1 && member.kinds.has('string');
  return isOnlyText && (type === 'DECIMAL' || type === 'BOOLEAN' || groupSeparator !== undefined);
}

/** Returns the setting that reads numbers and truth values in quotes, if a field needs it. */
export function describeLenient(members: readonly Member[], guesses: readonly FieldGuess[]): DraftPart['settings'] {
  const isLenient = members.some((member, at) => isAmount(guesses[at], member));
  return isLenient ? [{ value: ['lenient', true] as const, note: 'numbers or truth values are in quotes' }] : [];
}

/** Gives a field the type of its values, if all of them are numbers or all are truth values. */
function withJsonType(guess: FieldGuess, member: Member | undefined): FieldGuess {
  const [kind, ...others] = member?.kinds ?? [];
  if (member === undefined || kind === undefined || others.length > 0 || kind === 'string') return guess;
  const type = kind === 'boolean' ? 'BOOLEAN' : member.hasDecimals ? 'DECIMAL' : 'INTEGER';
  const { name, columnName, required, sensitive } = guess.field.value;
  const field: Field = {
    name,
    type,
    ...(columnName === undefined ? {} : { columnName }),
    ...(required === undefined ? {} : { required }),
    ...(sensitive === undefined ? {} : { sensitive }),
  };
  const isSame = guess.field.value.type === type;
  return {
    ...guess,
    field: { value: field, note: isSame ? guess.field.note : null },
    corrections: [],
    rules: isSame && kind === 'number' ? guess.rules : [],
    hasForm: true,
    undecided: null,
  };
}

/** Returns a unique name for each member: its own, or the names on the way to it. */
function nameMembers(members: readonly Member[]): string[] {
  const taken = new Set<string>();
  return members.map(({ path }) => {
    const [only = ''] = path;
    const isPlain = path.length === 1 && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(only);
    const wanted = isPlain ? only : toCamelCase(path.map((name) => splitCamel(name)).join(' '), 'value');
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  });
}

/** Separates the words of `amountDue`, so that they stay words in a longer name. */
function splitCamel(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}
