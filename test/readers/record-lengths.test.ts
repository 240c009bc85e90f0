import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const LENGTHS = ['RDW', 'RDW_BDW', 'BIG_ENDIAN_2', 'BIG_ENDIAN_4', 'LITTLE_ENDIAN_2', 'LITTLE_ENDIAN_4'] as const;
type Lengths = (typeof LENGTHS)[number];

const specOf = (lengths: Lengths, included: boolean) => ({
  text: `name: lengths
format: FIXED_WIDTH
encoding: ISO-8859-1
maxRecordBytes: 300
onMissingColumns: WARNING
records: { lengths: ${lengths}, included: ${included} }
fields:
  - { name: text, type: STRING, start: 1, length: 400 }
`,
  path: 'lengths.yaml',
  syntax: 'yaml' as const,
});

function withLength(content: Buffer, lengths: Lengths, included: boolean): Buffer {
  const size = lengths.endsWith('_2') ? 2 : 4;
  const length = content.length + (included ? size : 0);
  const head = Buffer.alloc(size);
  if (lengths.startsWith('RDW')) head.writeUInt16BE(length);
  else if (lengths.startsWith('BIG')) head.writeUIntBE(length, 0, size);
  else head.writeUIntLE(length, 0, size);
  return Buffer.concat([head, content]);
}

/** Returns a file of these records, in blocks if the form has them, and where it may end. */
function fileOf(records: readonly Buffer[], lengths: Lengths, included: boolean) {
  const ends = new Set([0]);
  const parts: Buffer[] = [];
  let bytes = 0;
  const perBlock = lengths === 'RDW_BDW' ? 3 : 1;
  for (let at = 0; at < records.length; at += perBlock) {
    const own = records.slice(at, at + perBlock).map((record) => withLength(record, lengths, included));
    const part = lengths === 'RDW_BDW' ? withLength(Buffer.concat(own), lengths, included) : Buffer.concat(own);
    parts.push(part);
    ends.add((bytes += part.length));
  }
  return { file: Buffer.concat(parts), ends };
}

/** Returns the texts of the records, null for those that are too long, and the failure. */
async function read(lengths: Lengths, included: boolean, file: Buffer, chunkBytes: number) {
  const module = await loadModule(specOf(lengths, included));
  const texts: (string | null)[] = [];
  let failure: string | null = null;
  async function* chunks() {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes);
  }
  try {
    for await (const { value, issues } of module.read(chunks())) {
      if (value === null) assert.is(issues[0]?.code, 'RECORD_TOO_LONG');
      texts.push(value === null ? null : ((value as { text: string | null }).text ?? ''));
    }
  } catch (error) {
    failure = (error as { code: string }).code;
  }
  return { texts, failure };
}

test('drawn records of all forms of lengths, in all chunks', async () => {
  for (const lengths of LENGTHS)
    for (const included of [true, false]) {
      const { below, oneIn } = randomOf(seed, LENGTHS.indexOf(lengths));
      const records = Array.from({ length: 60 }, () =>
        Buffer.from(Array.from({ length: oneIn(10) ? 280 + below(500) : below(40) }, () => 1 + below(255))),
      );
      const { file } = fileOf(records, lengths, included);
      // A record is limited in UTF-8, and blanks at the end belong to no value.
      const expected = records.map((record) => {
        const text = new TextDecoder('windows-1252').decode(record, { stream: true });
        return Buffer.byteLength(text) > 300 ? null : text.replace(/ +$/u, '');
      });
      for (const chunkBytes of [1, 7, 100, file.length]) {
        const { texts, failure } = await read(lengths, included, file, chunkBytes);
        assert.equal([failure, texts], [null, expected], `${lengths} ${included} ${chunkBytes}, seed ${seed}`);
      }
    }
});

test('a file that is cut is truncated_record, after the records before the cut', async () => {
  const records = ['one', 'two', 'three', 'four', 'five'].map((text) => Buffer.from(text));
  for (const lengths of LENGTHS) {
    const { file, ends } = fileOf(records, lengths, true);
    for (let end = 1; end <= file.length; end++) {
      const { texts, failure } = await read(lengths, true, file.subarray(0, end), 5);
      assert.is(failure, ends.has(end) ? null : 'truncated_record', `${lengths} ${end}`);
      assert.equal(texts, ['one', 'two', 'three', 'four', 'five'].slice(0, texts.length));
    }
  }
});

test('blocks are not read as records', async () => {
  const { file } = fileOf(['ab', 'c', 'def', 'g'].map(Buffer.from), 'RDW_BDW', true);
  for (const chunkBytes of [1, 5, 1000]) {
    const found = await read('RDW', true, file, chunkBytes);
    assert.match(JSON.stringify(found), /wrong_record_length/);
    assert.not.match(JSON.stringify(found), /ab/);
  }
});

test('a record of zeros, or one that begins with its own length, is no block', async () => {
  const own = withLength(Buffer.from('abc'), 'RDW', true);
  for (const [first, included] of [
    [Buffer.alloc(8), false],
    [own, true],
  ] as const) {
    const { file } = fileOf([first, Buffer.from('x')], 'RDW', included);
    const { texts, failure } = await read('RDW', included, file, 7);
    assert.equal([failure, texts.length, texts[1]], [null, 2, 'x']);
  }
});

test('a length that cannot be right ends the run', async () => {
  const wrong: [Lengths, string][] = [
    ['RDW', '0003000061'],
    ['RDW', '000500016100000000'],
    ['BIG_ENDIAN_2', '0001'],
    ['RDW_BDW', '00080000000900006161616161'],
    ['RDW_BDW', '0006000000000000'],
  ];
  for (const [lengths, hex] of wrong) {
    const { texts, failure } = await read(lengths, true, Buffer.from(hex, 'hex'), 3);
    assert.equal([texts, failure], [[], 'wrong_record_length'], `${lengths} ${hex}`);
  }
});

test.run();
