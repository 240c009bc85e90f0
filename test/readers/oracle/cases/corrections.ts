import type { Case } from './case.ts';

const spec = (type: string, rules: string, more = '') =>
  `hasHeader: false\nskipBlankLines: false\n${more}\nfields: [{ name: a, type: ${type} }]\ncorrectionRules: [${rules}]`;
const fill = '{ ruleId: d, field: a, correctionType: DEFAULT_IF_NULL, defaultValue: x }';
const trim = '{ ruleId: t, field: a, correctionType: TRIM }';
const upper = '{ ruleId: u, field: a, correctionType: UPPER_CASE }';
const lower = '{ ruleId: l, field: a, correctionType: LOWER_CASE }';
const pad = (side: string, char: string, length: number) =>
  `{ ruleId: p, field: a, correctionType: PAD_${side}, padChar: "${char}", length: ${length} }`;
const replace = (pattern: string, by: string) =>
  `{ ruleId: r, field: a, correctionType: REGEX_REPLACE, pattern: '${pattern}', replacement: '${by}' }`;
const date = '{ ruleId: c, field: a, correctionType: COERCE_DATE, sourceFormat: d/M/yyyy, targetFormat: yyyy-MM-dd }';

export const correctionCases: Case[] = [
  {
    name: 'TRIM drops all White_Space, and nothing else',
    spec: spec('STRING', trim),
    file: '\u00a0 x\u2003y \u3000\ny\uFEFFx\n \n',
    records: ['1 1:0 processed {"a":"x\u2003y"}', '2 2:13 processed {"a":"y\uFEFFx"}', '3 3:19 processed {"a":null}'],
    end: 'SUCCESS other=0 corrected=2',
  },
  {
    name: 'DEFAULT_IF_NULL fills null, blank and a null value',
    spec: spec('STRING', fill, 'nullValues: [N]'),
    file: '\n \u00a0\nN\ny\n',
    records: [
      '1 1:0 processed {"a":"x"}',
      '2 2:1 processed {"a":"x"}',
      '3 3:5 processed {"a":"x"}',
      '4 4:7 processed {"a":"y"}',
    ],
    end: 'SUCCESS other=0 corrected=3',
  },
  {
    name: 'DEFAULT_IF_NULL fills a missing cell',
    spec:
      'hasHeader: false\nonMissingColumns: WARNING\nfields: [{ name: b, type: STRING }, { name: a, type: STRING }]\ncorrectionRules: [' +
      fill +
      ']',
    file: 'y',
    records: ['1 1:0 processed {"b":"y","a":"x"}', '  WARNING TOO_FEW_COLUMNS - -'],
    end: 'SUCCESS other=0 corrected=1',
  },
  {
    name: 'later corrections change the default',
    spec: spec('STRING', `${fill}, ${upper}`),
    file: '\n',
    records: ['1 1:0 processed {"a":"X"}'],
  },
  {
    name: 'corrections do not change null',
    spec: spec('STRING', `${pad('LEFT', '0', 3)}, ${replace('^', 'z')}`),
    file: '\n',
    records: ['1 1:0 processed {"a":null}'],
    end: 'SUCCESS other=0 corrected=0',
  },
  {
    name: 'null values are compared again after all corrections, not between them',
    spec: spec('STRING', `${upper}, ${fill}`, 'nullValues: [NA]'),
    file: 'na\n',
    records: ['1 1:0 processed {"a":null}'],
    end: 'SUCCESS other=0 corrected=1',
  },
  {
    name: 'corrections run in list order',
    spec: spec('STRING', `${trim}, ${pad('LEFT', '*', 4)}, ${upper}`),
    file: ' ab \n',
    records: ['1 1:0 processed {"a":"**AB"}'],
  },
  {
    name: 'a reverted change counts as a change',
    spec: spec('STRING', `${upper}, ${lower}`),
    file: 'ab\n1\n',
    records: ['1 1:0 processed {"a":"ab"}', '2 2:3 processed {"a":"1"}'],
    end: 'SUCCESS other=0 corrected=1',
  },
  {
    name: 'case conversion uses the full mapping, without a locale',
    spec: spec('STRING', upper),
    file: 'straße\nﬁ\n',
    records: ['1 1:0 processed {"a":"STRASSE"}', '2 2:8 processed {"a":"FI"}'],
  },
  {
    name: 'lower case handles the final sigma and the dotted I',
    spec: spec('STRING', lower),
    file: 'ΣΑΣ\nİ\n',
    records: ['1 1:0 processed {"a":"σας"}', '2 2:7 processed {"a":"i\u0307"}'],
  },
  {
    name: 'padding counts code points',
    spec: spec('STRING', `${pad('LEFT', '😀', 3)}, ${pad('RIGHT', '_', 4)}`),
    file: '𝄞\nabcde\n',
    records: ['1 1:0 processed {"a":"😀😀𝄞_"}', '2 2:5 processed {"a":"abcde"}'],
    end: 'SUCCESS other=0 corrected=1',
  },
  {
    name: 'PAD_LEFT and a number',
    spec: spec('INTEGER', pad('LEFT', '0', 4)),
    file: '7\n',
    records: ['1 1:0 processed {"a":"7"}'],
    end: 'SUCCESS other=0 corrected=1',
  },
  {
    name: 'REGEX_REPLACE replaces every match and inserts its groups',
    spec: spec('STRING', replace('(\\d)(\\d)', '$2$1$$')),
    file: '1234x56\n',
    records: ['1 1:0 processed {"a":"21$43$x65$"}'],
  },
  {
    name: 'empty matches advance by code points',
    spec: spec('STRING', replace('x*', '-')),
    file: 'a😀x\n',
    records: ['1 1:0 processed {"a":"-a-😀--"}'],
  },
  {
    name: 'alternatives have ECMAScript’s priority',
    spec: spec('STRING', replace('a|ab', '<$$>')),
    file: 'ab\n',
    records: ['1 1:0 processed {"a":"<$>b"}'],
  },
  {
    name: 'a group without a match is empty',
    spec: spec('STRING', replace('(a)|(b)', '[$1$2]')),
    file: 'ab\n',
    records: ['1 1:0 processed {"a":"[a][b]"}'],
  },
  {
    name: 'COERCE_DATE reformats dates and rejects other texts',
    spec: spec('DATE', date),
    file: '29/2/2024\n2024-02-28\n30/2/2024\n" "\n',
    records: [
      '1 1:0 processed {"a":"2024-02-29"}',
      '2 2:10 failed {"a":null}',
      '  FATAL TYPE_MISMATCH - a "2024-02-28"',
      '3 3:21 failed {"a":null}',
      '  FATAL TYPE_MISMATCH - a "30/2/2024"',
      '4 4:31 processed {"a":null}',
    ],
    end: 'PARTIAL_SUCCESS other=0 corrected=1',
  },
  {
    name: 'COERCE_DATE with KEEP leaves other texts unchanged',
    spec: spec('DATE', date.replace(' }', ', onOtherText: KEEP }')),
    file: '29/2/2024\n2024-02-28\n30/2/2024\n',
    records: [
      '1 1:0 processed {"a":"2024-02-29"}',
      '2 2:10 processed {"a":"2024-02-28"}',
      '3 3:21 failed {"a":null}',
      '  FATAL TYPE_MISMATCH - a "30/2/2024"',
    ],
    end: 'PARTIAL_SUCCESS other=0 corrected=1',
  },
  {
    name: 'COERCE_DATE tries its source formats in order, and adjacent ones act as one',
    spec: spec(
      'DATE',
      `${date.replace('d/M/yyyy', '[d/M/yyyy, M/d/yyyy]')}, ${date.replace('ruleId: c', 'ruleId: c2').replace('d/M/yyyy', 'yyyyMMdd')}`,
    ),
    file: '2/3/2024\n2/13/2024\n20240229\n2024-02-28\n',
    records: [
      '1 1:0 processed {"a":"2024-03-02"}',
      '2 2:9 processed {"a":"2024-02-13"}',
      '3 3:19 processed {"a":"2024-02-29"}',
      '4 4:28 failed {"a":null}',
      '  FATAL TYPE_MISMATCH - a "2024-02-28"',
    ],
    end: 'PARTIAL_SUCCESS other=0 corrected=3',
  },
  {
    name: 'an oversized correction result becomes null, which fails a required field',
    spec: `${spec('STRING', pad('RIGHT', 'ä', 6), 'maxRecordBytes: 8').replace('type: STRING', 'type: STRING, required: true')}`,
    file: 'abc\n',
    records: ['1 1:0 failed {"a":null}', '  ERROR VALUE_TOO_LONG - a #6', '  FATAL REQUIRED required:a a null'],
  },
  {
    name: 'COERCE_DATE does not trim blanks',
    spec: spec('DATE', date),
    file: ' 1/2/2024\n',
    records: ['1 1:0 failed {"a":null}', '  FATAL TYPE_MISMATCH - a " 1/2/2024"'],
  },
  {
    name: 'a correction result longer than maxRecordBytes',
    spec: `${spec('STRING', `${pad('RIGHT', 'ä', 6)}, ${fill}`, 'maxRecordBytes: 8')}\nvalidationRules: [{ ruleId: q, field: a, ruleType: REQUIRED }]`,
    file: 'abcd\nabc\n',
    records: ['1 1:0 processed {"a":"abcdää"}', '2 2:5 processed {"a":null}', '  ERROR VALUE_TOO_LONG - a #6'],
    end: 'PARTIAL_SUCCESS other=0 corrected=2',
  },
  {
    name: 'only an intermediate correction result is too long',
    spec: spec('STRING', `${pad('RIGHT', ' ', 12)}, ${trim}`, 'maxRecordBytes: 8'),
    file: 'abc\n',
    records: ['1 1:0 processed {"a":"abc"}'],
    end: 'SUCCESS other=0 corrected=1',
  },
  {
    name: 'a replacement whose result exceeds maxRecordBytes is not made',
    spec: spec('STRING', `${upper}, ${replace('A', '12345')}, ${lower}, ${replace('[^]', '')}`, 'maxRecordBytes: 8'),
    file: 'aä\nAÄ\n',
    records: ['1 1:0 processed {"a":null}', '2 2:4 processed {"a":null}'],
    end: 'SUCCESS other=0 corrected=2',
  },
  {
    name: 'such a replacement does not count as a correction and stops the others',
    spec: spec('STRING', `${replace('[Aa]', '12345678')}, ${lower}`, 'maxRecordBytes: 8'),
    file: 'Aä\na\n',
    records: ['1 1:0 processed {"a":null}', '  ERROR VALUE_TOO_LONG - a #2', '2 2:4 processed {"a":"12345678"}'],
    end: 'PARTIAL_SUCCESS other=0 corrected=1',
  },
  {
    name: 'a corrected text that does not match the type',
    spec: spec('INTEGER', `${replace(' ', '')}, ${upper}`),
    file: '1 2\n1 b\n',
    records: ['1 1:0 processed {"a":"12"}', '2 2:4 failed {"a":null}', '  FATAL TYPE_MISMATCH - a "1B"'],
  },
];
