import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import type { Splits } from '../../../kernel/model/contract.ts';
import { type Code, code, join } from '../../../emitting/code/literal.ts';

/** Bytes of line ends: LF and CR in ASCII, and NEL, LF and CR in EBCDIC. */
const LINE_ENDS = { ascii: [0x0a, 0x0d], ebcdic: [0x15, 0x25, 0x0d] };

/**
 * Returns how to find the places at which a file with line ends can be split, so that several threads read it. Returns
 * null for encodings in which a line end is not a single byte. Also returns null for encodings in which earlier bytes
 * change the meaning of later ones. `heldBack` is the number of lines at the end of the file that are not records.
 */
export function splitsOfLines(encoding: string, heldBack: number): Splits | null {
  if (findCodePage(encoding) !== undefined) return { kind: 'LINES', lineEnds: LINE_ENDS.ebcdic, heldBack };
  return /^(utf-16|iso-2022|replacement)/.test(encoding)
    ? null
    : { kind: 'LINES', lineEnds: LINE_ENDS.ascii, heldBack };
}

/**
 * Returns how to find the places at which a file of blocks of `characters` characters without line ends can be split,
 * so that several threads read it. Returns null for encodings that may use several bytes per character. `heldBack` is
 * the number of blocks at the end of the file that are not records.
 */
export function splitsOfBlocks(encoding: string, characters: number, heldBack: number): Splits | null {
  const isSingleByte =
    findCodePage(encoding) !== undefined || /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/.test(encoding);
  return isSingleByte ? { kind: 'BLOCKS', bytes: characters, heldBack } : null;
}

/** Returns the split settings as an object literal. */
export function emitSplits(splits: Splits): Code {
  const { heldBack } = splits;
  if (splits.kind === 'BLOCKS') return code`{ kind: 'BLOCKS', bytes: ${splits.bytes}, heldBack: ${heldBack} }`;
  return code`{ kind: 'LINES', lineEnds: ${join(
    splits.lineEnds.map((byte) => code`${byte}`),
    ', ',
    '[',
    ']',
  )}, heldBack: ${heldBack} }`;
}
