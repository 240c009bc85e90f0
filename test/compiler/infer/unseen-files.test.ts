/** Forms that drafts once read wrongly, found by rating a hundred files of all kinds by hand. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

const often = (count: number, line: (at: number) => string) =>
  lines(...Array.from({ length: count }, (_, at) => line(at + 1)));

/** Writes a text in an encoding of one byte a character. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(text, (character) => codes.get(character) ?? 0);
}

const LETTERS: readonly (readonly [encoding: string, header: string, text: string])[] = [
  ['windows-1250', 'Opis;Kategoria', 'ZAKUP PRZY UŻYCIU KARTY;Żywność'],
  ['windows-1250', 'Popis;Částka', 'Příkaz k úhradě, měsíční splátka;5'],
  ['windows-1250', 'Közlemény;Összeg', 'Készpénzfelvétel, könyvelési díj őszi;5'],
  ['windows-1251', 'Назначение;Сумма', 'Перевод средств по договору;5'],
  ['windows-1251', 'Призначення;Сума', 'Оплата за послуги згідно рахунку;5'],
  ['windows-1252', 'Tekst;Beløb', 'Køb af møbler på Strøget;5'],
  ['windows-1252', 'Descrição;Valor', 'Pagamento à prestação, não é crédito;5'],
  ['windows-1253', 'Όνομα;Ποσό', 'Γιώργος;5'],
  ['windows-1253', 'Αιτιολογία;Ποσό', 'ΠΛΗΡΩΜΗ ΛΟΓΑΡΙΑΣΜΟΥ;5'],
  ['windows-1254', 'Açıklama;Tutar', 'Müşteri ödemesi, işlem ücreti;5'],
  ['windows-1254', 'Açıklama;Tutar', 'Işık Yıldız, Doğan Güneş;5'],
  ['windows-1257', 'Vārds;Pilsēta', 'Jānis Bērziņš;Cēsis, Rīga'],
  ['windows-1257', 'Vardas;Miestas', 'Eglė Žukauskaitė;Panevėžys, Šiauliai'],
  ['windows-1252', 'Nafn;Upphæð', 'Þór Sigurðsson, Ísafjörður;5'],
  ['windows-1250', 'Naziv;Iznos', 'Đurđević Šibenik plaća račun;5'],
  ['windows-1250', 'Descriere;Sumă', 'Plată către furnizor, îngheţată;5'],
  ['koi8-r', 'Назначение;Сумма', 'Перевод средств по договору;5'],
];

for (const [encoding, header, text] of LETTERS)
  test(`${encoding}: ${header}`, async () => {
    const { spec } = await draftSpec(encode(`${header}\n${often(20, () => text)}`, encoding));
    assert.equal(
      [spec.encoding, spec.fields.map(({ name, columnName = name }) => columnName).join(';')],
      [encoding, header],
    );
  });

test('records whose first cell begins with "#" are no comments', async () => {
  const order = (at: number) => `#${1000 + at},a${at}@example.com,"Shirt, blue",${at % 5 === 0 ? '"one\ntwo"' : ''}`;
  const draft = await draftSpec(`Name,Email,Item,Notes\n${often(30, order)}`);
  assert.equal(fieldsOf(draft), [
    'name STRING required',
    'email STRING required',
    'item STRING required',
    'notes STRING',
  ]);
  assert.is(draft.rating.records, 30);
});

test('X12 and Norma 43 are no tables', async () => {
  const isa = 'ISA*00*          *00*          *ZZ*A*ZZ*B*250102*1200*^*00501*000000001*0*P*:~';
  const line = (text: string) => text.padEnd(80);
  const statement = [
    line('11004912340123456789250101250131200000000123456978' + '3EJEMPLO'),
    ...Array.from({ length: 8 }, (_, at) =>
      line(`22    123425010${at + 1}25010${at + 1}020011000000000100${at}0000000001REF${at}`),
    ),
    line(`88${'9'.repeat(18)}000000`),
  ];
  const blocks = `ISA*00*A*1~ST*834*0001~SE*4*0001~`.repeat(12);
  for (const [content, what] of [
    [isa + 'INS*Y*18~REF*0F*100~'.repeat(20), /X12/],
    [blocks, /X12/],
    [lines(...statement), /Norma 43/],
  ] as const) {
    const { verdict } = await draftSpec(content);
    assert.match(verdict.undecided.join(), what);
    assert.ok(verdict.score < 0.7, String(verdict.score));
  }
});

test('a line of JSON Lines that is malformed is named, wherever it is', async () => {
  const good = (at: number) => `{"id":${at},"v":2}`;
  for (const [content, line] of [
    [
      lines(good(1), '{"id":2 "v":3}', good(3)),
      /^line 2 is rejected \(MALFORMED_JSON\), because at column 9 "," or "}" is missing: /,
    ],
    [`{"id":1,"v":}\n${often(9, good)}`, /^line 1 is rejected .*column 13 a value is missing/],
    [`${often(29, good)}{"id":30`, /^line 30 is rejected/],
  ] as const)
    assert.match((await draftSpec(content)).verdict.undecided[0] ?? '', line);
  assert.is((await draftSpec(often(9, good))).verdict.undecided.length, 0);
  const error = await draftSpec('{"orders":[\n {"id":1},\n {"id":2,,},\n {"id":3}\n]}').then(
    () => null,
    ({ message }: Error) => message,
  );
  assert.match(error ?? '', /line 3, column 10: the name of a member is missing/);
});

test('dates that lack the year or the day are said to, and hours of dates are read', async () => {
  const days = await draftSpec(`Belegdatum;Betrag\n${often(20, (at) => `${at}01;${at},50`)}`);
  assert.match(days.verdict.undecided.join(), /belegdatum: its values are days and months without a year/);
  const months = await draftSpec(`Monat;Umsatz\n${often(12, (at) => `${String(at).padStart(2, '0')}/2025;${at},50`)}`);
  assert.match(months.yaml, /name: monat, type: STRING.*# months without a day are no dates/);
  const hours = await draftSpec(`MESS_DATUM;T\n${often(20, (at) => `20250102${String(at).padStart(2, '0')};${at}.5`)}`);
  assert.match(hours.yaml, /name: messDatum, type: DATE, columnName: MESS_DATUM, format: yyyyMMddHH/);
});

test('a list that no field reads, and members without names, lower the rating', async () => {
  const listed = await draftSpec(often(20, (at) => `{"id":${at},"tags":["a","b"]}`));
  assert.ok(listed.verdict.score < 0.7 && listed.verdict.undecided.length === 1);
  const rows = await draftSpec(
    `{"columns":["id","day"],"rows":[${Array.from({ length: 9 }, (_, at) => `[${at},"2025-01-0${at + 1}"]`).join()}]}`,
  );
  assert.ok(rows.verdict.score <= 0.7, String(rows.verdict.score));
});

test.run();
