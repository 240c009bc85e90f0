import type { SurveyCase } from '../survey-case.ts';
import { answerOf, bytesOf, type ColumnText, createTable, writeCsv } from '../table.ts';

const COLUMNS: ColumnText[] = ['name=name:name', 'mpg=mpg:amount', 'cylinders=cylinders:count', 'sold=sold:date'];
const NAMED: ColumnText[] = ['id=Id:id', 'customer=Customer:name', 'amount=Amount:amount', 'booked=Booked:date'];

/** Every record ends with a delimiter, and the header does not. */
const trailing = [';', ',', '\t'].map((delimiter, at): SurveyCase => {
  const table = createTable(20 + at, 40, NAMED);
  return {
    shape: 'header with one cell fewer',
    title: `records end with ${JSON.stringify(delimiter)}`,
    fileName: 'bookings.csv',
    bytes: bytesOf(writeCsv([table.headers, ...table.rows.map((row) => [...row, ''])], delimiter)),
    answer: answerOf(table, delimiter, { settings: { trailingDelimiter: 'YES' } }),
  };
});

/** The header does not name the first column, as R and others write tables. */
const rowNames = (['row=:row', 'row=:row', 'rowName=:article', 'rowName=:article'] as const).map(
  (first, at): SurveyCase => {
    const delimiter = [',', '\t', ',', ';'][at] ?? ',';
    const isQuoted = at === 1 || at === 3;
    const mark = (cell: string) => (isQuoted ? `"${cell}"` : cell);
    const table = createTable(30 + at, 40, [first, ...COLUMNS]);
    const rows = table.rows.map(([name = '', ...cells]) => [mark(name), ...cells]);
    return {
      shape: 'header with one cell fewer',
      title: `row names, ${JSON.stringify(delimiter)}${isQuoted ? ', quoted' : ''}`,
      fileName: 'cars.csv',
      bytes: bytesOf(writeCsv([table.headers.slice(1).map(mark), ...rows], delimiter)),
      answer: answerOf(table, delimiter, { settings: { columnMatch: 'POSITION' } }),
    };
  },
);

function unnamedLast(): SurveyCase {
  const table = createTable(40, 40, [...NAMED, 'column5=:thing?']);
  return {
    shape: 'header with one cell fewer',
    title: 'the last column has texts and no name',
    fileName: 'bookings.csv',
    bytes: bytesOf(writeCsv([table.headers.slice(0, -1), ...table.rows])),
    answer: /find the column without a name/,
  };
}

function trailingEverywhere(): SurveyCase {
  const table = createTable(41, 40, NAMED);
  const rows = [table.headers, ...table.rows].map((row) => [...row, '']);
  return {
    shape: 'header with one cell fewer',
    title: 'header and records end with a delimiter',
    fileName: 'bookings.csv',
    bytes: bytesOf(writeCsv(rows)),
    answer: answerOf(table),
  };
}

function trailingHeader(): SurveyCase {
  const table = createTable(42, 40, NAMED);
  return {
    shape: 'header with one cell fewer',
    title: 'only the header ends with a delimiter',
    fileName: 'bookings.csv',
    bytes: bytesOf(writeCsv([[...table.headers, ''], ...table.rows])),
    answer: answerOf(table, ';', { settings: { onMissingColumns: 'IGNORE' } }),
  };
}

const SALES: ColumnText[] = ['kunde=:name', 'ort=:city', 'netto=:amountDe', 'brutto=:amountDe'];

interface Lines {
  readonly title: string;
  readonly columns: ColumnText[];
  readonly header: readonly (readonly string[])[];
  readonly settings: Readonly<Record<string, unknown>>;
}

const POSITION = { columnMatch: 'POSITION' };
const SEVERAL: readonly Lines[] = [
  {
    title: 'groups above unique names',
    columns: SALES,
    header: [
      ['Kunde', '', 'Betrag', ''],
      ['Kunde', 'Ort', 'Netto', 'Brutto'],
    ],
    settings: { skipLines: { until: 'HEADER' } },
  },
  {
    title: 'groups above names that repeat',
    columns: ['kunde=:name', 'planMenge=:count', 'planWert=:amountDe', 'istMenge=:count', 'istWert=:amountDe'],
    header: [
      ['', 'Plan', '', 'Ist', ''],
      ['Kunde', 'Menge', 'Wert', 'Menge', 'Wert'],
    ],
    settings: { skipLines: { top: 1 }, ...POSITION },
  },
  {
    title: 'units below the names',
    columns: ['artikel=:article', 'preis=:priceDe', 'gewicht=:count'],
    header: [
      ['Artikel', 'Preis', 'Gewicht'],
      ['', 'EUR', 'kg'],
    ],
    settings: { skipLines: { top: 1 }, ...POSITION },
  },
  {
    title: 'units in brackets below the names',
    columns: ['station=:code', 'day=:date', 'rain=:amount', 'wind=:amount'],
    header: [
      ['Station', 'Day', 'Rain', 'Wind'],
      ['[-]', '[date]', '[mm]', '[m/s]'],
    ],
    settings: { skipLines: { top: 1 }, ...POSITION },
  },
  {
    title: 'technical names above labels',
    columns: ['salesDocument=:code', 'soldTo=:name', 'netValue=:amount', 'createdOn=:date'],
    header: [
      ['VBELN', 'KUNNR', 'NETWR', 'ERDAT'],
      ['Sales Document', 'Sold To', 'Net Value', 'Created On'],
    ],
    settings: { skipLines: { until: 'HEADER' } },
  },
  {
    title: 'groups, names and units',
    columns: [
      'artikel=:article',
      'lagerMenge=:count',
      'lagerWert=:priceDe',
      'verkaufMenge=:count',
      'verkaufWert=:priceDe',
    ],
    header: [
      ['', 'Lager', '', 'Verkauf', ''],
      ['Artikel', 'Menge', 'Wert', 'Menge', 'Wert'],
      ['', 'Stk', 'EUR', 'Stk', 'EUR'],
    ],
    settings: { skipLines: { top: 2 }, ...POSITION },
  },
  {
    title: 'a padded title above groups and names',
    columns: SALES,
    header: [
      ['Umsatz 2024', '', '', ''],
      ['Kunde', '', 'Betrag', ''],
      ['Kunde', 'Ort', 'Netto', 'Brutto'],
    ],
    settings: { skipLines: { until: 'HEADER' } },
  },
  {
    title: 'types below the names',
    columns: ['id=:id', 'amount=:amount', 'booked=:date', 'holder=:name'],
    header: [
      ['id', 'amount', 'booked', 'holder'],
      ['int', 'decimal', 'date', 'string'],
    ],
    settings: { skipLines: { top: 1 }, ...POSITION },
  },
];

const multiLine = SEVERAL.map(({ title, columns, header, settings }, at): SurveyCase => {
  const table = createTable(50 + at, 40, columns);
  return {
    shape: 'header of several lines',
    title,
    fileName: 'sales.csv',
    bytes: bytesOf(writeCsv([...header, ...table.rows])),
    answer: answerOf(table, ';', { settings }),
  };
});

/** Headers that have other cells than the records, or several lines. */
export const headers: readonly SurveyCase[] = [
  ...trailing,
  ...rowNames,
  unnamedLast(),
  trailingEverywhere(),
  trailingHeader(),
  ...multiLine,
];
