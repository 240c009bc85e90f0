/** Which rows of a database to read: those of a query, or all of a table in the order of a column. */
export type RowSelection =
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'table'; readonly table: string; readonly cursorColumn: string };

/** The selection of rows is not valid. The message says why, and contains no query. */
export class InvalidSelection extends Error {
  override readonly name = 'InvalidSelection';
  /** The member that is wrong, for example `source.query`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const MAX_QUERY_LENGTH = 100_000;

/**
 * Reads the members of a `source` that select rows: `{ query }` or `{ table, cursorColumn }`. Returns null if there is
 * none of them. Throws InvalidSelection.
 */
export function readSelection({ query, table, cursorColumn }: Readonly<Record<string, unknown>>): RowSelection | null {
  if (query === undefined && table === undefined && cursorColumn === undefined) return null;
  if (query !== undefined) {
    if (table !== undefined || cursorColumn !== undefined)
      throw new InvalidSelection('source.query', 'The source has either "query", or "table" and "cursorColumn".');
    return { kind: 'query', query: readQuery(query) };
  }
  return {
    kind: 'table',
    table: readName('table', table),
    cursorColumn: readName('cursorColumn', cursorColumn),
  };
}

/** A statement of another kind could leave the transaction, or run a program on the server. */
function readQuery(query: unknown): string {
  if (typeof query !== 'string' || query.length > MAX_QUERY_LENGTH || query.includes('\0'))
    throw new InvalidSelection('source.query', `"query" is a text of at most ${MAX_QUERY_LENGTH} characters.`);
  if (!/^\s*(?:select|with|values|table)\b/i.test(query))
    throw new InvalidSelection('source.query', '"query" begins with SELECT, WITH, VALUES or TABLE.');
  return query.trim().replace(/;$/, '');
}

function readName(member: string, name: unknown): string {
  if (typeof name !== 'string' || name === '' || name.length > 200)
    throw new InvalidSelection(
      `source.${member}`,
      `"${member}" is the name of a ${member === 'table' ? 'table' : 'column'}.`,
    );
  return name;
}
