import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { isXmlName } from '../../../language/formats/xml/path.ts';
import { nameByPath } from './name-by-path.ts';
import { type DraftPart, type Noted, withoutNote, type TextSample } from '../model/draft.ts';
import { findRecords, type RecordGuess } from './records.ts';
import { inferColumns, listUndecided, weighTypes } from '../column/infer-columns.ts';
import { findOuterColumns } from './outer-columns.ts';
import { NoDraft } from '../model/no-draft.ts';
import { suggestKey } from '../column/key.ts';
import { inferXmlDocuments } from './documents.ts';
import { describeOutsideValues } from './outside-values.ts';
import { suggestOuterValues } from './surroundings.ts';
import { readXml, type SampleElement } from './document.ts';
import { findXmlColumns, MAX_COLUMNS, SEPARATOR, writePaths, type XmlColumn } from './columns.ts';

/** The maximum number of records from which types are inferred. */
const MAX_RECORDS = 50_000;

/** A decoded XML sample. */
export interface XmlSample extends TextSample {
  /** The path of the elements that are records, or null to find them. */
  readonly recordPath: string | null;
}

/**
 * Infers an XML spec. Throws NoDraft if the document cannot be read, no element has the recordPath, or records contain
 * no values.
 */
export function inferXml({ text, isWhole, tolerance, recordPath }: XmlSample): DraftPart {
  const roots = readXml(text, isWhole);
  const [root] = roots;
  const found = findRecords(roots, recordPath);
  // If the sample is not the whole file, its last record may be incomplete.
  const whole = isWhole || found.elements.length < 2 ? found.elements : found.elements.slice(0, -1);
  const records = whole.slice(0, MAX_RECORDS);
  const columns = findXmlColumns(records).filter(({ steps }) => steps.every(({ local }) => isXmlName(local)));
  if (columns.length === 0) throw new NoDraft('it contains no values');
  const outer = findOuterColumns(roots, found, records.length);
  const { paths: inner, namespaces } = writePaths(columns);
  const paths = [...outer.map(({ path }) => path), ...inner];
  const names = nameByPath(paths, found.path.at(-1) ?? 'value');
  const { guesses, conventions } = inferColumns(
    [...outer, ...columns].map((column, at) => {
      const cells = 'isList' in column && column.isList ? column.joined : column.cells;
      const name = names[at] ?? `field${at + 1}`;
      const path = paths[at] ?? '.';
      const place = { name, type: 'STRING' as const, ...(path === name ? {} : { columnName: path }) };
      return { place, label: path, cells };
    }),
    tolerance,
  );
  const isJoined = (column: XmlColumn, at: number) =>
    column.isList && guesses[at + outer.length]?.field.value.type === 'STRING';
  // Who names a path has decided about the others.
  const isChosen = recordPath !== null;
  const lost = columns.reduce(
    (sum, column, at) =>
      isChosen
        ? 0
        : sum + (isJoined(column, at) ? 0 : column.count - column.cells.filter((cell) => cell !== null).length),
    0,
  );
  const all = columns.reduce((sum, { count }) => sum + count, 0);
  const outside = isChosen ? [] : describeOutsideValues(roots, found);
  return {
    format: 'XML',
    documents: isChosen
      ? null
      : draftDocuments({ roots, found, isWhole, tolerance, isOutside: outside.length > 0, lost }),
    settings: [
      describePath(found),
      ...(roots.length === 1
        ? []
        : [{ value: ['concatenated', true] as const, note: `${roots.length} documents follow each other` }]),
      ...(Object.keys(namespaces).length === 0
        ? []
        : [
            {
              value: ['namespaces', namespaces] as const,
              note: 'only for names that occur in several namespaces; other names match in any',
            },
          ]),
      ...(conventions.nulls.size === 0 ? [] : [withoutNote(['nullValues', [...conventions.nulls]] as const)]),
    ],
    fields: guesses.map(({ field }, at) => {
      const column = columns[at - outer.length];
      return column === undefined ? field : describeRepetition(field, column, found);
    }),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: [
      ...suggestCandidates(found),
      ...suggestKey(guesses, records.length),
      ...(columns.length === MAX_COLUMNS
        ? [`records have more than ${MAX_COLUMNS} paths with values; these are the first`]
        : []),
      ...suggestOuterValues(root, found, { names, paths }),
    ],
    evidence: {
      values: found.share * (1 - lost / Math.max(1, all)),
      ...weighTypes(guesses),
      named: 1,
      undecided: [...(lost === 0 ? [] : [describeLost(lost, found)]), ...outside, ...listUndecided(guesses)],
    },
  };
}

interface LostValues {
  readonly roots: readonly [SampleElement, ...SampleElement[]];
  readonly found: RecordGuess;
  readonly isWhole: boolean;
  readonly tolerance: number;
  /** Whether values around the records are lost. */
  readonly isOutside: boolean;
  /** The number of values inside of the records that are lost. */
  readonly lost: number;
}

/** Drafts documents if a draft of the records alone loses values around them, or those of elements that repeat in them. */
function draftDocuments({ roots, found, isWhole, tolerance, isOutside, lost }: LostValues): DraftPart | null {
  if (isOutside) return inferXmlDocuments({ roots, found, isWhole }, tolerance);
  const inner = lost === 0 || !isWhole ? undefined : findInner(found);
  if (inner === undefined) return null;
  const inside = findRecords(roots, `/${inner.path.join('/')}`);
  return inferXmlDocuments({ roots, found: inside, isWhole, around: found.path }, tolerance);
}

function findInner({ path, candidates }: RecordGuess): RecordGuess['candidates'][number] | undefined {
  return candidates.find((one) => one.path.length > path.length && path.every((step, at) => one.path[at] === step));
}

/** Describes values that no field reads because their elements occur several times in a record. */
function describeLost(lost: number, found: RecordGuess): string {
  const inner = findInner(found);
  const way =
    inner === undefined ? 'give their fields a separator' : `infer --record-path /${inner.path.join('/')} reads them`;
  return lost === 1
    ? `1 value is lost, because its element occurs again in a record: ${way}`
    : `${lost} values are lost, because their elements occur again in a record: ${way}`;
}

function describePath({ path, elements, rival }: RecordGuess): Noted<readonly [string, unknown]> {
  const count =
    elements.length === 1 ? 'no element repeats: the sample is one record' : `${elements.length} in the sample`;
  return {
    value: ['recordPath', `/${path.join('/')}`],
    note: rival === null ? count : `${count}; or /${rival.join('/')}`,
  };
}

const MAX_CANDIDATES = 5;

function suggestCandidates({ candidates }: RecordGuess): string[] {
  if (candidates.length === 0) return [];
  const more = candidates.length - MAX_CANDIDATES;
  return [
    'other elements that repeat:',
    ...candidates
      .slice(0, MAX_CANDIDATES)
      .map(({ path, count }) => `  infer --record-path /${path.join('/')}  (${count} in the sample)`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/**
 * Adds a note about repeated values to a field. Repeated texts in one element are joined with ";". Otherwise the spec
 * reads only the first value.
 */
function describeRepetition(
  { value, note }: Noted<Field>,
  { maxCount, isList, steps }: XmlColumn,
  { path, candidates }: RecordGuess,
): Noted<Field> {
  if (maxCount < 2) return { value, note };
  const isJoined = isList && value.type === 'STRING';
  const own = [...path, ...steps.map(({ local }) => local)];
  const part = candidates.find(
    (one) => one.path.length > path.length && one.path.every((step, at) => own[at] === step),
  );
  const other = part === undefined ? '' : `; --record-path /${part.path.join('/')} reads each as a record`;
  const repetition = isJoined
    ? `up to ${maxCount} values in a record, joined`
    : `up to ${maxCount} values in a record; the first counts${other}`;
  return {
    value: isJoined ? { ...value, separator: SEPARATOR } : value,
    note: note === null ? repetition : `${repetition}; ${note}`,
  };
}
