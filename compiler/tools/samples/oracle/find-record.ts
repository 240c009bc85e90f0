import type { Spec } from '../../../pipeline/1-read/spec-shape.ts';
import { isApart } from '../../../pipeline/1-read/computed-fields.ts';
import { withSources } from '../../../pipeline/1-read/dependencies.ts';
import type { Issue } from '../../../kernel/model/contract.ts';
import { isRelation, relationFields } from '../../../language/rules/relations.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { judgeFile, type SampleOracle } from './sample-oracle.ts';

/** The maximum number of records that are tried at once. */
const MAX_TRIED = 2000;

/**
 * Returns the indexes of the fields whose values the rules of the spec need together, also through computed fields. They
 * count only the fields in the file, in the order of the spec.
 */
export function relatedPlaces({ fields, validationRules = [] }: Spec): number[] {
  const computed = new Set(fields.filter(isApart).map(({ name }) => name));
  const needed = validationRules
    .filter((rule) => isRelation(rule) || computed.has(rule.field))
    .flatMap((rule) => [rule.field, ...relationFields(rule).map(({ field }) => field)]);
  const required = fields.filter((field) => field.required === true && isApart(field)).map(({ name }) => name);
  const names = withSources(fields, [...needed, ...required]);
  const inFile = fields.filter((field) => !isApart(field));
  return [...inFile.keys()].filter((place) => names.has(inFile[place]?.name ?? ''));
}

/**
 * Returns records that differ from `base` in the cells at `places`: combinations of the first cells of each place, at
 * most MAX_TRIED.
 */
export function varyRecord(
  base: readonly Cell[],
  places: readonly number[],
  cellsOf: (place: number) => readonly Cell[],
): Cell[][] {
  const each = Math.max(2, Math.floor(MAX_TRIED ** (1 / Math.max(1, places.length))));
  return places.reduce<Cell[][]>(
    (records, place) =>
      records
        .flatMap((record) =>
          cellsOf(place)
            .slice(0, each)
            .map((cell) => record.with(place, cell)),
        )
        .slice(0, MAX_TRIED),
    [[...base]],
  );
}

/**
 * Returns the first record whose issues pass a test. Returns null if none does, or if a file with all records cannot be
 * read record by record.
 */
export function findRecord(
  oracle: SampleOracle,
  records: readonly (readonly Cell[])[],
  accepts: (issues: readonly Issue[]) => boolean,
): readonly Cell[] | null {
  const written = records.flatMap((cells) => {
    const record = oracle.writer.writeRecord(cells);
    return record === null ? [] : [{ cells, record }];
  });
  if (written.length === 0) return null;
  const { bytes } = oracle.writer.writeFile(written.map(({ record }) => record));
  const verdict = judgeFile(oracle, bytes);
  if (verdict.records !== written.length || verdict.failure !== null) return null;
  const issues = new Map(verdict.recordIssues.map((one) => [one.record, one.issues]));
  return written.find((_, index) => accepts(issues.get(index + 1) ?? []))?.cells ?? null;
}
