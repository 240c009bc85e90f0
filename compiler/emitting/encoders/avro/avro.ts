import { code } from '../../code/literal.ts';
import type { Encoder } from '../model/encoder.ts';
import { createAvroFile } from './container.ts';
import { findConflicts } from './resolve.ts';
import { limitOf } from './limits.ts';
import { describeMessage, schemaOf } from './schema.ts';
import { createAvroReader } from './typed-reader.ts';
import { appendCall, inPlaceForm, messageCall } from './emit.ts';

/** Messages are records in the binary encoding of Avro 1.11, without a schema. */
export const avro: Encoder = {
  name: 'AVRO',
  contentType: 'application/avro',
  isLine: false,
  values: {
    doc: code`a record in the binary encoding of Avro`,
    returns: 'Uint8Array',
    emit: (fields, value, scope) => [
      code`const message = ${scope.use('beginAvro')}();`,
      ...fields.map((field) => code`${messageCall(field, value(field), scope)};`),
      code`return message.end();`,
    ],
  },
  bytes: {
    isInPlace: false,
    label: () => '',
    append: appendCall,
    inPlace: inPlaceForm,
    endDoc: code`Returns the end of the message.`,
    emitEnd: () => [code`return length;`],
  },
  createValueReader() {
    throw new Error('Avro messages do not contain the texts of their values');
  },
  split: () => null,
  schema: {
    // The newest version that AsyncAPI 3.0 names. The schemas have nothing of a later one.
    mediaType: 'application/vnd.apache.avro;version=1.9.0',
    typeOf: schemaOf,
    describe: describeMessage,
    findConflicts,
  },
  parts: 'createAvroParts',
  container: { create: createAvroFile },
  typed: { createReader: createAvroReader },
  limitOf,
};
