import type { Encoder } from './model/encoder.ts';
import { avro } from './avro/avro.ts';
import { json } from './json/json.ts';

/** The encodings of messages. */
const encoders = {
  JSON: json,
  AVRO: avro,
} as const satisfies Readonly<Record<string, Encoder>>;

/** The name of an encoding. */
export type EncoderName = keyof typeof encoders;

/** The names of all encodings. */
export const encoderNames = Object.keys(encoders) as readonly EncoderName[];

/** The encoding of the messages of modules that name none. */
export const DEFAULT_ENCODER: EncoderName = 'JSON';

/** Returns an encoding by the name that a module has (`SpecInfo.encoder`). Throws Error if this program has none of that name. */
export function encoderOf({ encoder = DEFAULT_ENCODER }: { readonly encoder?: string | undefined }): Encoder {
  const found = (encoders as Readonly<Record<string, Encoder | undefined>>)[encoder];
  if (found === undefined) throw new Error(`this version of Specmill has no encoder ${encoder}`);
  return found;
}

/** Returns the encoding whose messages have a media type. Null: there is none. */
export function findEncoderOf(contentType: string): Encoder | null {
  return Object.values<Encoder>(encoders).find((encoder) => encoder.contentType === contentType) ?? null;
}
