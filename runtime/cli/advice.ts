import type { ProcessingResult } from '../run/result.ts';

/** What a person may try where a file and its spec do not fit in a way that is often seen: a line each. */
export function adviceOn(result: ProcessingResult): string[] {
  return [adviceOnDelimiter(result), adviceOnEncoding(result), adviceOnRecordPath(result)].filter(
    (line) => line !== null,
  );
}

function adviceOnDelimiter({ failure, warnings }: ProcessingResult): string | null {
  if (failure?.code !== 'MISSING_COLUMN') return null;
  const unknown = warnings
    .filter(({ code }) => code === 'UNKNOWN_COLUMN')
    .map(({ message }) => message.replace(/^[^"]*/u, ''));
  const [header = ''] = unknown;
  const counted = [';', ',', '\t', '|'].map((character) => ({ character, count: countOf(header, character) }));
  const [most] = counted.sort((a, b) => b.count - a.count);
  if (unknown.length !== 1 || most === undefined || most.count === 0) return null;
  const written = JSON.stringify(most.character);
  return `the header is read as one column that holds ${written}: if that stands between the columns, the spec needs delimiter: ${written}`;
}

// A column's name may come with its tabs as they are or escaped.
function countOf(text: string, character: string): number {
  const escaped = JSON.stringify(character).slice(1, -1);
  return text.split(character).length - 1 + (escaped === character ? 0 : text.split(escaped).length - 1);
}

function adviceOnEncoding({ issueCounts }: ProcessingResult): string | null {
  if (!issueCounts.some(({ code }) => code === 'INVALID_ENCODING')) return null;
  return 'if the file has another encoding than the spec says (UTF-8 where it says none), name it, as in encoding: windows-1252; specmill infer FILE guesses it';
}

function adviceOnRecordPath({ warnings }: ProcessingResult): string | null {
  if (!warnings.some(({ code, message }) => code === 'EMPTY_FILE' && message.includes('document'))) return null;
  return 'no element is where recordPath says: it begins with the root element, as in /Document/Stmt/Ntry, or with // for any place';
}
