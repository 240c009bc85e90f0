import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { mediaTypeOf } from '../http/body.ts';
import { Problem } from '../http/problem.ts';

/** The name of the form part that contains the file. All other parts are fields. */
export const FILE_PART = 'file';

/** Limit of the number of parts of a form. */
export const MAX_PARTS = 32;
/** Limit of one field, in bytes. */
export const FIELD_BYTES = 64 * 1024;
/** Limit of the headers of a part, in bytes. */
export const HEADER_BYTES = 16 * 1024;
/** Limit of a form without its file, in bytes. */
export const FORM_BYTES = MAX_PARTS * (FIELD_BYTES + HEADER_BYTES);
/** The parser cuts headers at HEADER_BYTES. A name of this length can only come from such headers, or nearly so. */
export const NAME_CHARACTERS = HEADER_BYTES - 256;
/** How many bytes of a part the parser buffers until they are read. */
const PART_BUFFER_BYTES = 512 * 1024;
/**
 * How many bytes may be written within one tick. The parser would wait for ever after a part that it skips and whose
 * buffer is full when it ends. It begins to read such a part in the next tick.
 */
export const TICK_BYTES = PART_BUFFER_BYTES / 4;

/** Creates a parser for the form of a request. Throws a Problem if its Content-Type does not fit. */
export function openParser(headers: Headers): BusboyInstance {
  if (mediaTypeOf(headers) !== 'multipart/form-data') {
    throw new Problem('unsupported_media_type', 'send the form as multipart/form-data', {
      headers: { accept: 'multipart/form-data' },
    });
  }
  try {
    return new Busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      isPartAFile: (name) => name === FILE_PART,
      fileHwm: PART_BUFFER_BYTES,
      limits: {
        fields: MAX_PARTS,
        parts: MAX_PARTS,
        fieldSize: FIELD_BYTES,
        files: 1,
        headerSize: HEADER_BYTES,
        headerPairs: 20,
      },
    });
  } catch {
    throw malformed('its Content-Type has no boundary');
  }
}

/** Returns the failure of a form that cannot be read. */
export function malformed(reason: string): Problem {
  return new Problem('malformed_form', `the form cannot be read: ${reason}`);
}
