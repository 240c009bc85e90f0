import type { Spec } from '../1-read/spec-shape.ts';
import { makePlan, MAX_RECORD_BYTES } from '../3-plan/create-plan.ts';
import type { Plan } from '../plan/plan.ts';
import type { SpecModule } from '../kernel/model/contract.ts';
import { parseIsoDate } from '../kernel/dates/calendar.ts';
import { brokenSamples } from './sets/broken.ts';
import { faultSamples } from './sets/faults.ts';
import { findGoodRecord } from './oracle/good-record.ts';
import { goodSamples } from './sets/valid.ts';
import { type Court, judgeCells, judgeFile } from './oracle/sample-oracle.ts';
import type { Cell } from './files/file-writer.ts';
import { nameSamples } from './sets/name-samples.ts';
import type { SampleSet } from './sets/sample-set.ts';
import { type FieldSketch, mismatchCells, nullCells, sketchFields } from './values/field-candidates.ts';
import type { Workshop } from './sets/context.ts';
import { writerOf } from './writers.ts';

/**
 * Creates sample files from a spec: valid ones, one for each rule, type and structure fault that violates only that,
 * and valid ones at the bounds of rules. Each file is verified with the spec's module. `today` (`yyyy-MM-dd`) is the
 * date for rules that depend on it. The spec must have no errors, and `module` must be compiled from it.
 */
export async function makeSamples(spec: Spec, module: SpecModule, today: string): Promise<SampleSet> {
  const none = (why: string): SampleSet => ({
    today,
    files: [],
    missing: [{ code: 'VALID', ruleId: null, field: null, why }],
  });
  const plan = makePlan(spec, '');
  const writer = writerOf(spec, plan);
  if (writer === null)
    return none(
      spec.format === 'XML'
        ? 'no document can contain several records with arbitrary values'
        : 'its header cannot be written in its encoding',
    );
  const court: Court = {
    module,
    writer,
    fields: spec.fields.map(({ name }) => name),
    today,
    maxRecordBytes: spec.maxRecordBytes ?? MAX_RECORD_BYTES,
  };
  const { failure } = judgeFile(court, writer.writeFile([]).bytes);
  if (failure !== null) return none(`every file fails with ${failure}`);
  const sketches = sketchFields(spec, parseIsoDate(today));
  const verdicts = await judgeCells(
    court,
    sketches.map((sketch, field) => cellsToTry(spec, sketch, writer.dueCells(field))),
  );
  const found = findGoodRecord({ spec, sketches, verdicts, court });
  if (found.kind === 'none') return none(found.why);
  const workshop: Workshop = { spec, court, sketches, verdicts, good: found.cells, messages: messagesOf(plan) };
  const parts = [goodSamples(workshop), brokenSamples(workshop), faultSamples(workshop)];
  return {
    today,
    files: nameSamples(
      parts.flatMap(({ files }) => files),
      writer.ending,
    ),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

function messagesOf({ fields }: Plan): Map<string | null, string> {
  return new Map(
    fields.flatMap(({ requiredRules, rules }) =>
      [...requiredRules, ...rules].map(({ ruleId, message }) => [ruleId, message]),
    ),
  );
}

function cellsToTry(spec: Spec, sketch: FieldSketch, due: readonly string[]): Cell[] {
  const plain = sketch.cellsNear(null);
  const aimed = sketch.rules.flatMap(({ boundaryValues }) => sketch.cellsNear(boundaryValues));
  const cells = [...due, ...plain, ...aimed];
  const before = sketch.corrections.flatMap((correction) =>
    cells.slice(0, 50).flatMap((cell) => (cell === null ? [] : sketch.cellsBefore(correction, cell))),
  );
  return [
    ...cells,
    ...before,
    ...nullCells(spec),
    ...(sketch.field.type === 'STRING' ? [] : mismatchCells(sketch, plain)),
  ];
}
