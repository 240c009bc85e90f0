import type { Failure, Warning } from '../../../compiler/kernel/model/contract.ts';
import type { IssueCount } from './issue-counts.ts';

/** The members of a ProcessingResult from which findHints() derives its hints. */
interface HintedResult {
  failure?: Failure;
  warnings: readonly Warning[];
  issueCounts: readonly IssueCount[];
}

/**
 * Returns hints for common mismatches between a file and its spec: a wrong delimiter, encoding or recordPath, or
 * column names that are not unique. Each hint
 * is one line of text. The list is empty if no mismatch is recognised.
 */
export function findHints(result: HintedResult): string[] {
  return [hintAtDelimiter(result), hintAtDuplicates(result), hintAtEncoding(result), hintAtRecordPath(result)].filter(
    (line) => line !== null,
  );
}

function hintAtDelimiter({ failure, warnings }: HintedResult): string | null {
  if (failure?.code !== 'MISSING_COLUMN') return null;
  const unknown = warnings
    .filter(({ code }) => code === 'UNKNOWN_COLUMN')
    .map(({ message }) => message.replace(/^[^"]*/u, ''));
  const [header = ''] = unknown;
  const counted = [';', ',', '\t', '|'].map((character) => ({ character, count: countOf(header, character) }));
  const [mostFrequent] = counted.sort((a, b) => b.count - a.count);
  if (unknown.length !== 1 || mostFrequent === undefined || mostFrequent.count === 0) return null;
  const written = JSON.stringify(mostFrequent.character);
  return `the header was read as one column that contains ${written}. If ${written} separates the columns, add delimiter: ${written} to the spec`;
}

// The tab of a column name appears in a message either as a tab character or as the two characters `\t`.
function countOf(text: string, character: string): number {
  const escaped = JSON.stringify(character).slice(1, -1);
  return text.split(character).length - 1 + (escaped === character ? 0 : text.split(escaped).length - 1);
}

function hintAtDuplicates({ failure }: HintedResult): string | null {
  if (failure?.code !== 'DUPLICATE_COLUMN') return null;
  return 'if the order of the columns never changes, set columnMatch: POSITION and list the columns in their order';
}

function hintAtEncoding({ issueCounts }: HintedResult): string | null {
  if (!issueCounts.some(({ code }) => code === 'INVALID_ENCODING')) return null;
  return 'the file may not be in the encoding of the spec (default UTF-8). Set the right one, for example encoding: windows-1252. specmill infer FILE suggests one';
}

function hintAtRecordPath({ warnings, failure }: HintedResult): string | null {
  const findings = failure === undefined ? warnings : [...warnings, failure];
  if (!findings.some(({ code, message }) => code === 'no_record_found' && message.includes('recordPath'))) return null;
  if (findings.some(({ message }) => message.endsWith('matches no value')))
    return 'no value matches recordPath. It begins with / and the name of a member, for example /orders/*, or is /* for the items of a list';
  return 'no element matches recordPath. It starts with the root element, for example /Document/Stmt/Ntry, or with // to match at any depth';
}
