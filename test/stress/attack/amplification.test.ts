import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace }>('small files with large consequences');

test.before.each((context) => {
  context.at = createWorkplace();
});
test.after.each(({ at }) => at.remove());

const FIELDS = [{ name: 'id', type: 'STRING' }];

/** Writes a spec and transforms a file. Returns the code of the failure. */
function failureOf(
  at: Workplace,
  spec: object,
  file: string | Uint8Array,
  flags: readonly string[],
): string | undefined {
  at.write('specs/s.json', JSON.stringify({ name: 's', ...spec }));
  at.write('file', file);
  const { stdout, stderr, code } = at.call(['transform', '--spec', 's', 'file', '--out', 'out', '--json', ...flags]);
  assert.is(code, 1, stderr);
  assert.not.match(stderr, /has \d+ error/);
  return (JSON.parse(stdout) as { failure?: { code: string } }).failure?.code;
}

test('a large value above many XML records', ({ at }) => {
  const spec = {
    format: 'XML',
    recordPath: '/a/r',
    fields: [
      { name: 'id', type: 'STRING', columnName: 'id' },
      { name: 'v', type: 'STRING', columnName: '/a/v' },
    ],
  };
  const file = `<a><v>${'x'.repeat(100_000)}</v>${'<r><id>1</id></r>'.repeat(5000)}</a>`;
  assert.is(failureOf(at, spec, file, ['--max-output-bytes', '50MB']), 'output_too_large');
});

test('padding in each of many records', ({ at }) => {
  const correctionRules = Array.from({ length: 16 }, (_, index) => ({
    ruleId: `p${index}`,
    field: 'id',
    correctionType: 'PAD_LEFT',
    length: 1000 * (index + 1),
    padChar: 'x',
  }));
  const spec = { format: 'CSV', fields: FIELDS, correctionRules };
  assert.is(failureOf(at, spec, `id\n${'a\n'.repeat(5000)}`, ['--max-output-bytes', '20MB']), 'output_too_large');
});

test('thousands of rules for each record', ({ at }) => {
  const validationRules = Array.from({ length: 3000 }, (_, index) => ({
    ruleId: `r${index}`,
    field: 'id',
    ruleType: 'MIN_LENGTH',
    value: '9',
  }));
  const spec = { format: 'CSV', fields: FIELDS, validationRules };
  assert.is(failureOf(at, spec, `id\n${'a\n'.repeat(200)}`, ['--max-processor-time', '0']), 'too_costly');
});

test('a compressed file, and one inside another', ({ at }) => {
  const spec = { format: 'CSV', fields: FIELDS };
  const bomb = gzipSync(`id\n${'a\n'.repeat(5_000_000)}`);
  assert.is(failureOf(at, spec, bomb, ['--max-file-bytes', '1MB']), 'decompressed_too_large');
});

test('entities of XML', ({ at }) => {
  const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
  const file = `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a><r><id>&e10;</id></r></a>`;
  const spec = { format: 'XML', recordPath: '/a/r', fields: FIELDS };
  assert.is(failureOf(at, spec, file, []), 'MALFORMED_XML');
});

test.run();
