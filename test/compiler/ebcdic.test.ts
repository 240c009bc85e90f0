import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findCodePage, codePages, codePageTable } from '../../compiler/kernel/input/encodings/ebcdic.ts';
import { skipIf } from '../support/skip.ts';

/**
 * Compares the code pages with those of glibc, Java and Python byte by byte. Where a program is missing, a hash of its
 * table is compared.
 */
const NEL = 0x15;
const LF = 0x25;
const HASH = '1230ff4f4dafaaed5ca9b5e4d8ff66998d1cb659172e3ca9dc21fbb6a4be4754';

const tables = new Map<string, number[]>(codePages.map((codePage) => [codePage, [...codePageTable(codePage)]]));

/** Runs a program that prints lines of `NAME point point …`. Returns null if it is not installed. */
function tablesOf(command: string, args: string[]): Map<string, number[]> | null {
  try {
    const text = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
        .map(([name = '', ...points]) => [name, points.map(Number)]),
    );
  } catch {
    return null;
  }
}

/** Returns the bytes that two tables map to different code points, as `byte: ours theirs`. */
function differences(codePage: string, theirs: readonly number[]): string[] {
  const hex = (number: number) => number.toString(16);
  assert.is(theirs.length, 256);
  return theirs.flatMap((point, byte) =>
    tables.get(codePage)?.[byte] === point
      ? []
      : [`${hex(byte)}: ${hex(tables.get(codePage)?.[byte] ?? -1)} ${hex(point)}`],
  );
}

const PYTHON = `
for name in ('037', '273', '500', '1140'):
    print('IBM' + name, *[ord(c) for c in bytes(range(256)).decode('cp' + name)])
`;
const JAVA = `
public class CodePages {
  public static void main(String[] names) throws Exception {
    byte[] bytes = new byte[256];
    for (int i = 0; i < 256; i++) bytes[i] = (byte) i;
    for (String name : names) {
      StringBuilder line = new StringBuilder(name);
      for (char point : new String(bytes, name).toCharArray()) line.append(' ').append((int) point);
      System.out.println(line);
    }
  }
}`;

function tablesOfJava(): Map<string, number[]> | null {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-ebcdic-'));
  writeFileSync(join(folder, 'CodePages.java'), JAVA);
  const tables = tablesOf('java', [join(folder, 'CodePages.java'), ...codePages]);
  rmSync(folder, { recursive: true });
  return tables;
}

/** Returns the tables of iconv, or null if it does not know one of the pages. */
function tablesOfIconv(): Map<string, number[]> | null {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const tables = new Map<string, number[]>();
  for (const codePage of codePages) {
    const { status, stdout } = spawnSync('iconv', ['-f', codePage, '-t', 'UTF-16LE'], { input: bytes });
    if (status !== 0 || stdout.length !== 512) return null;
    tables.set(
      codePage,
      Array.from({ length: 256 }, (_, byte) => stdout.readUInt16LE(2 * byte)),
    );
  }
  return tables;
}

test('the tables equal those that were compared with glibc and Python', () => {
  assert.is(
    createHash('sha256')
      .update(JSON.stringify([...tables]))
      .digest('hex'),
    HASH,
  );
});

const python = tablesOf('python3', ['-c', PYTHON]);
skipIf(python === null ? 'python3 is not installed' : null, test)('the tables equal those of Python', () => {
  assert.is(python?.size, 4);
  // Python has an overline here, glibc and the euro page IBM1141 the macron.
  const overline = ['bc: af 203e'];
  for (const [codePage, points] of python ?? [])
    assert.equal(differences(codePage, points), codePage === 'IBM273' ? overline : [], codePage);
});

const iconv = tablesOfIconv();
skipIf(iconv === null ? 'iconv does not know the pages' : null, test)('the tables equal those of glibc', () => {
  // RFC 1345, and so glibc, has an overline in IBM285, and thorn in the wrong case in IBM871. The euro pages are right.
  const known: Record<string, string[]> = { IBM285: ['a1: af 203e'], IBM871: ['4a: de fe', 'c0: fe de'] };
  for (const [codePage, points] of iconv ?? [])
    assert.equal(differences(codePage, points), known[codePage] ?? [], codePage);
});

const java = tablesOfJava();
skipIf(java === null ? 'no Java is installed' : null, test)('the tables equal those of Java, except for NEL', () => {
  assert.is(java?.size, codePages.length);
  const nel = '15: 85 a';
  for (const [codePage, points] of java ?? [])
    assert.equal(differences(codePage, points), codePage === 'IBM1047' ? [nel, '25: a 85'] : [nel], codePage);
});

test('each page has 256 different characters', () => {
  for (const [codePage, points] of tables) {
    assert.is(new Set(points).size, 256, codePage);
    assert.equal(
      [points[NEL], points[LF], points[0xc1], points[0xf0], points[0x40]],
      [0x85, 0x0a, 0x41, 0x30, 0x20],
      codePage,
    );
  }
});

test('a code page is found by its name, in any case', () => {
  assert.is(findCodePage('ibm1047'), 'IBM1047');
  assert.is(findCodePage('IBM037'), 'IBM037');
  assert.is(findCodePage('cp037'), undefined);
  assert.is(findCodePage('ibm866'), undefined);
});

test.run();
