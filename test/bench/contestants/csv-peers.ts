import { createReadStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { createCollector } from '../checks/collector.ts';
import { loadPeer, type Prepare } from './contestant.ts';
import { CHUNK_BYTES, rowReaderOf } from './read-rows.ts';

interface CsvParse {
  parse(options: { from_line: number; relax_column_count: boolean }): Transform;
}
interface PapaParse {
  default: {
    parse(
      input: Readable,
      options: {
        delimiter: string;
        newline: string;
        chunk(results: { data: string[][] }): void;
        complete(): void;
        error(error: Error): void;
      },
    ): void;
  };
}
interface UdsvParser {
  stringArrs(text: string): string[][];
  chunk(text: string, parse: UdsvParser['stringArrs'], take: (row: string[]) => void): void;
  end(): void;
}
interface Udsv {
  inferSchema(text: string, options: { col: string; row: string; encl: string }): object;
  initParser(schema: object): UdsvParser;
}

/** csv-parse as a stream of string arrays, read as soon as data is available. */
export const prepareCsvParse: Prepare = async ({ file, spec, isHashed }) => {
  const { parse } = await loadPeer<CsvParse>('csv-parse');
  const readRow = rowReaderOf(spec);
  return async () => {
    const collector = createCollector(isHashed);
    const parser = parse({ from_line: 2, relax_column_count: true });
    let record = 0;
    parser.on('readable', () => {
      for (let row = parser.read() as string[] | null; row !== null; row = parser.read() as string[] | null)
        readRow(row, ++record, collector);
    });
    const over = new Promise<void>((resolve, reject) => parser.on('end', resolve).on('error', reject));
    createReadStream(file, { highWaterMark: CHUNK_BYTES }).pipe(parser);
    await over;
    return collector.finish();
  };
};

/** PapaParse on a stream, chunk by chunk. It selects its fast mode for chunks without quotes. */
export const preparePapaParse: Prepare = async ({ file, spec, isHashed }) => {
  const { default: papa } = await loadPeer<PapaParse>('papaparse');
  const readRow = rowReaderOf(spec);
  return async () => {
    const collector = createCollector(isHashed);
    let line = 0;
    const chunk = ({ data }: { data: string[][] }): void => {
      // Skips the header, and the empty line that PapaParse returns after the last line end.
      for (const row of data) if (line++ > 0 && (row.length > 1 || row[0] !== '')) readRow(row, line - 1, collector);
    };
    const input = createReadStream(file, { highWaterMark: CHUNK_BYTES, encoding: 'utf8' });
    await new Promise<void>((resolve, reject) =>
      papa.parse(input, { delimiter: ',', newline: '\n', chunk, complete: () => resolve(), error: reject }),
    );
    return collector.finish();
  };
};

/** uDSV, chunk by chunk to string arrays, with a handler that keeps nothing. */
export const prepareUdsv: Prepare = async ({ file, spec, isHashed }) => {
  const { inferSchema, initParser } = await loadPeer<Udsv>('udsv');
  const readRow = rowReaderOf(spec);
  return async () => {
    const collector = createCollector(isHashed);
    let parser: UdsvParser | null = null;
    let record = 0;
    const take = (row: string[]): void => readRow(row, ++record, collector);
    for await (const text of createReadStream(file, {
      highWaterMark: CHUNK_BYTES,
      encoding: 'utf8',
    }) as AsyncIterable<string>) {
      parser ??= initParser(inferSchema(text, { col: ',', row: '\n', encl: '"' }));
      parser.chunk(text, parser.stringArrs, take);
    }
    parser?.end();
    return collector.finish();
  };
};
