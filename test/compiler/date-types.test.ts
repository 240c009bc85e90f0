import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Project } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planDatePattern } from '../../compiler/emitting/dates/plan/pattern.ts';
import { formatModule } from '../../compiler/emitting/code/format/wrap-lines.ts';
import { emitDatePartsReader, emitDateReader } from '../../compiler/emitting/dates/emit/reader.ts';
import { emitDateWriter } from '../../compiler/emitting/dates/emit/writer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const kernelFiles = ['calendar', 'offsets', 'read-parts', 'write-parts'];

const patterns = [
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'd.M.yy',
  'yMMdd',
  'yyyyy-MM-dd',
  'yyyyDDD',
  'yyyy-DD',
  'D-yyyy',
  'EEEE, d MMMM yyyy',
  'EEE dd MMM yyyy',
  '[EEE, ]d MMM yyyy',
  '[EEEE ]yyyyMMdd',
  'yyyyMMddHHmmssSSS',
  'yyyy-MM-dd HH:mm:ss.SSSSSSSSS',
  'yyyy-MM-dd hh:mm a',
  'yyyy-MM-dd H:m a',
  'yyyyMMdd a',
  'yyyyMMdd[ a]',
  'yyyyMMdd[ h a]',
  'yyyyMMdd H[ a]',
  'HH ss yyyyMMdd',
  'yyyyMMdd SSS',
  'yyyyMMdd[ SSS]',
  'yyyyMMddX',
  'yyyyMMdd XX',
  'XXXyyyyMMdd',
  'yyyyMMddXXXX',
  'XXXX yyyyMMdd',
  'yyyyMMdd XXXXX',
  'Zyyyy-MM-dd',
  'yyyyMMdd[X]',
  "yyyy-MM-dd'T'HH:mm[:ss[.SSS]][XXX][X]",
  'yyyy-MM-dd[ HH:mm][ HH:mm]',
  'yyyyMMdd[]',
  'yyyyMMdd[[X]]',
  'yyyyMMdd[[[ HH]]:mm][-[SSS]][ ss]',
  "yyyyMMdd['at']",
  "yyyyMMdd[ 'at'[ HH[:mm]]]",
  "yyyy-MM-dd'*/ ${x} `'",
  '[.SSSSSS][.SSS] yyyyMMdd',
];

test("emitted code passes the project's strict compiler, without unused or missing names", () => {
  const project = new Project({
    tsConfigFilePath: `${root}tsconfig.json`,
    skipAddingFilesFromTsConfig: true,
    compilerOptions: { types: [], allowUnusedLabels: false, allowUnreachableCode: false },
  });
  const files = patterns.map((pattern, index) =>
    project.createSourceFile(`${root}generated/date-${index}.ts`, moduleOf(pattern), { overwrite: true }),
  );
  for (const [index, file] of files.entries()) {
    const found = project
      .getProgram()
      .getSemanticDiagnostics(file)
      .concat(project.getProgram().getSyntacticDiagnostics(file));
    const texts = found.map(
      (diagnostic) => `${diagnostic.getLineNumber() ?? 0}: ${JSON.stringify(diagnostic.getMessageText())}`,
    );
    assert.equal(texts, [], patterns[index]);
  }
});

test('lines of common patterns are short enough to review', () => {
  for (const pattern of patterns.slice(0, 16)) {
    const long = formatModule(moduleOf(pattern))
      .split('\n')
      .filter((line) => line.length > 120 && !line.startsWith('import'));
    assert.equal(long, [], pattern);
  }
});

function moduleOf(pattern: string): string {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'invalid') throw new Error(`${pattern}: ${planned.reason}`);
  const emitted = [
    emitDateReader('readDay', pattern, planned.layout),
    emitDatePartsReader('readParts', pattern, planned.layout),
    emitDateWriter('writeText', pattern, planned.layout),
  ];
  const used = new Set(emitted.flatMap(({ imports, types }) => [...imports, ...types.map((type) => `type ${type}`)]));
  const imports = kernelFiles.map((file) => importsOf(file, used)).join('');
  return `${imports}${emitted.map(({ code }) => `export ${code.source.replace(/^\/\*\*[^\n]*\n/, '')}`).join('\n')}\n`;
}

function importsOf(file: string, used: ReadonlySet<string>): string {
  const source = readFileSync(`${root}compiler/kernel/values/dates/${file}.ts`, 'utf8');
  const names = [...used].filter((name) =>
    new RegExp(`^export (?:function|interface) ${name.replace('type ', '')}\\b`, 'm').test(source),
  );
  return names.length === 0
    ? ''
    : `import { ${names.join(', ')} } from '../compiler/kernel/values/dates/${file}.ts';\n`;
}

test.run();
