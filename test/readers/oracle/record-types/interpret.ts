import type { FileIssue, Issue, Severity } from '../../../../compiler/kernel/model/contract.ts';
import { checkCell } from '../check-cell.ts';
import { hasSeverity } from '../counters.ts';
import type { InterpretOptions, OracleRecord } from '../interpret.ts';
import { writeKey, writeMessage } from '../message.ts';
import type { RawRecord } from '../reading.ts';
import { addOriginals } from '../originals.ts';
import { checkRelations } from '../relations.ts';
import { addDefaults, type Field } from '../spec.ts';
import { checkRecordRules, checkTotals, type RuleContext } from './file-rules.ts';
import {
  type DocumentFinding,
  joinMembers,
  judgeDocuments,
  listEnding,
  type OracleDocuments,
  rootOf,
  toIssue,
} from './documents.ts';
import { type Line, type OracleType, readLines, settingOf } from './lines.ts';
import { type Left, type Place, Places } from './structure.ts';
import { readPlaces, type RecordNode } from './tree.ts';

type Tree = Record<string, unknown>;

/** A record of a file with several types. */
export interface TypedRecord extends OracleRecord {
  /** Null: the type is not known. */
  recordType: string | null;
  isPublished: boolean;
  /** The message without members, also of a record that has none. */
  own: string | null;
}

/** What a file with several types of records contains. */
export interface TypedInterpretation {
  records: TypedRecord[];
  otherLines: number;
  fileIssues: FileIssue[];
  failure: string | null;
  documents: OracleDocuments[];
}

/** Reads a whole file with a spec with record types, in one pass over a list of its records. */
export function interpretTypes(source: object, bytes: Uint8Array, options: InterpretOptions = {}): TypedInterpretation {
  const tree = source as Tree;
  const { lines, otherLines, failure, count } = readLines(tree, readTypes(tree), bytes);
  const found = interpretLines(source, lines, options, failure !== null);
  return {
    ...found,
    fileIssues: [...found.fileIssues, ...checkBlock(tree, count)],
    otherLines,
    ...(failure !== null && { fileIssues: [], failure }),
  };
}

/** Judges the records of a file, in their order. */
export function interpretLines(
  source: object,
  lines: readonly Line[],
  options: InterpretOptions,
  isBroken = false,
): TypedInterpretation {
  const tree = source as Tree;
  const types = readTypes(tree);
  const { records, file, left, roots, lacking, last } = judgeAll(lines, { tree, types, options });
  const context = contextOf(types);
  const severity = settingOf(tree, 'onMissingRecord');
  const trees = types.map((type) => type.tree);
  const atEnd = severity === null ? [] : left.flatMap(({ node, missing }) => missing.map(() => rootOf(node, trees)));
  const ends = severity === null ? [] : atEnd.filter((root) => root === null).map(() => missingAtEnd(severity));
  const broken = checkTotals((tree['fileRules'] ?? []) as Tree[], file, context);
  const order = listEnding(file);
  const inDocuments = broken
    .toSorted((one, other) => order.indexOf(one.node) - order.indexOf(other.node))
    .flatMap(({ node, issue }) => {
      const root = rootOf(node, trees);
      return root === null ? [] : [{ root, record: issue.record, issue: toIssue(issue) }];
    });
  const late = atEnd.flatMap((root) =>
    root === null || severity === null ? [] : [{ root, record: null, issue: placeIssue('MISSING_RECORD', severity) }],
  );
  const documents = judgeDocuments(records, file, {
    tree,
    roots,
    findings: [...inDocuments, ...lacking, ...late],
    broken: isBroken ? rootOf(last, trees) : null,
    outcomeOf: (issues) => findOutcome(issues, options),
  });
  joinMembers(file, trees, records);
  const totals = broken.filter(({ node }) => rootOf(node, trees) === null).map(({ issue }) => issue);
  return { records, otherLines: 0, fileIssues: [...ends, ...totals], failure: null, documents };
}

/** Checks the number of lines that are part of records, or filler. */
function checkBlock(tree: Tree, lines: number): FileIssue[] {
  const { blockOf, severity = 'FATAL' } = (tree['filler'] ?? {}) as { blockOf?: number; severity?: Severity };
  if (blockOf === undefined || lines % blockOf === 0) return [];
  const expected = String(Math.ceil(lines / blockOf) * blockOf);
  return [{ ...missingAtEnd(severity), code: 'INCOMPLETE_BLOCK', expected, actual: String(lines) }];
}

function missingAtEnd(severity: Severity): FileIssue {
  return { severity, code: 'MISSING_RECORD', ruleId: null, message: '', record: null, line: null };
}

function readTypes(tree: Tree): OracleType[] {
  const { recordTypes, fileRules: _, maxDocumentRecords: __, ...settings } = tree;
  const types = recordTypes as Tree[];
  return types.map((type) => {
    const {
      name: _name,
      when: _when,
      in: _in,
      occurs: _occurs,
      publish: _publish,
      reject: _reject,
      as: _as,
      hold: _hold,
      repeat: _repeat,
      ...contents
    } = type;
    const copies = new Map<string, { type: number; field: string }>();
    const fields = (type['fields'] as Tree[]).map((field) => {
      if (field['from'] === undefined) return field;
      const [typeName, fieldName = ''] = String(field['from']).split('.');
      copies.set(String(field['name']), { type: types.findIndex(({ name }) => name === typeName), field: fieldName });
      const origin = findOrigin(field, types);
      const sensitive = isSensitive(field, types);
      return {
        name: field['name'],
        required: field['required'],
        type: origin['type'],
        format: origin['format'],
        sensitive,
      };
    });
    const own = fields.filter(({ name }) => !copies.has(String(name)));
    const ownSpec = addDefaults({ ...settings, ...contents, fields: own });
    return { tree: type, spec: addDefaults({ ...settings, ...contents, fields }), ownSpec, copies };
  });
}

function sourceOf(field: Tree, types: readonly Tree[]): Tree | null {
  if (field['from'] === undefined) return null;
  const [typeName, fieldName] = String(field['from']).split('.');
  const fields = types.find(({ name }) => name === typeName)?.['fields'] as Tree[];
  return fields.find(({ name }) => name === fieldName) ?? null;
}

function findOrigin(field: Tree, types: readonly Tree[]): Tree {
  const source = sourceOf(field, types);
  return source === null ? field : findOrigin(source, types);
}

function isSensitive(field: Tree, types: readonly Tree[]): boolean {
  const source = sourceOf(field, types);
  return field['sensitive'] === true || (source !== null && isSensitive(source, types));
}

interface Judging {
  tree: Tree;
  types: readonly OracleType[];
  options: InterpretOptions;
}

function judgeAll(lines: readonly Line[], judging: Judging) {
  const { tree, types, options } = judging;
  const places = new Places(readPlaces(types.map((type) => type.tree)), tree['order'] === 'ANY');
  const context = contextOf(types);
  const outcomes = new Map<RecordNode, TypedRecord['outcome']>();
  const known: RecordNode[] = [];
  const trees = types.map((type) => type.tree);
  const roots: (RecordNode | null)[] = [];
  const lacking: DocumentFinding[] = [];
  const nodes: RecordNode[] = [];
  const records = lines.map(({ type: index, raw, open, joined = 0, followsFiller = false, group }, at): TypedRecord => {
    const type = types[index];
    const own = { record: at + 1, line: raw.line, byteOffset: raw.byteOffset, byteLength: raw.byteLength };
    if (type === undefined) {
      roots[at] = rootOf(places.current, trees);
      const severity = settingOf(tree, 'onUnknownRecordType');
      const issues = severity === null ? [] : [placeIssue('UNKNOWN_RECORD_TYPE', severity)];
      const outcome = findOutcome(issues, options);
      return { ...own, outcome, ...nothing, recordType: null, isPublished: false, issues };
    }
    const ended = open === undefined ? [] : places.closeUntil(open.flatMap((one) => nodes[one] ?? []));
    const place = places.add(index, own);
    const { node } = place;
    roots[at] = rootOf(node, trees);
    const missingSeverity = settingOf(tree, 'onMissingRecord');
    /** Removes what a document lacks that has ended: it is an issue of the document. */
    const remaining = (left: Left[], passed: number[]) => {
      const own = left.flatMap(({ node: ending, missing }) => {
        const root = rootOf(ending, trees);
        if (root === null || root === roots[at]) return missing;
        for (const _ of missing)
          if (missingSeverity !== null)
            lacking.push({ root, record: null, issue: placeIssue('MISSING_RECORD', missingSeverity) });
        return [];
      });
      return [...own, ...passed];
    };
    const passed = place.missing.slice(place.left.flatMap(({ missing }) => missing).length);
    place.missing = remaining(place.left, passed);
    node.joined = joined;
    nodes[at] = node;
    const parents = [...type.copies].map(([, source]) => findSource(node, source.type));
    const judged = judge(raw, { type, node, judging, parents, outcomes });
    const columns = new Set(type.ownSpec.fields.map(({ column }) => column));
    for (const issue of judged.issues)
      if (group !== undefined && issue.column !== null && columns.has(issue.column)) issue.column += group;
    node.values = judged.values;
    const late =
      node.values === null ? [] : checkRecordRules((tree['fileRules'] ?? []) as Tree[], node, known, context);
    known.push(node);
    const issues = [
      ...placeIssues(place, { ended: remaining(ended, []), followsFiller }, tree),
      ...judged.issues,
      ...late,
    ];
    const outcome = findOutcome(issues, options);
    outcomes.set(node, outcome);
    const isPublished = type.tree['publish'] !== false && type.tree['as'] === undefined;
    const isMessage = outcome === 'processed' && isPublished;
    const texts = type.spec.fields.map(({ name }) => judged.values?.get(name) ?? null);
    return {
      ...own,
      outcome,
      value: null,
      message: isMessage ? withMember(writeMessage(type.spec, texts), tree, type.tree) : null,
      own: isPublished ? withMember(writeMessage(type.spec, texts), tree, type.tree) : writeMessage(type.spec, texts),
      key: isMessage ? writeKey(type.spec, texts) : null,
      corrected: judged.corrected,
      issues,
      recordType: String(type.tree['name']),
      isPublished,
    };
  });
  const last = places.current;
  return { records, file: places.file, left: places.end(), roots, lacking, last };
}

/** Adds the member with the name of the type to the beginning of a message. */
function withMember(message: string, tree: Tree, type: Tree): string {
  const member = tree['recordTypeMember'];
  return member === undefined
    ? message
    : `{${JSON.stringify(member)}:${JSON.stringify(type['name'])},${message.slice(1)}`;
}

const nothing = { value: null, message: null, own: null, key: null, corrected: false };

interface Before {
  /** The types that lack a required record in the records that ended. */
  ended: readonly number[];
  followsFiller: boolean;
}

function placeIssues({ isUnexpected, missing }: Place, { ended, followsFiller }: Before, tree: Tree): Issue[] {
  const unexpected = isUnexpected || followsFiller ? settingOf(tree, 'onUnexpectedRecord') : null;
  const severity = settingOf(tree, 'onMissingRecord');
  const order = ['WARNING', 'ERROR', 'FATAL'];
  // One misplaced record has one issue, unless what it skips is more serious than its place.
  const isReported = !isUnexpected || order.indexOf(severity ?? '') > order.indexOf(unexpected ?? '');
  return [
    ...(unexpected === null ? [] : [placeIssue('UNEXPECTED_RECORD', unexpected)]),
    ...(severity === null
      ? []
      : [...ended, ...(isReported ? missing : [])].map(() => placeIssue('MISSING_RECORD', severity))),
  ];
}

function placeIssue(code: string, severity: Severity): Issue {
  return { severity, code, ruleId: null, field: null, column: null, message: '' };
}

function findOutcome(issues: Issue[], { skipInvalidRecords }: InterpretOptions): TypedRecord['outcome'] {
  if (hasSeverity(issues, 'FATAL')) return 'failed';
  return skipInvalidRecords === true && hasSeverity(issues, 'ERROR') ? 'skipped' : 'processed';
}

interface Judged {
  values: ReadonlyMap<string, string | null> | null;
  issues: Issue[];
  corrected: boolean;
}

interface JudgedRecord {
  type: OracleType;
  node: RecordNode;
  judging: Judging;
  /** For each copied field, the record that has its value. */
  parents: (RecordNode | null)[];
  outcomes: ReadonlyMap<RecordNode, TypedRecord['outcome']>;
}

function judge(raw: RawRecord, { type, node, judging, parents, outcomes }: JudgedRecord): Judged {
  const { types, options } = judging;
  const { spec, copies } = type;
  const structure: Issue[] =
    raw.structure === null || raw.structure.severity === 'IGNORE'
      ? []
      : [{ ...placeIssue(raw.structure.code, raw.structure.severity) }];
  if (raw.structure?.severity === 'FATAL') return { values: null, issues: structure, corrected: false };
  const isShifted = raw.structure !== null && types.some((one) => one.spec.fields.some(({ sensitive }) => sensitive));
  const hides = (field: Field) => isShifted || field.sensitive;
  const today = options.today ?? '2024-02-29';
  const bad = new Set<RecordNode>();
  const invalid: Issue[] = [];
  const outcomeOf = (one: RecordNode) => (one.record === 0 ? 'failed' : (outcomes.get(one) ?? 'processed'));
  for (const parent of parents) {
    if (parent === null || bad.has(parent) || outcomeOf(parent) === 'processed') continue;
    bad.add(parent);
    invalid.push(placeIssue('PARENT_INVALID', outcomeOf(parent) === 'failed' ? 'FATAL' : 'ERROR'));
  }
  const texts = spec.fields.filter(({ name }) => !copies.has(name));
  const cells = spec.fields.map((field) => {
    const source = copies.get(field.name);
    const hidden = hides(field);
    if (source === undefined) return checkCell(raw.texts[texts.indexOf(field)] ?? null, field, { spec, today, hidden });
    const parent = findSource(node, source.type);
    if (parent !== null && bad.has(parent)) return { value: null, issues: [], corrected: false };
    const copied = parent?.values?.get(source.field) ?? null;
    return checkCell(copied, field, { spec: { ...spec, nullValues: [] }, today, hidden });
  });
  const values = new Map(spec.fields.map(({ name }, index) => [name, cells[index]?.value ?? null]));
  const earlier = cells.flatMap(({ issues }) => issues);
  const relations = checkRelations(values, { spec, today, earlier }, hides);
  // The cells of a fixed-width record are not known if fields copy others.
  const isKnown = spec.format !== 'FIXED_WIDTH' || copies.size === 0;
  const sent = new Map(isKnown ? texts.map(({ name }, index) => [name, raw.texts[index] ?? null]) : []);
  const hasSensitive = types.some((one) => one.spec.fields.some(({ sensitive }) => sensitive));
  return {
    values,
    issues: [...structure, ...invalid, ...addOriginals([...earlier, ...relations], sent, hasSensitive)],
    corrected: cells.some(({ corrected }) => corrected),
  };
}

/** Returns the last record of a type that encloses a record or precedes it in a scope that encloses it. */
function findSource(node: RecordNode, type: number): RecordNode | null {
  for (let inner: RecordNode | null = node; inner !== null; inner = inner.parent) {
    if (inner !== node && inner.type === type) return inner;
    const before = inner.parent?.children.slice(0, inner.parent.children.indexOf(inner)) ?? [];
    const found = before.findLast((one) => one.type === type);
    if (found !== undefined) return found;
  }
  return null;
}

function contextOf(types: readonly OracleType[]): RuleContext {
  return { places: readPlaces(types.map(({ tree }) => tree)), fields: types.map(({ spec }) => spec.fields) };
}
