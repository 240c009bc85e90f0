/** The part of the compiler that reads reference tables. Web pages load it with the first spec that has some. */
export {
  createReferenceTable,
  describeReferenceTable,
  MAX_TABLE_BYTES,
  ReferenceFault,
} from './kernel/values/reference/create-table.ts';
