import type { Random } from '../../../support/random.ts';
import type { DrawnType } from './draft.ts';

/** Draws which of the nested types are members of the event around them. */
export function drawParts(types: readonly DrawnType[], random: Random) {
  const parts = types.map((type) => type['in'] !== undefined && !random.oneIn(4));
  const recordTypes = types.map((type, index) => {
    const { publish: _, messageKey: __, ...rest } = type as typeof type & { publish?: boolean; messageKey?: string[] };
    return parts[index] === true
      ? { ...rest, as: `part${index}` }
      : { ...rest, ...(random.oneIn(6) && { reject: 'WHOLE' }) };
  });
  return { recordTypes, ...(random.oneIn(4) && { maxDocumentRecords: 2 + random.below(5) }) };
}

type Tree = Record<string, unknown>;
type Layout = 'FIXED' | 'HEADER' | 'POSITION';

/** A spec whose documents have members, and how its files are written. */
export interface DocumentSpec {
  spec: Tree & { recordTypes: DrawnType[] };
  layout: Layout;
  /** The types of documents, each with the types inside, as indexes. */
  roots: number[];
  /** What the file rules demand, so that most documents fulfil it. */
  counted: number;
  summed: number;
}

const LETTERS = 'ABCDEFGH';

/** Draws a spec with documents that the fast reader can read. It may have errors. */
export function drawDocumentSpec(random: Random): DocumentSpec {
  const layout = random.pick(['FIXED', 'HEADER', 'POSITION'] as const);
  const types: DrawnType[] = [];
  const hasHead = random.oneIn(2);
  const isEnclosing = hasHead && random.oneIn(2);
  if (hasHead)
    types.push(
      drawRecordType(random, {
        layout,
        at: 0,
        extra: { publish: false, occurs: 'SOME', ...(isEnclosing && { order: 'ANY' }) },
      }),
    );
  const roots: number[] = [];
  for (let left = random.oneIn(3) ? 2 : 1; left > 0; left--) {
    const root = types.length;
    roots.push(root);
    const key = random.oneIn(3) ? {} : { messageKey: random.oneIn(2) ? ['num'] : ['txt', 'num'] };
    const place = isEnclosing ? { in: types[0]?.name } : {};
    types.push(drawRecordType(random, { layout, at: root, extra: { ...key, ...place } }));
    for (let members = 1 + random.below(3); members > 0 && types.length < LETTERS.length - 1; members--) {
      const parent = root + random.below(types.length - root);
      const occurs = random.pick(['ONCE', 'OPTIONAL', 'SOME', undefined, undefined, { max: 3 }]);
      const extra = {
        in: types[parent]?.name,
        as: random.pick(['lines', 'k "é']) + types.length,
        ...(occurs !== undefined && { occurs }),
      };
      types.push(drawRecordType(random, { layout, at: types.length, extra }));
    }
  }
  if (random.oneIn(4))
    types.push(drawRecordType(random, { layout, at: types.length, extra: { publish: random.oneIn(2) } }));
  const isAnyOrder = !isEnclosing && (roots.length > 1 || random.oneIn(6));
  if (hasHead && !isAnyOrder)
    for (const type of types.slice(1)) if (random.oneIn(3)) type.fields.push({ name: 'cnum', from: 'ta.num' });
  const [root = 0] = roots;
  const members = types.flatMap((type, at) => (type['in'] === types[root]?.name ? [at] : []));
  const member = () => members[random.below(members.length)] ?? -1;
  const counted = random.oneIn(3) ? member() : -1;
  const summed = random.oneIn(3) ? member() : -1;
  const name = (at: number) => types[at]?.name ?? '';
  const fileRules = [
    ...(counted < 0
      ? []
      : [{ ruleId: 'count', ruleType: 'COUNT_EQUALS', of: name(counted), field: `${name(root)}.num` }]),
    ...(summed < 0
      ? []
      : [{ ruleId: 'sum', ruleType: 'SUM_EQUALS', of: `${name(summed)}.amt`, field: `${name(root)}.amt` }]),
    ...(random.oneIn(5) ? [{ ruleId: 'order', ruleType: 'ORDERED', of: `${name(root)}.num` }] : []),
    ...(random.oneIn(5) ? [{ ruleId: 'few', ruleType: 'COUNT_RANGE', of: name(member()), value: ',4' }] : []),
  ];
  const spec = {
    name: 'drawn',
    format: layout === 'FIXED' ? 'FIXED_WIDTH' : 'CSV',
    ...(layout === 'POSITION' && { hasHeader: false }),
    ...(random.oneIn(4) && { recordTypeMember: 'kind "é' }),
    ...(random.oneIn(4) && { onMissingRecord: random.pick(['FATAL', 'ERROR', 'WARNING', 'IGNORE']) }),
    ...(random.oneIn(4) && { onUnknownRecordType: random.pick(['FATAL', 'ERROR', 'IGNORE']) }),
    ...(random.oneIn(5) && { onMissingColumns: random.pick(['WARNING', 'IGNORE', 'ERROR']) }),
    ...(isAnyOrder && { order: 'ANY' }),
    ...(random.oneIn(6) && { numbersAs: 'STRING' }),
    ...(random.oneIn(4) && { maxDocumentRecords: 2 + random.below(5) }),
    ...(random.oneIn(6) && { maxDocumentBytes: 300 + random.below(600) }),
    recordTypes: types,
    ...(fileRules.length > 0 && { fileRules }),
  };
  return { spec, layout, roots, counted, summed };
}

function drawRecordType(random: Random, { layout, at, extra }: { layout: Layout; at: number; extra: Tree }): DrawnType {
  const letter = LETTERS[at] ?? '';
  const place = (name: string, start: number, length: number): Tree =>
    layout === 'FIXED' ? { start, length } : layout === 'HEADER' ? { columnName: name } : {};
  const when = layout === 'FIXED' ? { start: 1, length: 1 } : { column: layout === 'POSITION' ? '1' : 'kind' };
  const rule = { ruleId: `of${at}`, field: 'txt', ruleType: 'MAX_LENGTH', value: '2' };
  return {
    name: `t${letter.toLowerCase()}`,
    when: { ...when, values: [letter] },
    ...extra,
    fields: [
      ...(layout === 'POSITION' || random.oneIn(4) ? [{ name: 'kind', type: 'STRING', ...place('kind', 1, 1) }] : []),
      { name: 'num', type: 'INTEGER', ...place('num', 2, 3), ...(random.oneIn(3) && { required: true }) },
      { name: 'amt', type: 'DECIMAL', ...place('amt', 5, 5) },
      { name: 'txt', type: 'STRING', ...place('txt', 10, 3), ...(random.oneIn(5) && { required: true }) },
    ],
    ...(random.oneIn(5) && { correctionRules: [{ ruleId: `fix${at}`, field: 'txt', correctionType: 'UPPER_CASE' }] }),
    ...(random.oneIn(5) && { validationRules: [{ ...rule, severity: random.pick(['FATAL', 'ERROR', 'WARNING']) }] }),
  };
}

/** Draws a file with about `documents` documents. Most are right, unless `errors` is 1: then every line may be wrong. */
export function drawDocumentFile(drawn: DocumentSpec, random: Random, documents: number, errors: number): string {
  const { spec, layout, roots, counted, summed } = drawn;
  const { recordTypes } = spec;
  const lines: string[] = [];
  const isWrong = (n: number) => random.oneIn(n * errors);
  const write = (at: number, num: string, amt: string): void => {
    const letter = isWrong(60) ? random.pick(['Z', '', 'é']) : (LETTERS[at] ?? '');
    const txt = random.pick(['A', 'ab', 'B', 'é', isWrong(10) ? 'abc' : '']);
    lines.push(writeLine(layout, [letter, isWrong(60) ? 'x' : num, isWrong(60) ? '1.x' : amt, txt || 'A'], random));
    if (isWrong(80)) lines.push(random.pick(['', '#', 'Z', writeLine(layout, ['B', '1', '1', 'A'], random)]));
    if (isWrong(80)) lines.pop();
  };
  const inside = (parent: number): void => {
    for (const [at, { in: enclosing, occurs }] of recordTypes.entries()) {
      if (enclosing !== recordTypes[parent]?.name || roots.includes(at)) continue;
      const least = occurs === 'ONCE' || occurs === 'SOME' ? 1 : 0;
      const most = occurs === 'ONCE' || occurs === 'OPTIONAL' ? 1 : 3;
      for (let left = least + random.below(most - least + 1); left > 0; left--) {
        write(at, random.pick(['1', '2', '0', isWrong(10) ? '' : '3']), random.pick(['1', '2.5', '0.05', '-2']));
        inside(at);
      }
    }
  };
  const first = recordTypes[0]?.['publish'] === false && !roots.includes(0);
  if (first) write(0, '7', '1');
  for (let left = documents; left > 0; left--) {
    if (first && random.oneIn(12)) write(0, random.pick(['7', '8', isWrong(3) ? '' : '9']), '1');
    const root = roots[random.below(roots.length)] ?? 0;
    const before = lines.length;
    inside(root);
    const own = lines.splice(before);
    const of = (type: number) => own.filter((line) => line.startsWith(LETTERS[type] ?? '?'));
    const isCounted = root === roots[0] && counted >= 0;
    const isSummed = root === roots[0] && summed >= 0;
    const sum = of(summed).reduce((total, line) => total + 100 * Number(amountOf(layout, line)), 0);
    write(root, isCounted ? String(of(counted).length) : '1', isSummed ? String(Math.round(sum) / 100) : '1');
    lines.push(...own);
  }
  const last = recordTypes.length - 1;
  if (recordTypes[last]?.['in'] === undefined && !roots.includes(last) && last > 0) write(last, '1', '1');
  if (layout === 'HEADER') lines.unshift('kind,num,amt,txt');
  return lines.join('\n') + (random.oneIn(4) ? '' : '\n');
}

function amountOf(layout: Layout, line: string): string {
  return layout === 'FIXED' ? line.slice(4, 9) : (line.replaceAll('"', '').split(',')[2] ?? '');
}

function writeLine(layout: Layout, [letter = '', num = '', amt = '', txt = '']: string[], random: Random): string {
  if (layout !== 'FIXED') {
    const cells = [letter, num, amt, random.oneIn(30) ? `"${txt}"` : txt];
    if (random.oneIn(200)) cells.length = 2;
    return cells.join(',');
  }
  const line = `${letter}${num.padEnd(3)}${amt.padEnd(5)}${txt.padEnd(3)}`;
  return random.oneIn(200) ? line.slice(0, 7) : line;
}
