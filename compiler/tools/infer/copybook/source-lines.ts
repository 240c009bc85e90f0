/** A line of a copybook: its code, and its comment without the mark. Its number counts from 1. */
export interface SourceLine {
  readonly number: number;
  readonly code: string;
  readonly comment: string | null;
  /** Whether the code continues that of the line before it. */
  readonly continues: boolean;
}

/** Fixed format: columns 1 to 6 are a number, 7 is an indicator, 8 to 72 are code, and 73 to 80 a mark of the line. */
const INDICATOR = 6;
const CODE_END = 72;
const CARD = 80;

/**
 * Splits a copybook into lines, in fixed or in free format. Line ends are LF, CRLF or CR. Tabs are blanks up to the next
 * column after a multiple of eight.
 */
export function readSourceLines(text: string): SourceLine[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\x1a+\s*$/, '')
    .split(/\r\n|\n|\r/)
    .map(expandTabs);
  const read = isFixedFormat(lines) ? readFixed : readFree;
  return lines.map((line, at) => ({ number: at + 1, ...read(line) }));
}

function expandTabs(line: string): string {
  return line
    .split('\t')
    .reduce((text, part, at) => (at === 0 ? part : text.padEnd(8 * (Math.floor(text.length / 8) + 1)) + part), '');
}

/** Whether all lines have the columns of the fixed format. A directive for free format decides, too. */
function isFixedFormat(lines: readonly string[]): boolean {
  if (lines.some((line) => /^\s*(?:>>\s*SOURCE\b.*\bFREE|\$SET\s+SOURCEFORMAT.*FREE)\b/i.test(line))) return false;
  return lines.every((line) => {
    if (line.trim() === '') return true;
    const number = line.slice(0, INDICATOR);
    const isNumber = !/^\s*\d{1,2}\s+\S/.test(line.slice(0, INDICATOR + 1)) && !/^\s*\*/.test(number);
    return isNumber && /^[ *\/Dd$-]?$/.test(line[INDICATOR] ?? '') && line.trimEnd().length <= CARD;
  });
}

type Part = Omit<SourceLine, 'number'>;

function readFixed(line: string): Part {
  const indicator = line[INDICATOR] ?? ' ';
  const body = line.slice(INDICATOR + 1, CODE_END);
  if (indicator === '*' || indicator === '/') return commentLine(body);
  // D marks lines for debugging, and $ directives of a compiler.
  if (/[Dd$]/.test(indicator)) return NOTHING;
  return { ...splitComment(indicator === '-' ? body : body.trimEnd()), continues: indicator === '-' };
}

function readFree(line: string): Part {
  const text = line.trimStart();
  if (text.startsWith('*')) return commentLine(text.replace(/^\*>?/, ''));
  return /^(?:>>|\$)/.test(text) ? NOTHING : { ...splitComment(line), continues: false };
}

const NOTHING: Part = { code: '', comment: null, continues: false };

function commentLine(text: string): Part {
  return { ...NOTHING, comment: cleanComment(text) };
}

/** Splits the comment after `*>` off. It is no comment within a literal. */
function splitComment(line: string): Pick<Part, 'code' | 'comment'> {
  const at = /^(?:[^"'*]|\*(?!>)|"[^"]*(?:"|$)|'[^']*(?:'|$))*/.exec(line)?.[0].length ?? line.length;
  return line.startsWith('*>', at)
    ? { code: line.slice(0, at), comment: cleanComment(line.slice(at + 2)) }
    : { code: isListing(line) ? '' : line, comment: null };
}

/** Whether a line only controls how a listing is printed. */
function isListing(line: string): boolean {
  return /^\s*(?:EJECT|SKIP[123])\s*\.?\s*$/i.test(line);
}

/** Removes the frame around a comment. Returns null if nothing remains. */
function cleanComment(text: string): string | null {
  const bare = text.replace(/^[\s*>=_#|+-]+/, '').replace(/[\s*=_#|+-]+$/, '');
  return /[\p{L}\p{N}]/u.test(bare) ? bare.replace(/\s+/g, ' ') : null;
}
