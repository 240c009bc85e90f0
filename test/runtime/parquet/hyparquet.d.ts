/** The part of hyparquet that the tests use. */
declare module 'hyparquet' {
  export function parquetReadObjects(options: { file: ArrayBuffer }): Promise<Record<string, unknown>[]>;
  export function parquetMetadata(file: ArrayBuffer): { readonly row_groups: readonly { readonly num_rows: bigint }[] };
}
