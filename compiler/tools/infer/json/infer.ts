import { toCamelCase } from '../../../emitting/code/names.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import type { FieldGuess } from '../column/infer.ts';
import { type ColumnGuesses, inferColumns, listUndecided, weighTypes } from '../column/infer-columns.ts';
import { suggestKey } from '../column/key.ts';
import type { DraftPart, Noted, TextSample } from '../model/draft.ts';
import { NoDraft } from '../model/no-draft.ts';
import { findMembers, type Member, type Members } from './members.ts';
import { readJson } from './parse.ts';
import { findJsonRecords, type JsonRecords, toPointer } from './records.ts';

/** The maximum number of records from which types are inferred. */
const MAX_RECORDS = 50_000;

/** A decoded sample of JSON. */
export interface JsonText extends TextSample {
  /** The path of the values that are records, or null to find them. */
  readonly recordPath: string | null;
}

/** Infers a spec for JSON Lines or a document. Returns null if the text is not JSON. Throws NoDraft if it has no records. */
export function inferJson({ text, isWhole, tolerance, recordPath }: JsonText): DraftPart | null {
  const sample = readJson(text, isWhole);
  if (sample === null) return null;
  const document = sample.kind === 'DOCUMENT' ? findJsonRecords(sample.value, recordPath) : null;
  const all = sample.kind === 'LINES' ? sample.values : (document?.records ?? []);
  // The last record of a part of a document may be incomplete.
  const whole = document === null || isWhole || all.length < 2 ? all : all.slice(0, -1);
  const records = whole.slice(0, MAX_RECORDS);
  const found = findMembers(records);
  const { members } = found;
  if (members.length === 0) throw new NoDraft('its records contain no values');
  const { guesses, conventions } = inferMembers(members, tolerance);
  return {
    format: 'JSON',
    settings: [
      ...(document === null ? [] : [describePath(document)]),
      ...(conventions.nulls.size === 0 ? [] : [{ value: ['nullValues', [...conventions.nulls]] as const, note: null }]),
    ],
    fields: guesses.map(({ field }) => field),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: suggestKey(guesses, records.length),
    evidence: {
      values: 1,
      ...weighTypes(guesses),
      named: 1,
      undecided: [...describeUnread(found), ...listUndecided(guesses)],
    },
  };
}

function describePath({ path, records, others }: JsonRecords): Noted<readonly [string, unknown]> {
  const rivals = others.length === 0 ? '' : `; or ${others.join(', ')}`;
  return { value: ['recordPath', toPointer(path)], note: `${records.length} in the sample${rivals}` };
}

function describeUnread({ lists, isCut }: Members): string[] {
  const paths = lists.slice(0, 5).map(toPointer);
  const more = lists.length > paths.length ? ` and ${lists.length - paths.length} more` : '';
  return [
    ...(lists.length === 0
      ? []
      : [
          `no field reads the list${lists.length === 1 ? '' : 's'} ${paths.join(', ')}${more}: fields such as ${paths[0]}/0 read items`,
        ]),
    ...(isCut ? ['records have more than 1,000 members: some names may be values'] : []),
  ];
}

/** Infers the fields. Numbers and truth values of JSON have their types, and strings of digits are texts. */
function inferMembers(members: readonly Member[], tolerance: number): ColumnGuesses {
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
  const isTextual = (at: number) => members[at]?.kinds.has('string') === true && isNumeric(at);
  const second = members.some((_, at) => isTextual(at)) ? infer(isTextual) : first;
  return { ...second, guesses: second.guesses.map((guess, at) => withJsonType(guess, members[at])) };
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
