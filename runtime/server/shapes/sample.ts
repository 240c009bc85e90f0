import { integer, named, object, string } from '../api/schema.ts';

/** A sample file of a spec. */
export interface SampleFileSummary {
  name: string;
  bytes: number;
}

/** A sample file of a spec. */
export const sampleFileSummary = named(
  'SampleFile',
  object<SampleFileSummary>({
    name: string('The name of the file.'),
    bytes: integer('The size of the file in bytes.'),
  }),
);

/** The sample of the example spec. */
export const exampleSample: SampleFileSummary = { name: 'march.csv', bytes: 32 };
