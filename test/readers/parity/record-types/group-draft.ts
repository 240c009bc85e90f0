import { seed } from '../../../support/property.ts';
import type { Random } from '../../../support/random.ts';
import type { DocumentSpec } from './document-draft.ts';
import { type DrawnSpec, type DrawnType, drawFile } from './draft.ts';

/** Adds to a drawn spec a type whose records are groups in the lines of another one, and to its files the groups. */
export function drawGroups(drawn: DrawnSpec, random: Random) {
  const { continuation: _, filler: __, onUnexpectedRecord: ___, ...settings } = drawn.spec;
  const { layout } = drawn;
  const types = settings.recordTypes.map(({ delimiter: _own, ...type }) => type as DrawnType);
  const outer = random.below(types.length);
  const times = 1 + random.below(3);
  const hasPlace = layout === 'FIXED';
  const place = (start: number) => (hasPlace ? { start, length: 2 } : {});
  const group = {
    name: 'group',
    in: types[outer]?.name ?? '',
    ...(random.oneIn(2) && { as: 'groups' }),
    ...(random.oneIn(3) && { occurs: { max: 2 } }),
    repeat: {
      times,
      ...(random.oneIn(2) && { stopWhenEmpty: true }),
      ...(hasPlace && { start: 13, length: 4 }),
    },
    fields: [
      { name: 'gnum', type: 'INTEGER', ...place(1), ...(random.oneIn(3) && { required: true }) },
      { name: 'gtxt', type: 'STRING', ...place(3) },
      ...(random.oneIn(3) ? [{ name: 'cnum', from: `${types[outer]?.name}.num` }] : []),
    ],
  };
  const at = outer + 1;
  const spec = { ...settings, recordTypes: [...types.slice(0, at), group, ...types.slice(at)] };
  const form = (file: number, fileRandom: Random): string => {
    const text = drawFile({ ...drawn, spec: settings }, seed + file, file);
    const [first = '', ...lines] = text.replaceAll(/[;|]/g, ',').split('\n');
    const isHeader = layout === 'HEADER';
    const names = Array.from({ length: times }, (_own, number) => `,gnum${number + 1},gtxt${number + 1}`).join('');
    const added = (isHeader ? lines : [first, ...lines]).map((line) => addGroups(line, { times, layout }, fileRandom));
    return (isHeader ? [first + names, ...added] : added).join('\n');
  };
  return { spec, form };
}

/** Adds drawn groups to a line, and cuts some lines. */
function addGroups(line: string, { times, layout }: { times: number; layout: string }, random: Random): string {
  if (line === '') return line;
  const groups = Array.from({ length: times }, () =>
    random.oneIn(3) ? ['', ''] : [random.pick(['1', '22', 'x', '']), random.pick(['a', '', 'é'])],
  );
  // An empty cell after all others would be a delimiter at the end of the line.
  if (layout !== 'FIXED') return line.split(',').length === 4 ? `${line},${groups.flat().join(',')}` : line;
  const text = groups.map(([number = '', letter = '']) => number.padEnd(2) + letter.padEnd(2)).join('');
  const whole = line.padEnd(12) + text;
  return random.oneIn(6) ? whole.slice(0, 1 + random.below(whole.length)) : whole;
}

/**
 * Adds to a drawn spec of documents a type whose records are groups in the lines of one of their types. Returns the spec, and
 * a function that adds groups to a file.
 */
export function drawLineGroups({ spec, layout, roots }: DocumentSpec, random: Random) {
  const types = spec.recordTypes;
  const inside = types.filter((type, at) => type['as'] !== undefined || roots.includes(at));
  const outer = inside[random.below(inside.length)] as DrawnType;
  const times = 1 + random.below(3);
  const isFixed = layout === 'FIXED';
  const place = (start: number) => (isFixed ? { start, length: 2 } : {});
  const from = isFixed ? { start: 13, length: 4 } : layout === 'POSITION' ? { start: 5, length: 2 } : {};
  const group: DrawnType = {
    name: 'group',
    in: outer.name,
    as: 'groups',
    ...(random.oneIn(4) && { occurs: random.oneIn(2) ? 'SOME' : { max: 2 } }),
    repeat: { times, ...(random.oneIn(2) && { stopWhenEmpty: true }), ...from },
    fields: [
      { name: 'gnum', type: 'INTEGER', ...place(1), ...(random.oneIn(4) && { required: true }) },
      { name: 'gtxt', type: 'STRING', ...place(3) },
    ],
  };
  const at = types.indexOf(outer) + 1;
  const letter = outer.name.slice(1).toUpperCase();
  const names = Array.from({ length: times }, (_, number) => `,gnum${number + 1},gtxt${number + 1}`).join('');
  const addTo = (line: string, fileRandom: Random): string => {
    const count = fileRandom.below(times + 1);
    const groups = Array.from({ length: times }, (_, index) =>
      index < count || fileRandom.oneIn(40)
        ? [fileRandom.pick(['1', '22', fileRandom.oneIn(12) ? 'x' : '3']), fileRandom.pick(['a', 'bc', 'a'])]
        : ['', fileRandom.oneIn(40) ? ' ' : ''],
    );
    if (!isFixed) return `${line},${groups.flat().join(',')}`;
    const text = groups.map(([number = '', txt = '']) => number.padEnd(2) + txt.padEnd(2)).join('');
    return line.padEnd(12) + (fileRandom.oneIn(4) ? text.trimEnd() : text);
  };
  const addGroups = (text: string, fileRandom: Random): string => {
    const [first = '', ...rest] = text.split('\n');
    const isHeader = layout === 'HEADER';
    const added = (isHeader ? rest : [first, ...rest]).map((line) => {
      if (line.startsWith(letter)) return addTo(line, fileRandom);
      return isHeader && line !== '' ? line + ','.repeat(2 * times) : line;
    });
    return (isHeader ? [first + names, ...added] : added).join('\n');
  };
  // The oracle knows one number of cells for each type, and finds groups that are missing at the next record.
  const suitsOracle = layout !== 'POSITION' && group['occurs'] !== 'SOME';
  const recordTypes = [...types.slice(0, at), group, ...types.slice(at)];
  return { spec: { ...spec, recordTypes }, addGroups, suitsOracle };
}
