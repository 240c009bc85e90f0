/** Copies the valid records of a file as JSON with DuckDB, with one thread. The arguments are the file and the output. */
import { copyWithDuckDb } from '../contestants/duckdb.ts';

const [file = '', output = ''] = process.argv.slice(2);
const records = await copyWithDuckDb(1, file, output);
if (records === 0) throw new Error('no record was copied');
