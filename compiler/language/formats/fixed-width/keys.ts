import type { FormatSpec } from '../model/format-kind.ts';
import { storageKeys } from './storage.ts';
import { lineKeys, MAX_RECORD_LENGTH, skipRepeatedHeader } from '../model/line-keys.ts';
import { boolean, character, choice, integer, object, optional, required } from '../../shape/create-shape.ts';

/** The keys of a spec that apply to FIXED_WIDTH, including those that it shares with CSV. */
export const fixedWidthKeys = {
  ...lineKeys,
  skipRepeatedHeader,
  onShortRecord: optional(
    choice(
      'FIXED_WIDTH: how a line is treated that is shorter than `recordLength`. PAD: as if blanks followed, and blanks after `recordLength` are ignored. FATAL, ERROR, WARNING: the severity of the issue RECORD_TOO_SHORT. Default: it is read as far as it goes, and the run warning SHORT_RECORDS counts it.',
      ['PAD', 'FATAL', 'ERROR', 'WARNING'],
    ),
  ),
  positions: optional(
    choice(
      'FIXED_WIDTH: what `start`, `length` and `recordLength` count. CHARACTERS: characters. BYTES: bytes in the encoding of the spec; a field that begins or ends inside of a character is INVALID_ENCODING (FATAL). In encodings of one byte, both are the same. Default: `CHARACTERS`.',
      ['CHARACTERS', 'BYTES'],
    ),
  ),
  recordLength: optional(
    integer(
      'FIXED_WIDTH: the length of a record in characters. In EBCDIC, lengths are bytes. Required with lineTerminator NONE. Default: any length.',
      { min: 1, max: MAX_RECORD_LENGTH },
    ),
  ),
  records: optional(
    object(
      'FIXED_WIDTH: each record has its length before it, as files of mainframes with records of different lengths have (RECFM V, VB). Positions count from the first byte after the length. There are no line ends, and byte order marks, compression and encodings are not detected. Requires an encoding with a character for each byte, such as IBM037. A file that ends inside of a record is FAILED (`truncated_record`) after the records before it; a length that cannot be right is `wrong_record_length`. Default: records are lines.',
      {
        lengths: required(
          choice(
            'RDW: two bytes, the most significant first, and two bytes 00. RDW_BDW: the same, and a length of the same form before each block of records. BIG_ENDIAN_2, BIG_ENDIAN_4, LITTLE_ENDIAN_2, LITTLE_ENDIAN_4: 2 or 4 bytes, the most or the least significant first.',
            ['RDW', 'RDW_BDW', 'BIG_ENDIAN_2', 'BIG_ENDIAN_4', 'LITTLE_ENDIAN_2', 'LITTLE_ENDIAN_4'],
          ),
        ),
        included: optional(boolean('Whether a length counts its own bytes; that of a block likewise. Default: true.')),
      },
    ),
  ),
  lineTerminator: optional(
    choice(
      'FIXED_WIDTH: how records end. AUTO: at LF, CRLF or CR. NONE: after recordLength characters, without line ends. Default: `AUTO`.',
      ['AUTO', 'NONE'],
      { otherwise: 'if records of CSV end with other characters than line ends, set recordSeparator to them' },
    ),
  ),
};

/** The keys of a field that apply only to FIXED_WIDTH. */
export const fixedWidthFieldKeys = {
  start: optional(
    integer(
      'FIXED_WIDTH: the position of the field’s first character in the record, from 1. In EBCDIC, positions are bytes. Required for FIXED_WIDTH.',
      {
        min: 1,
        max: MAX_RECORD_LENGTH,
      },
    ),
  ),
  length: optional(
    integer(
      'FIXED_WIDTH: the length of the field in characters. In EBCDIC, lengths are bytes. Required for FIXED_WIDTH.',
      { min: 1, max: MAX_RECORD_LENGTH },
    ),
  ),
  align: optional(
    choice(
      'FIXED_WIDTH: the side of the value in its column. LEFT strips padding on the right, RIGHT on the left. Default: `LEFT`.',
      ['LEFT', 'RIGHT'],
    ),
  ),
  ...storageKeys,
  padChar: optional(
    character(
      'FIXED_WIDTH: the padding character, which is stripped. With `0`, a column of only zeros is read as `0`. Default: a space.',
    ),
  ),
};

/** A FIXED_WIDTH spec, limited to its fields and the keys that apply to FIXED_WIDTH. */
export type FixedWidthSpec = FormatSpec<typeof fixedWidthKeys, typeof fixedWidthFieldKeys>;
