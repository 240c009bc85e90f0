import { type Code, code, literal, literals } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { emitSetting } from './settings.ts';

/** Returns whether records of a type are groups of other records. */
export function hasRepeats({ types }: Pick<RecordTypesPlan, 'types'>): boolean {
  return types.some(({ repeat }) => repeat !== null);
}

/** Emits the constant `repeats`: the groups of records. Returns nothing if there are none. */
export function emitRepeats({ types }: RecordTypesPlan, scope: Scope): Code[] {
  const repeats = types.flatMap(({ repeat, place }, type) =>
    repeat === null ? [] : [{ type, parent: place.parent, ...repeat }],
  );
  if (repeats.length === 0) return [];
  const lines = repeats.map(
    ({ type, parent, times, columns, naming, stopsWhenEmpty, start, length }) => code`  {
    type: ${type},
    parent: ${parent},
    times: ${times},
    columns: ${literals(columns)},
    naming: ${literal(naming)},
    stopsWhenEmpty: ${emitSetting(stopsWhenEmpty)},
    start: ${start},
    length: ${length},
  },`,
  );
  return [
    code`/** The groups of values in records, which are records of their own. */
const repeats: readonly ${scope.useType('Repeat')}[] = [
${lines}
];`,
  ];
}

/** Emits the source of a file's records with their groups. `format` says how the groups are found. */
export function emitWithGroups(module: RecordTypesPlan, source: Code, format: () => Code, scope: Scope): Code {
  return hasRepeats(module) ? code`${scope.use('repeatGroups')}(${source}, ${format()})` : source;
}
