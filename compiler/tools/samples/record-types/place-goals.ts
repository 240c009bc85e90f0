import { hasKey, selectsByPath } from '../../../language/formats/format-kinds.ts';
import { mayBeUnknown } from '../../../pipeline/1-read/parts.ts';
import { createNode } from './build-file.ts';
import type { CreateFile } from './field-goals.ts';
import type { Attempt, Goal } from './goal.ts';
import { isNestedFormat } from './nested-writer.ts';
import type { OwnView } from './own-views.ts';
import { flatten, ofType, type SampleNode, siblingsOf } from '../../../language/formats/model/samples/sample-node.ts';
import type { TypedContext } from './typed-context.ts';

/**
 * Returns the goals for records at wrong places: for each type a misplaced record, a missing one and one too many, and
 * for the file a record of no type.
 */
export function createPlaceGoals(context: TypedContext, createFile: CreateFile): Goal[] {
  const fileRules = (context.spec.fileRules ?? []).map(({ ruleId }) => ruleId);
  const ofCopies = context.views.flatMap(rulesOfCopies);
  const goals = context.views.flatMap(({ name }, type): Goal[] => {
    const { place, repeat = null, counter = null } = context.plans[type] ?? {};
    const isRequired = (place?.min ?? 0) > 0;
    const isLimited = (place?.max ?? Infinity) < (repeat?.times ?? Infinity);
    const unexpected = { code: 'UNEXPECTED_RECORD', ruleId: null, field: null, recordType: name };
    return [
      ...(hasWrongPlace(context, type)
        ? [
            {
              name: `misplaced-${name}`,
              shows: `has a record of type ${name} at a wrong place`,
              // Its place may be right, while the records after it are too late.
              breaks: { code: 'UNEXPECTED_RECORD', ruleId: null, field: null },
              following: new Set(['MISSING_RECORD', ...ofCopies]),
              attempts: () => misplace(createFile, type),
            },
          ]
        : []),
      ...(isRequired
        ? [
            {
              name: `missing-${name}`,
              shows: `lacks a record of type ${name}`,
              breaks: { code: 'MISSING_RECORD', ruleId: null, field: null },
              // Totals in the record are missing, too.
              following: new Set([...fileRules, ...ofCopies]),
              attempts: () => omit(createFile, { type, min: place?.min ?? 0 }),
            },
          ]
        : []),
      ...(isLimited
        ? [
            {
              name: `surplus-${name}`,
              shows: `has one record of type ${name} too many`,
              breaks: unexpected,
              following: new Set<string>(),
              attempts: () => exceed(context, createFile, type),
            },
          ]
        : []),
      ...(repeat?.stopsWhenEmpty === true && repeat.times > 1 && counter === null
        ? [
            {
              name: `gap-${name}`,
              shows: `has a group of type ${name} after an empty one`,
              breaks: { code: 'GROUP_AFTER_EMPTY', ruleId: null, field: null, recordType: name },
              following: new Set(['MISSING_RECORD', ...fileRules]),
              attempts: () => leaveGap(createFile, type),
            },
          ]
        : []),
    ];
  });
  // Elements that no path matches are not records.
  const hasUnknown = mayBeUnknown(context.spec.recordTypes);
  return hasUnknown ? [...goals, createUnknownGoal(context, createFile)] : goals;
}

/** Returns the ids of rules that are broken if the record with a copied value is missing. */
function rulesOfCopies({ fields, rules }: OwnView): string[] {
  const copied = new Set(fields.filter(({ from }) => from !== undefined).map(({ name }) => name));
  return [
    ...[...copied].map((name) => `required:${name}`),
    ...rules.filter(({ field }) => copied.has(field)).map(({ ruleId }) => ruleId),
  ];
}

/** Returns whether records of a type have a wrong place: before others of the same scope, or outside their scope. */
function hasWrongPlace({ spec, plans }: TypedContext, type: number): boolean {
  const { place: { parent } = { parent: -1 }, repeat = null } = plans[type] ?? {};
  // Groups are inside of their line, and nested records at the place of their type.
  if (repeat !== null || isNestedFormat(spec)) return false;
  const anyOrder = parent < 0 ? spec.order === 'ANY' : plans[parent]?.place.anyOrder === true;
  const hasOthers = plans.some(({ place }, other) => other !== type && place.parent === parent);
  return (hasOthers && !anyOrder) || (parent >= 0 && !selectsByPath(spec.format));
}

/** Moves a record among its siblings, or before the record that encloses it. */
function* misplace(createFile: CreateFile, type: number): Iterable<Attempt> {
  const count = ofType(createFile(), type).length;
  for (const which of new Set([count - 1, 0])) {
    for (let to = 0; ; to++) {
      const nodes = createFile();
      const node = ofType(nodes, type)[which];
      const siblings = node === undefined ? null : siblingsOf(nodes, node);
      if (node === undefined || siblings === null || to >= siblings.length) break;
      const from = siblings.indexOf(node);
      if (from === to) continue;
      siblings.splice(from, 1);
      siblings.splice(to, 0, node);
      yield { nodes };
    }
    yield* orphan(createFile, { type, which });
  }
}

function* orphan(createFile: CreateFile, { type, which }: { type: number; which: number }): Iterable<Attempt> {
  const nodes = createFile();
  const node = ofType(nodes, type)[which];
  const parent = flatten(nodes).find(({ children }) => node !== undefined && children.includes(node));
  if (node === undefined || parent === undefined) return;
  parent.children.splice(parent.children.indexOf(node), 1);
  const outer = siblingsOf(nodes, parent);
  outer?.splice(outer.indexOf(parent), 0, node);
  yield { nodes };
}

/** Removes records of a type from one scope, until one is missing there. */
function* omit(createFile: CreateFile, { type, min }: { type: number; min: number }): Iterable<Attempt> {
  const count = ofType(createFile(), type).length;
  for (let which = count - 1; which >= 0; which--) {
    const nodes = createFile();
    const node = ofType(nodes, type)[which];
    const siblings = node === undefined ? null : siblingsOf(nodes, node);
    const present = siblings?.filter((one) => one.type === type) ?? [];
    for (const surplus of present.slice(Math.max(0, min - 1))) siblings?.splice(siblings.indexOf(surplus), 1);
    yield { nodes };
  }
}

/** Adds records of a type after the last one of each scope until there is one too many. */
function* exceed(context: TypedContext, createFile: CreateFile, type: number): Iterable<Attempt> {
  const most = context.plans[type]?.place.max ?? 0;
  const nodes = createFile();
  const last = ofType(nodes, type).at(-1);
  const siblings = last === undefined ? null : siblingsOf(nodes, last);
  if (last === undefined || siblings === null || most > 1000) return;
  const present = siblings.filter((node) => node.type === type).length;
  const known = ofType(nodes, type).length;
  const added = Array.from({ length: most + 1 - present }, (_, index): SampleNode => {
    const node = createNode(context, { type, index: known + index, model: last.cells });
    node.children.push(...structuredClone(last.children));
    return node;
  });
  siblings.splice(siblings.indexOf(last) + 1, 0, ...added);
  yield { nodes };
}

/** Moves the content of the last group of a line one group further, or empties the group before it. */
function* leaveGap(createFile: CreateFile, type: number): Iterable<Attempt> {
  for (const replaced of [0, 1]) {
    const nodes = createFile();
    const last = ofType(nodes, type).at(-1);
    const siblings = last === undefined ? null : siblingsOf(nodes, last);
    const at = last === undefined || siblings === null ? -1 : siblings.indexOf(last) - replaced;
    const cells = last?.cells.map(() => null) ?? [];
    if (siblings === null || siblings[at]?.type !== type) return;
    siblings.splice(at, replaced, { type, cells, children: [] });
    yield { nodes };
  }
}

function createUnknownGoal(context: TypedContext, createFile: CreateFile): Goal {
  return {
    name: 'unknown-record-type',
    shows: 'has a record of no known type',
    breaks: { code: 'UNKNOWN_RECORD_TYPE', ruleId: null, field: null },
    following: new Set(),
    attempts: () => addUnknown(context, createFile),
  };
}

/** Adds a record that no type selects, or a line whose characters are all the same, after the first record. */
function* addUnknown({ spec, oracle }: TypedContext, createFile: CreateFile): Iterable<Attempt> {
  for (const character of ['?', '~', 'z', 'Z', '_']) {
    const nodes = createFile();
    const [first] = nodes;
    const writer = first === undefined ? undefined : oracle.writer.types[first.type];
    const unknown = oracle.writer.writeUnknown?.(character) ?? writer?.broken?.writeText(character) ?? null;
    const model = unknown ?? writer?.writeRecord(first?.cells ?? []) ?? null;
    if (model === null) return;
    const isDelimited = hasKey(spec.format, 'delimiter');
    const raw =
      unknown !== null ? unknown.bytes : replaceText(model.bytes, { character: character.charCodeAt(0), isDelimited });
    nodes.splice(1, 0, { type: -1, cells: [], children: [], raw });
    yield { nodes };
  }
}

/** Replaces letters, digits and blanks of an ASCII line by one character. What separates cells remains. */
function replaceText(
  bytes: Uint8Array,
  { character, isDelimited }: { character: number; isDelimited: boolean },
): Uint8Array {
  const isText = (byte: number) =>
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return bytes.map((byte) => (isText(byte) || (!isDelimited && byte >= 0x20 && byte < 0x7f) ? character : byte));
}
