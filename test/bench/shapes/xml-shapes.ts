import { type Shape, textShape } from './shape.ts';

const fields = [
  { name: 'id', type: 'STRING', columnName: '@id' },
  { name: 'amount', type: 'DECIMAL', columnName: 'Amt' },
  { name: 'statement', type: 'STRING', columnName: '/Doc/Stmt/Id' },
];
const spec = { name: 'shape', format: 'XML', recordPath: '/Doc/Stmt/Ntry', fields };
const head = '<Doc><Stmt><Id>s</Id>\n';
const foot = '</Stmt></Doc>\n';
const entry = (number: number) => `<Ntry id="${number}"><Amt>${number}.5</Amt><Ref>words</Ref></Ntry>\n`;
const shape = (name: string, unit: string | ((number: number) => string), own: object = {}) =>
  textShape(`XML: ${name}`, { ...spec, ...own }, { head, unit, foot });

/** Shapes of XML documents. */
export const xmlShapes: readonly Shape[] = [
  shape('entries', entry),
  shape('records anywhere', entry, { recordPath: '//Ntry' }),
  shape('a comment in every record', (n) => entry(n).replace('<Ref>', '<!-- words of a comment --><Ref>')),
  shape('a long comment', (n) => (n === 0 ? `<!-- ${'word '.repeat(5000)}-->` : entry(n))),
  shape('references', (n) => entry(n).replace('words', 'a &amp; b &lt; c &#228; &#xe4;')),
  shape('CDATA', (n) => entry(n).replace('words', '<![CDATA[a < b]]>')),
  shape('a namespace on each element', (n) => entry(n).replaceAll(/<(\w+)/g, '<$1 xmlns="urn:a"')),
  shape('prefixes', (n) => entry(n).replace('<Ntry', '<Ntry xmlns:p="urn:p" p:x="1"')),
  shape('many attributes', (n) =>
    entry(n).replace('<Ref', `<Ref ${Array.from({ length: 40 }, (_, i) => `a${i}="1"`).join(' ')}`),
  ),
  shape('deep', (n) => entry(n).replace('words', '<a>'.repeat(100) + '</a>'.repeat(100))),
  shape('few matches', (n) => (n % 1000 === 0 ? entry(n) : entry(n).replaceAll('Ntry', 'Other'))),
  shape('blanks between records', (n) => `${entry(n)}${' '.repeat(500)}\n`),
  shape('a statement for each record', (n) => `${entry(n)}</Stmt><Stmt><Id>${n}</Id>`),
  shape('records too long', entry, { maxRecordBytes: 30 }),
  shape('type mismatch', (n) => entry(n).replace('.5', 'x')),
  shape('CR line ends', (n) => entry(n).replaceAll('\n', '\r').replaceAll('><', '>\r<')),
  shape('one element of text', 'some words '),
];
