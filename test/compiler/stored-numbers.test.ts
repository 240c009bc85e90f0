import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codePages, codePageTable } from '../../compiler/kernel/input/encodings/ebcdic.ts';
import { createFixedWidthLine } from '../../compiler/kernel/fixed-width/line.ts';
import {
  createStoredNumbers,
  hasCharacterForEachByte,
  STORED_NULLS,
  type ZonedSign,
} from '../../compiler/kernel/fixed-width/storage.ts';
import { randomOf } from '../support/random.ts';
import { seed } from '../support/property.ts';

const IBM037 = String.fromCharCode(...codePageTable('IBM037'));
const stored = createStoredNumbers('IBM037');

/** Returns a record of these bytes, between bytes that do not belong to the field. */
function lineOf(bytes: readonly number[]) {
  return createFixedWidthLine([0xff, ...bytes, 0x00].map((byte) => IBM037[byte]).join(''));
}

const packed = (bytes: readonly number[], isUnsigned = false, nulls = 0) =>
  stored.readPacked(lineOf(bytes), 2, bytes.length, isUnsigned, nulls);
const zoned = (bytes: readonly number[], sign: ZonedSign = 'TRAILING', nulls = 0) =>
  stored.readZoned(lineOf(bytes), 2, bytes.length, sign, nulls);
const binary = (bytes: readonly number[], isUnsigned = false, nulls = 0) =>
  stored.readBinary(lineOf(bytes), 2, bytes.length, isUnsigned, nulls);
const hex = (bytes: readonly number[]) => `X'${Buffer.from(bytes).toString('hex').toUpperCase()}'`;

/** What the bytes of a packed number mean: all nibbles as one number in hexadecimal, read as decimal. */
function expectPacked(bytes: readonly number[], isUnsigned: boolean): string {
  const nibbles = Buffer.from(bytes).toString('hex');
  const found = /^(\d*)([a-f])$/u.exec(nibbles);
  if (found === null || (isUnsigned && 'bd'.includes(found[2] ?? ''))) return hex(bytes);
  const value = BigInt(`0${found[1]}`);
  return String('bd'.includes(found[2] ?? '') ? -value : value);
}

function expectZoned(bytes: readonly number[], sign: ZonedSign): string {
  const text = Buffer.from(bytes).toString('hex');
  const forms: Record<ZonedSign, RegExp> = {
    TRAILING: /^((?:f\d)*)(?<zone>[a-f])(\d)$/u,
    LEADING: /^(?<zone>[a-f])(\d(?:f\d)*)()$/u,
    SEPARATE_LEADING: /^(?<zone>4e|60)((?:f\d)+)()$/u,
    SEPARATE_TRAILING: /^((?:f\d)+)(?<zone>4e|60)()$/u,
  };
  const found = forms[sign].exec(text);
  if (found === null) return hex(bytes);
  const zone = found.groups?.['zone'] ?? '';
  const digits = sign.endsWith('LEADING') ? found[2] : `${found[1]}${found[3]}`;
  const value = BigInt(`0${digits?.replace(/f/gu, '')}`);
  return String(['b', 'd', '60'].includes(zone) ? -value : value);
}

function expectBinary(bytes: readonly number[], isUnsigned: boolean): string {
  const buffer = Buffer.from(bytes);
  if (bytes.length === 8) return String(isUnsigned ? buffer.readBigUInt64BE() : buffer.readBigInt64BE());
  return String(isUnsigned ? buffer.readUIntBE(0, bytes.length) : buffer.readIntBE(0, bytes.length));
}

test('all bytes of two packed digits and a sign, and of one zoned digit', () => {
  for (let high = 0; high < 256; high++)
    for (let low = 0; low < 256; low++)
      for (const isUnsigned of [false, true]) {
        const bytes = [high, low];
        if (packed(bytes, isUnsigned) !== expectPacked(bytes, isUnsigned))
          assert.is(packed(bytes, isUnsigned), expectPacked(bytes, isUnsigned), hex(bytes));
      }
  for (const sign of ['TRAILING', 'LEADING', 'SEPARATE_LEADING', 'SEPARATE_TRAILING'] as const)
    for (let first = 0; first < 256; first++)
      for (let second = 0; second < 256; second++) {
        const bytes = [first, second];
        if (zoned(bytes, sign) !== expectZoned(bytes, sign))
          assert.is(zoned(bytes, sign), expectZoned(bytes, sign), `${sign} ${hex(bytes)}`);
      }
  assert.is(packed([0x12, 0x3c]), '123');
  assert.is(packed([0x12, 0x3d]), '-123');
  assert.is(packed([0x00, 0x0d]), '0');
  assert.is(packed([0x12, 0x34]), "X'1234'");
  assert.is(zoned([0xf1, 0xd2]), '-12');
});

test('1,000,000 drawn numbers are what an independent implementation reads', () => {
  const { below, oneIn } = randomOf(seed, 0);
  const digit = () => below(10);
  const SIGNS = ['TRAILING', 'LEADING', 'SEPARATE_LEADING', 'SEPARATE_TRAILING'] as const;
  /** Most bytes are digits, so that long numbers are valid. */
  const broken = (byte: number) => (oneIn(100) ? below(256) : byte);
  for (let i = 0; i < 1_000_000; i++) {
    const isUnsigned = oneIn(3);
    const length = 1 + below(16);
    const kind = i % 3;
    if (kind === 0) {
      const bytes = Array.from({ length }, () => broken(digit() * 16 + digit()));
      bytes[length - 1] = broken(digit() * 16 + 10 + below(6));
      const [found, expected] = [packed(bytes, isUnsigned), expectPacked(bytes, isUnsigned)];
      if (found !== expected) assert.is(found, expected, `PACKED ${hex(bytes)} ${isUnsigned}, seed ${seed}`);
    } else if (kind === 1) {
      const sign = SIGNS[below(4)] ?? 'TRAILING';
      const bytes = Array.from({ length: length + 1 }, () => broken(0xf0 + digit()));
      const at = sign.endsWith('LEADING') ? 0 : length;
      if (sign.startsWith('SEPARATE')) bytes[at] = broken(oneIn(2) ? 0x4e : 0x60);
      else bytes[at] = broken((10 + below(6)) * 16 + digit());
      const [found, expected] = [zoned(bytes, sign), expectZoned(bytes, sign)];
      if (found !== expected) assert.is(found, expected, `${sign} ${hex(bytes)}, seed ${seed}`);
    } else {
      const bytes = Array.from({ length: [2, 4, 8][below(3)] ?? 2 }, () => below(256));
      const [found, expected] = [binary(bytes, isUnsigned), expectBinary(bytes, isUnsigned)];
      if (found !== expected) assert.is(found, expected, `BINARY ${hex(bytes)} ${isUnsigned}, seed ${seed}`);
    }
  }
});

test('bytes that mean null are null only if all are equal, and only if the spec lists them', () => {
  const { BLANKS, LOW, HIGH } = STORED_NULLS;
  const all = { [BLANKS]: 0x40, [LOW]: 0x00, [HIGH]: 0xff };
  for (const read of [
    (bytes: number[], nulls: number) => packed(bytes, false, nulls),
    (bytes: number[], nulls: number) => zoned(bytes, 'TRAILING', nulls),
    (bytes: number[], nulls: number) => binary(bytes, false, nulls),
  ])
    for (let nulls = 0; nulls < 8; nulls++)
      for (const [flag, byte] of Object.entries(all)) {
        const bytes = [byte, byte, byte, byte];
        assert.is(read(bytes, nulls) === '', (nulls & Number(flag)) !== 0, `${nulls} ${byte}`);
        assert.is.not(read([...bytes.slice(1), 0x0c], nulls), '');
      }
});

test('a number that the end of the record cuts is none', () => {
  const line = createFixedWidthLine([0x12, 0x3c].map((byte) => IBM037[byte]).join(''));
  assert.is(stored.readPacked(line, 1, 3, false, 7), "X'123C'");
  assert.is(stored.readZoned(line, 2, 2, 'TRAILING', 0), "X'3C'");
  assert.is(stored.readBinary(line, 1, 4, false, 0), "X'123C'");
  assert.is(stored.readPacked(line, 9, 3, false, 0), '');
});

test('each byte of all code pages and of ISO-8859-1 is found again', () => {
  for (const encoding of [...codePages, 'windows-1252', 'iso-8859-15', 'x-user-defined']) {
    const numbers = createStoredNumbers(encoding);
    const isPage = (codePages as readonly string[]).includes(encoding);
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = isPage
      ? String.fromCharCode(...codePageTable(encoding as (typeof codePages)[number]))
      : encoding === 'x-user-defined'
        ? [...all].map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xf700 + byte)).join('')
        : new TextDecoder(encoding).decode(all, { stream: true });
    for (let byte = 0; byte < 255; byte++) {
      const line = createFixedWidthLine(text.slice(byte, byte + 2));
      assert.is(numbers.readBinary(line, 1, 2, true, 0), String(byte * 256 + byte + 1), `${encoding} ${byte}`);
    }
  }
  for (const encoding of ['utf-8', 'windows-1253', 'shift_jis', 'utf-16le', 'iso-8859-7'])
    assert.not(hasCharacterForEachByte(encoding), encoding);
  assert.throws(() => createStoredNumbers('utf-8'), RangeError);
});

test.run();
