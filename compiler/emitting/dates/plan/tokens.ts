/** A token of a date pattern. `offset` is its position in the pattern, and `end` the position after it. */
export type DateToken =
  | { readonly kind: 'letters'; readonly letter: string; readonly count: number; readonly offset: number }
  | { readonly kind: 'literal'; readonly text: string; readonly offset: number }
  | { readonly kind: 'optional'; readonly tokens: readonly DateToken[]; readonly offset: number; readonly end: number };

/** A run of one letter. */
export type LettersToken = Extract<DateToken, { kind: 'letters' }>;

/** A problem in a date pattern or in the operand of DATE_RANGE. */
export interface DateFault {
  readonly kind: 'invalid';
  readonly code: DateFaultCode;
  /** One sentence in lower case, without a full stop. */
  readonly reason: string;
  /** Offset of the affected text in UTF-16 code units, from 0. */
  readonly offset: number;
  /** Length of the affected text in UTF-16 code units. */
  readonly length: number;
  /** What to write instead. Absent if there is no suggestion. */
  readonly hint?: string;
}

/** The kind of a problem in a date pattern or DATE_RANGE. Only tests use it. Diagnostics show the reason. */
export type DateFaultCode =
  | 'date_pattern_empty'
  | 'date_pattern_too_long'
  | 'date_quote_unclosed'
  | 'date_bracket_unclosed'
  | 'date_bracket_unopened'
  | 'date_character_reserved'
  | 'date_letter_unknown'
  | 'date_letter_count'
  | 'date_week_year'
  | 'date_minute_for_month'
  | 'date_day_of_year_mixed'
  | 'date_part_optional'
  | 'date_incomplete'
  | 'date_half_missing'
  | 'date_field_twice'
  | 'date_digits_run_together'
  | 'date_range_form'
  | 'date_range_open'
  | 'date_range_bound'
  | 'date_range_empty';

const maxCharacters = 100;

/**
 * Splits a date pattern into runs of letters, literals (without their quotes) and optional parts. Returns the first
 * problem if that is not possible.
 */
export function splitDatePattern(pattern: string): readonly DateToken[] | DateFault {
  if (pattern === '')
    return fault('date_pattern_empty', 'the date pattern is empty', {
      length: 0,
      hint: 'write a pattern such as yyyy-MM-dd',
    });
  if (pattern.length > maxCharacters) {
    const reason = `the date pattern has ${pattern.length} characters, but at most ${maxCharacters} are allowed`;
    return fault('date_pattern_too_long', reason, { offset: maxCharacters, length: pattern.length - maxCharacters });
  }
  const open: OpenPart[] = [{ offset: 0, tokens: [] }];
  for (let at = 0; at < pattern.length; ) {
    const next =
      pattern[at] === '['
        ? openPart(open, at)
        : pattern[at] === ']'
          ? closePart(open, at)
          : readToken(open, pattern, at);
    if (typeof next !== 'number') return next;
    at = next;
  }
  const last = open.at(-1);
  if (last === undefined || open.length > 1)
    return fault('date_bracket_unclosed', 'the bracket [ is not closed', {
      offset: last?.offset ?? 0,
      hint: "write a literal bracket as '['",
    });
  return last.tokens;
}

/** Creates a problem at a position of a pattern. Default: its first character. */
export function fault(
  code: DateFaultCode,
  reason: string,
  { offset = 0, length = 1, hint }: { offset?: number; length?: number; hint?: string } = {},
): DateFault {
  return { kind: 'invalid', code, reason, offset, length, ...(hint === undefined ? {} : { hint }) };
}

/**
 * An optional part whose closing bracket was not read yet, with its tokens. The first one represents the whole pattern.
 */
interface OpenPart {
  readonly offset: number;
  readonly tokens: DateToken[];
}

function openPart(open: OpenPart[], at: number): number {
  open.push({ offset: at, tokens: [] });
  return at + 1;
}

function closePart(open: OpenPart[], at: number): number | DateFault {
  const closed = open.pop();
  const around = open.at(-1);
  if (closed === undefined || around === undefined)
    return fault('date_bracket_unopened', 'the bracket ] has no opening bracket', {
      offset: at,
      hint: "write a literal bracket as ']'",
    });
  around.tokens.push({ kind: 'optional', tokens: closed.tokens, offset: closed.offset, end: at + 1 });
  return at + 1;
}

function readToken(open: OpenPart[], pattern: string, at: number): number | DateFault {
  const found = tokenAt(pattern, at);
  if (found.kind === 'invalid') return found;
  addToken(open.at(-1)?.tokens ?? [], found.token);
  return found.end;
}

type Found = { readonly kind: 'found'; readonly token: DateToken; readonly end: number } | DateFault;

function tokenAt(pattern: string, at: number): Found {
  const character = pattern[at] ?? '';
  if (character === "'") return quotedAt(pattern, at);
  if (/[{}#]/.test(character)) {
    return fault('date_character_reserved', `the character ${character} is reserved in date patterns`, {
      offset: at,
      hint: `write the literal character as '${character}'`,
    });
  }
  if (!/[A-Za-z]/.test(character))
    return { kind: 'found', token: { kind: 'literal', text: character, offset: at }, end: at + 1 };
  let end = at + 1;
  while (pattern[end] === character) end++;
  return { kind: 'found', token: { kind: 'letters', letter: character, count: end - at, offset: at }, end };
}

/** Reads a quoted literal `'…'`. Two quotes in a row mean one quote, inside the literal and on their own. */
function quotedAt(pattern: string, at: number): Found {
  const [quoted] = /^'(?:[^']|'')*'/.exec(pattern.slice(at)) ?? [];
  if (quoted === undefined)
    return fault('date_quote_unclosed', "the quote ' is not closed", {
      offset: at,
      hint: "write a literal quote as ''",
    });
  const text = quoted === "''" ? "'" : quoted.slice(1, -1).replaceAll("''", "'");
  return { kind: 'found', token: { kind: 'literal', text, offset: at }, end: at + quoted.length };
}

function addToken(tokens: DateToken[], token: DateToken): void {
  const last = tokens.at(-1);
  if (token.kind === 'literal' && last?.kind === 'literal')
    tokens[tokens.length - 1] = { ...last, text: last.text + token.text };
  else tokens.push(token);
}
