import type { EncoderName } from '../../../compiler/formats.ts';

/** What a format of messages means. */
interface FormatOfValues {
  readonly encoder: EncoderName;
  /** The type of schema in a registry. Null: messages have none. */
  readonly schemaType: 'AVRO' | 'JSON' | null;
}

const formats = {
  json: { encoder: 'JSON', schemaType: null },
  avro: { encoder: 'AVRO', schemaType: 'AVRO' },
  'json-schema': { encoder: 'JSON', schemaType: 'JSON' },
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

/** Returns the type of schema that messages of a format have in a registry. Null: none. */
export function schemaTypeOf(format: ValueFormat): 'AVRO' | 'JSON' | null {
  return formats[format].schemaType;
}

/** Returns whether runs have a format that no option names. */
export function isDefaultFormat(format: ValueFormat): boolean {
  return formats[format] === formats.json;
}
