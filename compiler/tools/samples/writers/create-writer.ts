import type { Format } from '../../../language/formats/file-formats.ts';
import type { Spec } from '../../../pipeline/1-read/spec-shape.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { CsvPlan } from '../../../language/formats/csv/plan.ts';
import type { FixedWidthPlan } from '../../../language/formats/fixed-width/plan.ts';
import { createCsvWriter } from '../csv/writer.ts';
import type { FileWriter } from '../files/file-writer.ts';
import { createFixedWidthWriter } from '../fixed-width/writer.ts';
import { createXmlWriter } from '../xml/writer.ts';

// The casts are safe: each format creates a plan of its own type.
const writers: Readonly<Record<Format, (spec: Spec, plan: Plan) => FileWriter | null>> = {
  CSV: (spec, { formatOperand }) => createCsvWriter(spec, formatOperand as CsvPlan),
  FIXED_WIDTH: (spec, { formatOperand }) => createFixedWidthWriter(spec, formatOperand as FixedWidthPlan),
  XML: (spec) => createXmlWriter(spec),
};

/**
 * Creates a writer of files in the format of a spec. Returns null if the lines around the records cannot be written in
 * the encoding, or if an XML document cannot contain several records with arbitrary values.
 */
export function createWriter(spec: Spec, plan: Plan): FileWriter | null {
  return writers[spec.format](spec, plan);
}
