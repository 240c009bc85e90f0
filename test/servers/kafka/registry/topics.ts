import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnySpec, createSpecSchemas, createSubjectSchemas, readAndCheck } from '../../../../compiler/index.ts';
import { isEncodable } from '../../../../compiler/pipeline/2-check/encoder.ts';

const SPECS = join(import.meta.dirname, '../../../../specs');

/** The formats of values with a schema in a registry. */
export const FORMATS = ['avro', 'json-schema'] as const;
/** The strategies that name subjects. */
export const STRATEGIES = ['topic', 'record', 'topic-record'] as const;
/** The namespace of the records of Avro. */
export const NAMESPACE = 'com.example';

type Format = (typeof FORMATS)[number];
type Strategy = (typeof STRATEGIES)[number];

/** A spec with a file, whose messages are compared. */
export interface Example {
  readonly spec: AnySpec;
  readonly path: string;
  readonly file: string;
  /** The topic with its messages in JSON. */
  readonly json: string;
}

/** A topic with the messages of an example. */
export interface ExampleTopic {
  readonly example: Example;
  readonly topic: string;
  readonly format: Format;
  readonly strategy: Strategy;
  /** The subjects of its values; a word of the refusal if messages cannot have the format or the strategy. */
  readonly subjects: readonly string[] | 'value_not_encodable' | 'schema_subject';
}

/** Returns all example specs, and one that has each type of Avro. */
export function listExamples(): Example[] {
  const examples = readdirSync(SPECS)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const files = readdirSync(join(SPECS, name.slice(0, -5))).filter((file) => !file.endsWith('.json'));
      // Files with wrong records have the most messages, and all of their records that are right are published.
      const file = files.find((one) => !/^(?:clean|wrong|torn|nothing)/.test(one)) ?? files[0] ?? '';
      return toExample(join(SPECS, name), join(SPECS, name.slice(0, -5), file));
    });
  return [...examples, toExample(join(import.meta.dirname, 'ledger.yaml'), join(import.meta.dirname, 'ledger.csv'))];
}

function toExample(path: string, file: string): Example {
  const { spec } = readAndCheck({ text: readFileSync(path, 'utf8'), path, syntax: 'yaml' });
  if (spec === null) throw new Error(path);
  return { spec, path, file, json: `${spec.name}-json` };
}

/**
 * Returns the topics of examples. `isWhole`: each format with each strategy; otherwise each format with one strategy,
 * another one for each example, and all of them for the last one.
 */
export function listTopics(examples: readonly Example[], isWhole: boolean): ExampleTopic[] {
  const isChosen = (example: number, format: number, strategy: number) =>
    isWhole || example === examples.length - 1 || (example + format) % STRATEGIES.length === strategy;
  return examples.flatMap((example, index) =>
    FORMATS.flatMap((format, f) =>
      STRATEGIES.filter((_, s) => isChosen(index, f, s)).map((strategy) => {
        const topic = `${example.spec.name}-${format}-${strategy}`;
        return { example, topic, format, strategy, subjects: subjectsOf({ example, topic, format, strategy }) };
      }),
    ),
  );
}

function subjectsOf({ example: { spec }, topic, format, strategy }: Omit<ExampleTopic, 'subjects'>) {
  if (format === 'avro' && !isEncodable(spec, 'AVRO')) return 'value_not_encodable';
  const names =
    format === 'avro'
      ? createSpecSchemas(spec, 'AVRO', NAMESPACE).map(
          ({ schema }) => `${NAMESPACE}.${(schema as { name: string }).name}`,
        )
      : createSubjectSchemas(spec).map(({ schema }) => String(schema['title']));
  if (strategy === 'topic') return names.length === 1 ? [`${topic}-value`] : 'schema_subject';
  return names.map((name) => (strategy === 'record' ? name : `${topic}-${name}`));
}
