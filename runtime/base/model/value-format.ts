import type { EncoderName } from '../../../compiler/formats.ts';

/**
 * The schemas that messages have in a registry, one for each record type. `RECORDS`: those of their encoding. `JSON_SCHEMAS`:
 * JSON Schemas.
 */
export type SchemasOfValues = 'RECORDS' | 'JSON_SCHEMAS';

/** What a format of messages means. */
interface FormatOfValues {
  readonly encoder: EncoderName;
  readonly schemas: SchemasOfValues | null;
}

const formats = {
  json: { encoder: 'JSON', schemas: null },
  avro: { encoder: 'AVRO', schemas: 'RECORDS' },
  'json-schema': { encoder: 'JSON', schemas: 'JSON_SCHEMAS' },
} as const satisfies Readonly<Record<string, FormatOfValues>>;

/** The format of the messages of a run: plain JSON, Avro, or JSON with a schema in a registry. */
export type ValueFormat = keyof typeof formats;

/** The names of all formats of messages. */
export const VALUE_FORMATS = Object.keys(formats) as readonly ValueFormat[];

/** Returns the encoding of the messages of a format. Absent: JSON, so that modules are those of runs without a format. */
export function encoderOfFormat(format: ValueFormat): EncoderName | undefined {
  const { encoder } = formats[format];
  return encoder === formats.json.encoder ? undefined : encoder;
}

/** Returns which schemas messages of a format have in a registry. Null: none. */
export function schemasOfFormat(format: ValueFormat): SchemasOfValues | null {
  return formats[format].schemas;
}

/** Returns whether runs have a format that no option names. */
export function isDefaultFormat(format: ValueFormat): boolean {
  return formats[format] === formats.json;
}
