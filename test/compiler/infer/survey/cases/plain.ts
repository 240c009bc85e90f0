import type { SurveyCase } from '../survey-case.ts';
import { answerOf, bytesOf, type ColumnText, createTable, writeCsv } from '../table.ts';

const ORDERS: ColumnText[] = [
  'orderNo=Order No:id',
  'customer=Customer:name',
  'amount=Amount:amount',
  'booked=Booked:date',
];

interface Plain {
  readonly title: string;
  readonly columns: ColumnText[];
  readonly delimiter?: string;
  readonly fileName?: string;
  readonly name?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly hasHeader?: false;
  readonly encode?: (text: string) => Uint8Array;
  readonly cells?: (cell: string) => string;
  readonly rows?: number;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const SENSITIVE: readonly Plain[] = [
  { title: 'IBAN', columns: ['id=Id:id', 'iban=IBAN:iban', 'amount=Amount:amount'] },
  { title: 'e-mail addresses', columns: ['id=Id:id', 'contact=Contact:email', 'since=Since:date'] },
  { title: 'phone numbers', columns: ['id=Id:id', 'telefon=Telefon:phone', 'ort=Ort:city'] },
  {
    title: 'phone numbers in a column with an unspecific name',
    columns: ['id=Id:id', 'reach=Reach:phone', 'city=City:city'],
  },
  { title: 'birth dates', columns: ['id=Id:id', 'name=Name:name', 'dateOfBirth=Date of Birth:birth'] },
  { title: 'German birth dates', columns: ['nr=Nr:id', 'geburtsdatum=Geburtsdatum:birthDe', 'seit=Seit:dateDe'] },
  { title: 'card numbers', columns: ['id=Id:id', 'pan=Pan:card', 'amount=Amount:amount'] },
  { title: 'card numbers in groups', columns: ['id=Id:id', 'card=Card:cardGroups', 'amount=Amount:amount'] },
  {
    title: 'numbers that are no card numbers',
    columns: ['shipment=Shipment:sixteen', 'article=Article:article', 'date=Date:date'],
  },
];

const QUOTED: readonly Plain[] = [
  { title: 'one quoted column', columns: ['holder=Holder:name'], cells: (cell) => quoted(cell.replace(' ', ', ')) },
  { title: 'one column of numbers', columns: ['orderNo=Order No:id'] },
  { title: 'every cell is quoted', columns: ORDERS, cells: quoted, delimiter: ',' },
  { title: 'apostrophes as quotes', columns: ORDERS, cells: (cell) => `'${cell}'`, settings: { quote: "'" } },
  {
    title: 'inch marks in texts',
    columns: ['article=Article:article', 'part=Part:thing', 'amount=Amount:amount'],
    cells: (cell) => cell.replace(/M(\d+)$/, '$1" pipe'),
  },
];

const NAMES: readonly Plain[] = [
  { title: 'a name with a date', columns: ORDERS, fileName: 'orders_2024-03-31.csv', name: 'orders' },
  { title: 'a name of a date', columns: ORDERS, fileName: '20240331.csv', name: 'sample' },
  {
    title: 'a name with a compact date and time',
    columns: ORDERS,
    fileName: 'Bookings-20240331T0200.csv',
    name: 'bookings',
  },
];

const PLAIN: readonly Plain[] = [
  { title: 'commas', columns: ORDERS, delimiter: ',' },
  {
    title: 'German, windows-1252',
    columns: ['name=Name:name', 'ort=Ort:ort', 'betrag=Betrag:amountDe', 'tag=Tag:dateDe'],
    encode: latin,
    settings: { encoding: 'windows-1252' },
  },
  {
    title: 'UTF-16 with a byte order mark',
    columns: ORDERS,
    encode: (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
    settings: { encoding: 'utf-16le' },
  },
  {
    title: 'no header',
    columns: ['column1=:id', 'column2=:name', 'column3=:amount', 'column4=:date'],
    hasHeader: false,
    settings: { hasHeader: false },
  },
  { title: 'compact dates', columns: ['id=Id:id', 'due=Due:compact', 'amount=Amount:amount'] },
  { title: 'an empty column', columns: ['id=Id:id', 'note=Note:empty', 'amount=Amount:amount', 'city=City:city?'] },
];

function toCases(shape: string, files: readonly Plain[], seed: number): SurveyCase[] {
  return files.map(({ title, columns, delimiter = ';', cells = String, rows = 40, ...file }, at) => {
    const table = createTable(seed + at, rows, columns);
    const lines = [...(file.hasHeader === false ? [] : [table.headers]), ...table.rows];
    return {
      shape,
      title,
      fileName: file.fileName ?? 'list.csv',
      bytes: (file.encode ?? bytesOf)(
        writeCsv(
          lines.map((row) => row.map(cells)),
          delimiter,
        ),
      ),
      answer: answerOf(table, columns.length === 1 ? ',' : delimiter, {
        ...(file.name === undefined ? {} : { name: file.name }),
        settings: file.settings ?? {},
      }),
    };
  });
}

/** Ordinary tables: personal data, quotes, names of files, delimiters and encodings. */
export const plain: readonly SurveyCase[] = [
  ...toCases('personal data', SENSITIVE, 100),
  ...toCases('quotes and one column', QUOTED, 120),
  ...toCases('names of files', NAMES, 140),
  ...toCases('ordinary tables', PLAIN, 150),
];
