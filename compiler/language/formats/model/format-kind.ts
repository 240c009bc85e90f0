import type { WorkbookPlace } from '../../../kernel/xlsx/read-workbook.ts';
import type { Code } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Splits } from '../../../kernel/model/contract.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import type { KeyShapes, KeyValues, Texts } from '../../shape/shape.ts';
import type { FastFormat } from './fast-format.ts';
import type { RecordWhen } from './record-when.ts';
import type { FileWriter, WrittenFile, WrittenRecord } from './samples/file-writer.ts';
import type { RunWarningCode } from './run-warnings.ts';
import type { SampleNode } from './samples/sample-node.ts';

/** The keys of a field that every format uses. */
interface FormatField {
  readonly name: string;
  readonly type?: string;
  readonly columnName?: Texts;
  readonly required?: boolean;
  /** The source of a value that is copied from another record. Such a field has no place in the record. */
  readonly from?: string;
  /** The expression from which the value is computed. Such a field has no place in the record either. */
  readonly value?: string;
  /** The line before the records that has the value. Such a field has no place in the record either. */
  readonly fromLine?: { readonly line: number };
}

/**
 * The part of a spec that its format uses: the fields, the keys that apply to the format, and some that apply to every
 * format.
 */
export type FormatSpec<K extends KeyShapes = Record<never, never>, F extends KeyShapes = Record<never, never>> = {
  readonly fields: readonly (FormatField & KeyValues<F>)[];
  readonly encoding?: string;
  readonly maxRecordBytes?: number;
} & KeyValues<K>;

/** What selects the records of a type, as a spec with several record types contains it. */
export type TypeSelection = RecordWhen & { readonly path?: string };

/** A record type that a path selects. */
export interface PathType {
  readonly name: string;
  readonly in?: string | undefined;
  readonly when?: TypeSelection | undefined;
  readonly fields: readonly { readonly name: string; readonly columnName?: Texts | undefined }[];
}

/** A record type of a spec, for sample files. */
export interface SampleType<Spec> {
  readonly name: string;
  /** The name of the type whose records enclose those of this one. */
  readonly in?: string | undefined;
  /** The type as a spec of its own, with the fields that are read from the file. */
  readonly spec: Spec;
}

/** A record type with its plan of the format. */
export interface PlannedType<Own> {
  readonly name: string;
  readonly in?: string | undefined;
  readonly formatPlan: Own;
}

/** Writes files whose records have others in them. */
export interface NestedWriter {
  /** The file name extension without a dot. */
  readonly ending: string;
  /** Writes a record of the file with all records inside. Returns null if it cannot be written. */
  writeNode(node: SampleNode): WrittenRecord | null;
  /** Returns the texts of a field that select records of a type. Empty: the field selects none. */
  requiredTexts(type: number, field: number): readonly string[];
  /** Writes a record with a text at each place that selects a type. Returns null if it cannot be written. */
  writeUnknown(text: string): WrittenRecord | null;
  /** Returns null if no file has the records in this order. Records of one type are always written. */
  writeFile(records: readonly WrittenRecord[]): WrittenFile | null;
}

/** How sample files are written in a format. `Own` is the plan of the format. */
export interface FormatSamples<Spec = FormatSpec, Own = unknown> {
  /**
   * Creates a writer of files of a spec. `header` has the columns of a file with several record types, and is null for any
   * other file. `titles` are the texts of lines before the records, by their numbers. Returns null if files of the spec
   * cannot be written.
   */
  createWriter(
    spec: Spec,
    formatPlan: Own,
    header: readonly string[] | null,
    titles?: ReadonlyMap<number, string>,
  ): FileWriter | null;
  /** Why `createWriter` returns null, for people. */
  readonly whyNone: string;
  /**
   * Creates a writer of documents with several record types. Returns null if the types have no document in common. Only
   * for formats with the structure TREE. Absent: no documents with several record types are written.
   */
  createDocumentWriter?(spec: Spec, types: readonly SampleType<Spec>[]): DocumentWriter | null;
  /**
   * Creates a writer of files in which the records of one type have those of all others in them, at the place of the former
   * and in the order of the types. Returns null if they cannot be written. Absent: records have no others in them.
   */
  createNestedWriter?(spec: Spec, types: readonly PlannedType<Own>[]): NestedWriter | null;
}

/** Writes the records of a document. Returns null if one of them cannot be written. */
export type DocumentWriter = (nodes: readonly SampleNode[]) => Uint8Array | null;

/** The texts of a format in the documentation of a spec, in Markdown. */
export interface FormatText<Spec = FormatSpec> {
  /** Sentences for senders: how files are written, except for the number and the size of records. */
  file(spec: Spec): readonly string[];
  /** The title of the column of the table of fields that says where a field is. */
  readonly placeTitle: string;
  /** Returns where a field is. `index` is that of the field. */
  place(spec: Spec, index: number): string;
  /** Describes how records of a type are selected: `column \`Type\` is \`H\``. */
  selection(when: TypeSelection): string;
  /** What means that there is no value: `An empty cell`. */
  readonly emptyValue: string;
  /** The language of a code block with a file. */
  readonly language: string;
}

/**
 * How a format finds the column of a field: by name, by number, by start and length in the line (PLACE), or by a path.
 */
export type ColumnKind = 'NAME' | 'POSITION' | 'PLACE' | 'PATH';

/** Everything that the compiler knows about one file format. */
export interface FormatKind<T extends string = string, K extends KeyShapes = KeyShapes, F extends KeyShapes = KeyShapes>
  extends FormatDefinition<T, K, F, unknown, FormatSpec> {}

/** What a file defines for one format. `Own` is the plain data that `plan` derives from a spec. */
export interface FormatDefinition<T extends string, K extends KeyShapes, F extends KeyShapes, Own, Spec> {
  readonly format: T;
  /** How messages call the location of a field in a file: a column, or a path of elements. */
  readonly locator: 'column' | 'path';
  /**
   * LINES: records follow each other, and one of their values selects their type. Every line is a record unless a setting
   * says otherwise. TREE: records are the parts of a document that a path selects.
   */
  readonly structure: 'LINES' | 'TREE';
  /** The default of the key `hasHeader`. False if files of the format have no header. */
  readonly hasHeader: boolean;
  /** How the format finds the column of a field, for the comparison of two specs. */
  columns(spec: Spec): ColumnKind;
  /** Returns the column of a field as issues and documents show it. Absent: its columnName, or its name. */
  columnOf?(field: { readonly name: string; readonly columnName?: Texts }): string;
  /** The type of the kernel for a record before its fields are read. */
  readonly rawRecord: string;
  /** The texts of the format in the documentation of a spec. */
  readonly text: FormatText<Spec>;
  /** How sample files are written. */
  readonly samples: FormatSamples<Spec, Own>;
  /** The keys of a spec that apply to this format. Several formats may share a key. */
  readonly keys: K;
  /** The keys of a field that apply only to this format. */
  readonly fieldKeys: F;
  /** Reports settings of a spec that are invalid for the format. */
  check(spec: Spec, report: Report): void;
  /** Reports an encoding that files of the format cannot have. */
  checkEncoding(spec: Spec & { readonly format: string; readonly encoding: string }, report: Report): void;
  /** The run warnings that records of this format cause, although other formats know them before. Absent: none. */
  readonly lateWarnings?: readonly RunWarningCode[];
  /** Returns the format's plan of a spec: the settings of the format with all defaults, and where each field is. */
  plan(spec: Spec, fields: readonly FieldPlan[]): Own;
  /** Returns whether records are parts of a document, for a format that also reads lines. Absent: all specs are alike. */
  isDocument?(formatPlan: Own): boolean;
  /**
   * Returns the statements of the module that read a file. They declare the functions `readRecord(raw, record)`, which
   * reads the fields of one record, and `records(options)`, which creates the record source of one file.
   */
  emit(formatPlan: Own, plan: Plan, scope: Scope): readonly Statement[];
  /** Checks the keys of a spec with one type of records that mean something else for several types. Absent: there are none. */
  checkOneType?(spec: Spec, report: Report): void;
  /**
   * How the types of records are selected in files that are not documents only, if paths select them and not values.
   * Absent: as `structure` says.
   */
  readonly typesByPath?: {
    /** Reports record types whose paths do not fit together. */
    check(types: readonly PathType[], report: Report): void;
  };
  /**
   * Returns the statements of a module with several record types that read a file. They declare a function for each type
   * that reads the fields of one record, and `records(options)`, which creates the record source of one file. Null if
   * files of the format cannot have several record types.
   */
  readonly emitTypes: ((module: RecordTypesPlan, scope: Scope) => readonly Statement[]) | null;
  /**
   * Whether each line is a whole record or none: no line continues another one, only fills the file, or has groups that are
   * records. Absent: lines may do so.
   */
  readonly linesAreWhole?: true;
  /**
   * Returns how to find places at which reading may start in the middle of a file, or null if it must start at the
   * beginning.
   */
  splits(formatPlan: Own, plan: Plan): Splits | null;
  /** Returns where the records of a workbook are; see SpecInfo. Absent: files are no workbooks. */
  readonly workbook?: (formatPlan: Own) => WorkbookPlace;
  /** Returns whether some bytes of its files are no text, so that nothing is concluded from them. Absent: all are text. */
  readonly isBinary?: (formatPlan: Own) => boolean;
  /** Returns how the lengths before blocks of records count, or null if there are none. Absent: there are none. */
  readonly blockLengths?: (formatPlan: Own) => { readonly included: boolean } | null;
  /** Returns the format's parts of the fast reader, or null if only the careful reader can read files of this spec. */
  fast(formatPlan: Own, plan: Plan): FastFormat | null;
  /** Returns which setting keeps the fast reader from reading files of this spec, for people. Absent or null: none. */
  readonly whySlow?: (formatPlan: Own) => string | null;
  /** Returns whether one record may have both paths. Only for formats with the structure TREE. */
  readonly mayMeet?: (path: string, other: string) => boolean;
  /**
   * Returns declarations of the fast reader of a module with several record types, which end with the function
   * `findType(at, layout)`; see FastTypes. Returns null if only the careful reader can read files of this spec.
   */
  findType(module: RecordTypesPlan, scope: Scope): readonly Code[] | null;
  /** Whether the fast readers of several record types find whole documents; see FastTypes.endsDocuments. Default: false. */
  readonly findsDocuments?: true;
}

/**
 * Creates a format from its definition. The returned type hides the types of the plan and the keys. This is safe
 * because each kind receives only specs of its format and plans that it created.
 */
export function createFormatKind<const T extends string, K extends KeyShapes, F extends KeyShapes, Own>(
  definition: FormatDefinition<T, K, F, Own, FormatSpec<K, F>>,
): FormatKind<T, K, F> {
  return definition as unknown as FormatKind<T, K, F>;
}
