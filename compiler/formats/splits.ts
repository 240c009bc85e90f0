import { codePageOf } from '../kernel/input/encodings/ebcdic.ts';
import type { Splits } from '../kernel/model/contract.ts';
import { type Code, code, join } from '../4-emit/literal.ts';

/** CR and LF, and beside them the NEL of EBCDIC. */
const LINE_ENDS = { ascii: [0x0a, 0x0d], ebcdic: [0x15, 0x25, 0x0d] };

/** Where reading may begin in a file of lines; null in encodings in which a byte does not tell a line end, or in which what stands before changes what follows. */
export function splitsOfLines(encoding: string, heldBack: number): Splits | null {
  if (codePageOf(encoding) !== undefined) return { kind: 'LINES', lineEnds: LINE_ENDS.ebcdic, heldBack };
  return /^(utf-16|iso-2022|replacement)/.test(encoding)
    ? null
    : { kind: 'LINES', lineEnds: LINE_ENDS.ascii, heldBack };
}

/** Where reading may begin in a file without line ends; null where a character may take several bytes. */
export function splitsOfBlocks(encoding: string, characters: number, heldBack: number): Splits | null {
  const isSingleByte =
    codePageOf(encoding) !== undefined || /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/.test(encoding);
  return isSingleByte ? { kind: 'BLOCKS', bytes: characters, heldBack } : null;
}

/** The same as a literal. */
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
