import type { SurveyCase } from '../survey-case.ts';
import { answerOf, bytesOf, type ColumnText, createTable, writeCsv } from '../table.ts';

const ORDERS: ColumnText[] = [
  'orderNo=Order No:id',
  'customer=Customer:name',
  'city=City:city?',
  'amount=Amount:amount',
  'booked=Booked:date',
];
const KUNDEN: ColumnText[] = [
  'nr=Nr:id',
  'kunde=Kunde:name',
  'ort=Ort:city',
  'betrag=Betrag:amountDe',
  'datum=Datum:dateDe',
  'bezahlt=Bezahlt:yes',
];
const WIDE: ColumnText[] = [
  ...KUNDEN,
  'artikel=Artikel:article',
  'menge=Menge:count',
  'preis=Preis:priceDe',
  'text=Text:thing?',
  'status=Status:status',
  'lieferung=Lieferung:dateDe?',
];

interface Titled {
  readonly title: string;
  /** The cells of each title line. The line is padded with delimiters to the width of the table. */
  readonly above: readonly (readonly string[])[];
  readonly below?: readonly (readonly string[])[];
  readonly columns?: ColumnText[];
  readonly delimiter?: string;
  readonly rows?: number;
  readonly mark?: string;
  readonly seed: number;
}

const FILES: readonly Titled[] = [
  { title: 'one padded title', above: [['Open orders']], seed: 1 },
  { title: 'a title with a period beside it', above: [['Umsatz'], ['Zeitraum', '01.03.2024 - 31.03.2024']], seed: 3 },
  { title: 'a padded title and an empty padded line', above: [['Open orders'], []], seed: 4 },
  { title: 'padded with commas', above: [['Open orders'], ['as of 2024-03-31']], seed: 5, delimiter: ',' },
  { title: 'padded with tabs', above: [['Open orders'], ['North']], seed: 6, delimiter: '\t' },
  {
    title: 'padded titles and a padded sum',
    above: [['Bestand']],
    below: [['Summe', '', '', '9.123,45']],
    seed: 8,
    columns: KUNDEN,
  },
  {
    title: 'padded titles and a padded footer',
    above: [['Bestand']],
    below: [['Erstellt von Meyer am 31.03.2024']],
    seed: 9,
    columns: KUNDEN,
  },
  { title: 'a quoted title', above: [['"Orders; open ones"']], seed: 10 },
  { title: 'five titles', above: [['ACME GmbH'], ['Open orders'], [], ['User', 'meyer'], []], seed: 11 },
  { title: 'a title after a byte order mark', above: [['Übersicht']], seed: 12, mark: '\ufeff', columns: KUNDEN },
  { title: 'a wide table', above: [['Auswertung'], ['Filter', 'alle']], seed: 14, columns: WIDE },
  {
    title: 'titles that fill half of the cells',
    above: [['Export', 'ERP 4.1', 'User', 'meyer']],
    seed: 15,
    columns: WIDE,
  },
  {
    title: 'titles and two footer lines',
    above: [['Liste']],
    below: [['Anzahl', '40'], ['Ende']],
    seed: 17,
    columns: KUNDEN,
  },
];

/** Title lines above the header that are padded with delimiters, as spreadsheets write them. */
export const titles: readonly SurveyCase[] = FILES.map(
  ({ title, above, below = [], columns = ORDERS, delimiter = ';', rows = 40, mark = '', seed }) => {
    const table = createTable(seed, rows, columns);
    const pad = (cells: readonly string[]) => table.headers.map((_, at) => cells[at] ?? '');
    const text = writeCsv([...above.map(pad), table.headers, ...table.rows, ...below.map(pad)], delimiter);
    const skipLines = { until: 'HEADER', ...(below.length > 0 ? { bottom: below.length } : {}) };
    return {
      shape: 'padded title lines',
      title,
      fileName: `list-${seed}.csv`,
      bytes: bytesOf(mark + text),
      answer: answerOf(table, delimiter, { settings: { skipLines } }),
    };
  },
);
