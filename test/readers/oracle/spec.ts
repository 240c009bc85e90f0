import { trimBlanks } from './blanks.ts';
import type { Severity } from '../../../compiler/kernel/model/contract.ts';

export type FieldType = 'STRING' | 'INTEGER' | 'DECIMAL' | 'DATE' | 'BOOLEAN';

/** A correction or a rule of the spec, with operands as texts. */
export interface Correction {
  ruleId: string;
  kind: string;
  operand: (name: string) => string;
  /** COERCE_DATE: the source patterns in order. Empty for other kinds. */
  sources: string[];
  /** COERCE_DATE: the first year that `yy` can mean. */
  centuryStart: number;
  /** COERCE_DATE: whether a text that matches no pattern is left unchanged. */
  keepsOthers: boolean;
  /** MAP: the codes and their texts. Empty for other kinds. */
  codes: ReadonlyMap<string, string>;
}

export interface Rule {
  ruleId: string;
  kind: string;
  severity: Severity;
  /** The message that the spec defines; empty if it defines none. */
  message: string;
  value: string;
  /** Returns an operand that only this kind of rule has, as text. */
  operand: (name: string) => string;
  /** The condition under which the rule is checked; null: always. */
  when: { field: string; values: string[] | null; isNull: boolean } | null;
  /** The operand as a list: a YAML list, or a text split at its commas. */
  list: string[];
}

export interface Field {
  name: string;
  type: FieldType;
  column: string;
  /** The alternative names of the column. The header has one of them. */
  columns: string[];
  required: boolean;
  sensitive: boolean;
  format: string;
  /** The first year that `yy` can mean. */
  centuryStart: number;
  decimalSeparator: string;
  groupSeparator: string | null;
  /** All group separators, as in the spec. */
  separators: string[];
  grouping: string;
  sign: string;
  exponent: boolean;
  affixes: string[];
  scale: number | null;
  trueValues: string[] | null;
  falseValues: string[] | null;
  /** FIXED_WIDTH: the first character, from 1, and the number of characters. 0 in other formats. */
  start: number;
  length: number;
  align: string;
  padChar: string;
  /** XML: joins all matches; null to use the first match. */
  separator: string | null;
  /** The line before the records, from 1, and the pattern whose first group is the value. Null: it is in the records. */
  fromLine: { line: number; pattern: RegExp } | null;
  corrections: Correction[];
  rules: Rule[];
}

export type Tolerance = Severity | 'IGNORE';

/** A spec with all defaults. */
export interface Spec {
  format: string;
  encoding: string;
  hasHeader: boolean;
  delimiter: string;
  quote: string | null;
  escape: string | null;
  comment: string | null;
  skipTop: number;
  searchesHeader: boolean;
  ignoresCase: boolean;
  skipBottom: number;
  trailingDelimiter: 'YES' | 'NO' | 'AUTO';
  /** Empty: short records are counted. */
  onShortRecord: string;
  /** Empty: such records have no issue. */
  onSeveralMatches: Tolerance | '';
  skipBlankLines: boolean;
  byName: boolean;
  onExtraColumns: Tolerance;
  onMissingColumns: Tolerance;
  onTypeMismatch: Severity;
  onNoRecords: string;
  onMissingRequired: Severity;
  nullValues: string[];
  /** The conditions that must all hold. Null: all lines are records. */
  recordWhen: Selector[] | null;
  /** Infinity if the spec does not define it. */
  recordLength: number;
  lineTerminator: string;
  /** XML; empty in other formats. */
  recordPath: string;
  namespaces: ReadonlyMap<string, string>;
  messageKey: string[];
  numbersAs: string;
  maxRecordBytes: number;
  fields: Field[];
}

type Tree = Record<string, unknown>;

/** Adds the defaults to a spec from YAML or JSON. `limit` is an additional limit on maxRecordBytes. */
export function addDefaults(source: object, limit: number = Infinity): Spec {
  const tree = source as Tree;
  const hasHeader = readFlag(tree, 'hasHeader', tree['format'] === 'CSV');
  const skip = (tree['skipLines'] ?? {}) as Tree;
  const when = tree['recordWhen'] as Tree | undefined;
  const quote = readText(tree, 'quote', '"');
  return {
    format: readText(tree, 'format', ''),
    encoding: readText(tree, 'encoding', 'UTF-8'),
    hasHeader,
    delimiter: readText(tree, 'delimiter', ','),
    quote: quote === '' ? null : quote,
    escape: readText(tree, 'escape', quote) || null,
    comment: readText(tree, 'comment', '') || null,
    skipTop: Number(readText(skip, 'top', '0')),
    searchesHeader: readText(skip, 'until', '') === 'HEADER',
    ignoresCase: readText(tree, 'headerMatch', 'EXACT') === 'IGNORE_CASE',
    skipBottom: Number(readText(skip, 'bottom', '0')),
    trailingDelimiter: readText(tree, 'trailingDelimiter', hasHeader ? 'AUTO' : 'NO') as Spec['trailingDelimiter'],
    onShortRecord: readText(tree, 'onShortRecord', ''),
    onSeveralMatches: readText(tree, 'onSeveralMatches', '') as Tolerance | '',
    skipBlankLines: readFlag(tree, 'skipBlankLines', true),
    byName: readText(tree, 'columnMatch', hasHeader ? 'NAME' : 'POSITION') === 'NAME',
    onExtraColumns: readText(tree, 'onExtraColumns', 'FATAL') as Tolerance,
    onMissingColumns: readText(tree, 'onMissingColumns', 'FATAL') as Tolerance,
    onNoRecords: readText(tree, 'onNoRecords', 'FATAL'),
    onTypeMismatch: readText(tree, 'onTypeMismatch', 'FATAL') as Severity,
    onMissingRequired: readText(tree, 'onMissingRequired', 'FATAL') as Severity,
    nullValues: ['', ...(readList(tree, 'nullValues') ?? [])],
    recordWhen: when === undefined ? null : settleSelectors(when),
    recordLength: Number(readText(tree, 'recordLength', 'Infinity')),
    lineTerminator: readText(tree, 'lineTerminator', 'AUTO'),
    recordPath: readText(tree, 'recordPath', ''),
    namespaces: new Map(
      Object.entries((tree['namespaces'] ?? {}) as Record<string, unknown>).map(([prefix, uri]) => [
        prefix,
        String(uri),
      ]),
    ),
    messageKey: readList(tree, 'messageKey') ?? [],
    numbersAs: readText(tree, 'numbersAs', 'NUMBER'),
    maxRecordBytes: Math.min(limit, Number(readText(tree, 'maxRecordBytes', '1048576'))),
    fields: (tree['fields'] as Tree[]).map((field) => settleField(field, tree)),
  };
}

/** A condition for one value of a line. */
export interface Selector {
  column: string;
  start: number;
  length: number;
  /** `isWhole`: the line does not end within the value. */
  selects: (text: string, isWhole?: boolean) => boolean;
}

/** Returns the conditions of `when`: its own, if it has one, and those of `all`. */
export function settleSelectors({ all = [], ...own }: Tree): Selector[] {
  const conditions = [...(Object.keys(own).length === 0 ? [] : [own]), ...(all as Tree[])];
  return conditions.map((when) => {
    const values = readList(when, 'values') ?? [];
    const beginnings = readList(when, 'startsWith') ?? [];
    const pattern = when['pattern'] === undefined ? null : new RegExp(`^(?:${String(when['pattern'])})$`, 'u');
    const longest = Math.max(0, ...beginnings.map((text) => [...text].length));
    return {
      column: readText(when, 'column', ''),
      start: Number(readText(when, 'start', '0')),
      length: Number(readText(when, 'length', String(longest))),
      selects: (text, isWhole = true) =>
        (isWhole && values.includes(text)) ||
        beginnings.some((one) => text.startsWith(one)) ||
        pattern?.test(text) === true,
    };
  });
}

function settleField(field: Tree, spec: Tree): Field {
  const name = readText(field, 'name', '');
  const scale = readText(field, 'scale', '');
  const ofField = (list: unknown) => ((list ?? []) as Tree[]).filter((entry) => readText(entry, 'field', '') === name);
  return {
    name,
    type: readText(field, 'type', '') as FieldType,
    column: [field['columnName'] ?? name].flat().map(String)[0] ?? name,
    columns: [field['columnName'] ?? name].flat().map(String),
    required: readFlag(field, 'required', false),
    sensitive: readFlag(field, 'sensitive', false),
    format: readText(field, 'format', 'yyyy-MM-dd'),
    centuryStart: Number(readText(field, 'centuryStart', '2000')),
    decimalSeparator: readText(field, 'decimalSeparator', '.'),
    groupSeparator: Array.isArray(field['groupSeparator']) ? null : readText(field, 'groupSeparator', '') || null,
    separators: [field['groupSeparator'] ?? []].flat().map(String),
    grouping: readText(field, 'grouping', 'THREES'),
    sign: readText(field, 'sign', 'LEADING'),
    exponent: readFlag(field, 'exponent', false),
    affixes: readList(field, 'affixes') ?? [],
    scale: scale === '' ? null : Number(scale),
    trueValues: readList(field, 'trueValues'),
    falseValues: readList(field, 'falseValues'),
    start: Number(readText(field, 'start', '0')),
    length: Number(readText(field, 'length', '0')),
    align: readText(field, 'align', 'LEFT'),
    padChar: readText(field, 'padChar', ' '),
    separator: Object.hasOwn(field, 'separator') ? readText(field, 'separator', '') : null,
    fromLine: settleTitle(field['fromLine'] as Tree | undefined),
    corrections: joinDates(ofField(spec['correctionRules']).map(settleCorrection)),
    rules: ofField(spec['validationRules']).map(settleRule),
  };
}

function settleTitle(written: Tree | undefined): Field['fromLine'] {
  if (written === undefined) return null;
  return { line: Number(written['line']), pattern: new RegExp(String(written['pattern']), 'u') };
}

function settleCorrection(correction: Tree): Correction {
  return {
    ruleId: readText(correction, 'ruleId', ''),
    kind: readText(correction, 'correctionType', ''),
    operand: (name) => readText(correction, name, ''),
    sources: readList(correction, 'sourceFormat') ?? [],
    centuryStart: Number(readText(correction, 'centuryStart', '2000')),
    keepsOthers: readText(correction, 'onOtherText', '') === 'KEEP',
    codes: new Map(
      readText(correction, 'correctionType', '') === 'MAP'
        ? Object.entries(correction['values'] as Tree).map(([code, text]) => [code, String(text)])
        : [],
    ),
  };
}

/**
 * Merges adjacent COERCE_DATE corrections. The result has all patterns, and leaves other texts unchanged if one of them
 * does.
 */
function joinDates(corrections: Correction[]): Correction[] {
  const joined: Correction[] = [];
  for (const correction of corrections) {
    const before = joined.at(-1);
    if (
      before?.kind === 'COERCE_DATE' &&
      correction.kind === 'COERCE_DATE' &&
      before.centuryStart === correction.centuryStart
    )
      joined.push({
        ...(joined.pop() as Correction),
        sources: [...before.sources, ...correction.sources],
        keepsOthers: before.keepsOthers || correction.keepsOthers,
      });
    else joined.push(correction);
  }
  return joined;
}

function settleRule(rule: Tree): Rule {
  const list = Array.isArray(rule['value']);
  const when = rule['when'] as Tree | undefined;
  const value = list ? '' : readText(rule, 'value', '');
  return {
    ruleId: readText(rule, 'ruleId', ''),
    kind: readText(rule, 'ruleType', ''),
    severity: readText(rule, 'severity', 'ERROR') as Severity,
    message: readText(rule, 'message', ''),
    value,
    operand: (name) => readText(rule, name, ''),
    when:
      when === undefined
        ? null
        : {
            field: readText(when, 'field', ''),
            values: readList(when, 'values'),
            isNull: readFlag(when, 'isNull', false),
          },
    list: list ? (readList(rule, 'value') ?? []) : value.split(',').map(trimBlanks),
  };
}

function own(tree: Tree, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}

function readText(tree: Tree, key: string, otherwise: string): string {
  const value = own(tree, key);
  return value === undefined || value === null ? otherwise : String(value);
}

function readFlag(tree: Tree, key: string, otherwise: boolean): boolean {
  return readText(tree, key, String(otherwise)) === 'true';
}

function readList(tree: Tree, key: string): string[] | null {
  const value = own(tree, key);
  if (value === undefined || value === null) return null;
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
