import { Random } from '../random.ts';
import type { SurveyCase } from '../survey-case.ts';
import { answerOf, bytesOf, type ColumnText, createTable, writeCsv } from '../table.ts';

const shape = 'lines of several kinds, or not';
const COMPANY: ColumnText[] = ['company=Company:company', 'id=Id:id', 'amount=Amount:amount', 'booked=Booked:date'];

/** Every record begins with the same value, which says nothing about which lines are records. */
function constant(seed: number, title: string, change: (rows: string[][]) => number, settings = {}): SurveyCase {
  const table = createTable(seed, 40, COMPANY);
  const rows = table.rows.map((row) => [...row]);
  const accepted = change(rows);
  const bytes = bytesOf(writeCsv([table.headers, ...rows]));
  return { shape, title, fileName: 'postings.csv', bytes, answer: answerOf(table, ';', { accepted, settings }) };
}

/** Lines that begin with their kind. */
function marked(seed: number, marks: readonly [string, string, string]): SurveyCase {
  const [head, detail, tail] = marks;
  const columns: ColumnText[] = ['column2=:id', 'column3=:name', 'column4=:amount', 'column5=:date'];
  const table = createTable(seed, 40, columns);
  const rows = table.rows.map((row) => [detail, ...row]);
  return {
    shape,
    title: `${head}, ${detail} and ${tail} lines`,
    fileName: 'export.csv',
    bytes: bytesOf(writeCsv([[head, 'ACME', '2024-03-31'], ...rows, [tail, String(rows.length)]])),
    answer: answerOf(table, ';', {
      accepted: rows.length + 2,
      fields: ['recordType STRING!', ...table.fields],
      settings: {
        hasHeader: false,
        fileRules: [
          {
            ruleId: 'fileTrailer-count',
            field: 'fileTrailer.count',
            ruleType: 'COUNT_EQUALS',
            of: [`record${detail}`],
          },
        ],
      },
    }),
  };
}

/** Fixed-width lines that all begin with a year, most of them in the same century. */
function years(): SurveyCase {
  const random = new Random(77);
  const lines = Array.from({ length: 40 }, (_, at) => {
    const year = at < 3 ? 1990 + at : 2010 + random.below(14);
    return `${year} ${random.of(['Berlin', 'Bremen', 'Essen', 'Mainz']).padEnd(12)}${String(random.below(90000)).padStart(8)}\n`;
  });
  return {
    shape,
    title: 'fixed-width lines that begin with a year',
    fileName: 'residents.txt',
    bytes: bytesOf(lines.join('')),
    answer: {
      format: 'FIXED_WIDTH',
      settings: { recordLength: '25', onShortRecord: 'FATAL' },
      fields: ['column1 INTEGER!', 'column2 STRING!', 'column3 INTEGER!'],
      accepted: 40,
    },
  };
}

/** Lines of 94 characters that begin with their record type, as payment files have them. */
function typed(fileName: string, name: string): SurveyCase {
  const random = new Random(78);
  const line = (text: string) => `${text.padEnd(94)}\n`;
  const batch = () => [
    line(`5200${random.digits(3)} WHOLESALE     ${random.digits(10)}PPDPAYROLL   240331`),
    ...Array.from({ length: 6 }, () =>
      line(
        `622${random.digits(9)}${random.digits(10).padEnd(17)}${random.digits(10)}${random.of(['ADLER', 'DORN', 'HUBER']).padEnd(22)}  0${random.digits(15)}`,
      ),
    ),
    line(`8200${random.digits(46)}`),
  ];
  const all = [
    line('101 121042882 2313801042403311200A094101BANK OF NOWHERE        SPECMILL'),
    ...batch(),
    ...batch(),
    ...batch(),
    line(`9${random.digits(50)}`),
    `${'9'.repeat(94)}\n`,
  ];
  return {
    shape,
    title: `record types of a payment file named ${fileName}`,
    fileName,
    bytes: bytesOf(all.join('')),
    answer: {
      name,
      format: 'FIXED_WIDTH',
      settings: {
        recordWhen: { start: 1, length: 1, values: ['6'] },
        recordLength: '94',
        onShortRecord: 'FATAL',
      },
      fields: [],
      accepted: 18,
    },
  };
}

/** Files whose lines are of several kinds, and files that only look like it. */
export const kinds: readonly SurveyCase[] = [
  constant(
    70,
    'a constant first column and two short records',
    (rows) => (rows[5]?.splice(2), rows[25]?.splice(2), 38),
  ),
  constant(72, 'a constant first column and six short records with remarks', (rows) => {
    for (let at = 1; at < 36; at += 6) rows.splice(at, 0, [`see remark ${at}`]);
    return 40;
  }),
  marked(73, ['H', 'D', 'T']),
  marked(74, ['HDR', 'DTL', 'TRL']),
  marked(75, ['00', '10', '99']),
  years(),
  typed('20110805A.ach', 'ach'),
];
