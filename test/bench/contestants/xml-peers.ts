import { createReadStream, readFileSync } from 'node:fs';
import { type Collector, createCollector } from '../checks/collector.ts';
import { readEntry } from '../checks/rows.ts';
import { loadPeer, type Prepare } from './contestant.ts';
import { CHUNK_BYTES } from './read-rows.ts';

interface SaxesParser {
  on(event: 'opentag', take: (tag: { name: string; attributes: Record<string, string> }) => void): void;
  on(event: 'closetag', take: (tag: { name: string }) => void): void;
  on(event: 'text' | 'cdata', take: (text: string) => void): void;
  on(event: 'error', take: (error: Error) => void): void;
  write(text: string): SaxesParser;
  close(): void;
}
interface Saxes {
  SaxesParser: new (options: { xmlns: boolean; position: boolean }) => SaxesParser;
}
interface FastXmlParser {
  XMLParser: new (options: object) => { parse(text: string): { Document: { Stmt: { Ntry: Entry[] } } } };
}
interface Entry {
  Id: string;
  Amt: { '#text': string; '@_Ccy': string };
  BookgDt: { Dt: string };
  Sts: string;
  NtryDtls: { Refs: { EndToEndId: string }; Nm: string; Info: string };
}

/** The cell index of each element in an entry. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ['Id', 0],
  ['Amt', 1],
  ['Dt', 3],
  ['Sts', 4],
  ['EndToEndId', 5],
  ['Nm', 6],
  ['Info', 7],
]);

/** saxes, streaming, without positions and namespaces. */
export const prepareSaxes: Prepare = async ({ file, isHashed }) => {
  const { SaxesParser } = await loadPeer<Saxes>('saxes');
  return async () => {
    const collector = createCollector(isHashed);
    const parser = new SaxesParser({ xmlns: false, position: false });
    listen(parser, collector);
    for await (const text of createReadStream(file, {
      highWaterMark: CHUNK_BYTES,
      encoding: 'utf8',
    }) as AsyncIterable<string>)
      parser.write(text);
    parser.close();
    return collector.finish();
  };
};

function listen(parser: SaxesParser, collector: Collector): void {
  let cells: string[] = [];
  let place = -1;
  let record = 0;
  const add = (text: string): void => {
    if (place >= 0) cells[place] += text;
  };
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'Ntry') cells = ['', '', '', '', '', '', '', ''];
    if (name === 'Amt') cells[2] = attributes['Ccy'] ?? '';
    place = PLACES.get(name) ?? -1;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    place = -1;
    if (name === 'Ntry') readEntry(cells, ++record, collector);
  });
  parser.on('error', (error) => {
    throw error;
  });
}

/** fast-xml-parser, which reads the whole document as a text and returns its tree. */
export const prepareFastXmlParser: Prepare = async ({ file, isHashed }) => {
  const { XMLParser } = await loadPeer<FastXmlParser>('fast-xml-parser');
  const processEntities = { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity };
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities,
  });
  return async () => {
    const collector = createCollector(isHashed);
    parser
      .parse(readFileSync(file, 'utf8'))
      .Document.Stmt.Ntry.forEach(({ Id, Amt, BookgDt, Sts, NtryDtls: { Refs, Nm, Info } }, index) => {
        readEntry([Id, Amt['#text'], Amt['@_Ccy'], BookgDt.Dt, Sts, Refs.EndToEndId, Nm, Info], index + 1, collector);
      });
    return collector.finish();
  };
};
