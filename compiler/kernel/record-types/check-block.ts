import type { FileIssue } from '../model/contract.ts';
import type { FileStructure } from './structure.ts';

/** Returns the issue of a file whose number of lines is no multiple of the size of a block. Empty if there is none. */
export function checkBlock({ block }: Pick<FileStructure, 'block'>, lines: number): FileIssue[] {
  const missing = block === undefined ? 0 : (block.lines - (lines % block.lines)) % block.lines;
  if (block === undefined || missing === 0) return [];
  return [
    {
      severity: block.severity,
      code: 'INCOMPLETE_BLOCK',
      ruleId: null,
      message: `the number of lines with records and filler must be a multiple of ${block.lines}`,
      record: null,
      line: null,
      expected: String(lines + missing),
      actual: String(lines),
    },
  ];
}
