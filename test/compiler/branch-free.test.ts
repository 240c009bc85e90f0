import { readdirSync, readFileSync } from 'node:fs';
import ts, { type InterfaceDeclaration, type SourceFile } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** Generated modules contain no decision that the spec already made. */
const { Project, SyntaxKind } = ts;
const folder = new URL('../../generated/', import.meta.url);
const names = readdirSync(folder).filter((file) => /^[a-z0-9-]+\.ts$/.test(file));
const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });

const LOOPS = [
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
];

for (const name of names) {
  const file = project.createSourceFile(name, readFileSync(new URL(name, folder), 'utf8'));

  test(`${name}: no loop and no switch`, () => {
    const found = file
      .getDescendants()
      .filter((node) => node.getKind() === SyntaxKind.SwitchStatement || LOOPS.includes(node.getKind()));
    assert.equal(
      found.map((node) => node.getText().slice(0, 60)),
      [],
    );
  });

  test(`${name}: no function reads the spec`, () => {
    const bodies = file.getFunctions().map((declaration) => declaration.getBodyText() ?? '');
    assert.ok(bodies.length > 10);
    assert.equal(
      bodies.filter((body) =>
        /\bspec\b|\bdialect\.|\.severity\b|\.ruleType\b|\.correctionType\b|[\w)\]]\['/.test(body),
      ),
      [],
    );
  });

  test(`${name}: one reader per field, in spec order`, () => {
    const readers = file
      .getFunctions()
      .map((declaration) => declaration.getName() ?? '')
      .filter((reader) => /^read[A-Z]/.test(reader));
    const records = file.getInterfaces().filter((declaration) => declaration.isExported());
    assert.ok(records.length > 0);
    for (const record of records) {
      const calls = [...bodyOf(file, record.getName()).matchAll(/^ *\w+: (read\w+)\(/gm)].map(([, reader]) => reader);
      assert.equal(
        calls,
        readers.filter((reader) => calls.includes(reader)),
      );
      // Values that are not published are in an interface of their own.
      const values = file.getInterface(record.getName().replace(/Record$/, 'Values')) ?? record;
      assert.is(calls.length, fieldsOf(values).length, record.getName());
    }
  });
}

/** Returns the members of a record that are fields: all but `recordType` and the records inside of it. */
function fieldsOf(record: InterfaceDeclaration): string[] {
  return record
    .getProperties()
    .filter((member) => !/Record\b/.test(member.getTypeNodeOrThrow().getText()))
    .map((member) => member.getName())
    .filter((name) => name !== 'recordType');
}

/** Returns the body of the function that reads a record: `readRecord`, or `readEntry` for the type of `EntryRecord`. */
function bodyOf(file: SourceFile, record: string): string {
  const reader = file.getFunction('readRecord') ?? file.getFunctionOrThrow(`read${record.replace(/Record$/, '')}`);
  return reader.getBodyText() ?? '';
}

test('there are modules to check', () => {
  assert.ok(names.length >= 3);
});

test.run();
