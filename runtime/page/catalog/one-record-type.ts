/** Throws an Error for the user if a spec has record types, because the page has one table of fields. */
export function requireOneRecordType(name: string, spec: object): void {
  if (!('recordTypes' in spec)) return;
  throw new Error(
    `The spec "${name}" has several record types. This page checks only files with one. Use the command: specmill validate --spec ${name} FILE.`,
  );
}
