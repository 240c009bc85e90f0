type Edit = (lines: string[]) => void;

/** Replaces the characters of a line from position `start`, both from 1. */
function put(line: number, start: number, text: string): Edit {
  return (lines) => {
    const old = lines[line - 1] ?? '';
    lines[line - 1] = old.slice(0, start - 1) + text + old.slice(start - 1 + text.length);
  };
}

function replace(line: number, before: string, after: string): Edit {
  return (lines) => {
    if (lines[line - 1]?.includes(before) !== true) throw new Error(`line ${line} has no ${before}`);
    lines[line - 1] = (lines[line - 1] ?? '').replace(before, after);
  };
}

function remove(line: number): Edit {
  return (lines) => void lines.splice(line - 1, 1);
}

function repeat(line: number): Edit {
  return (lines) => void lines.splice(line, 0, lines[line - 1] ?? '');
}

/** A copy of a valid file with one fault, and all issues that must be found: `line code rule`. */
interface BrokenCopy {
  readonly title: string;
  readonly spec: string;
  /** The path of the file in the folder of fixed-width corpora. */
  readonly file: string;
  readonly edit: Edit;
  readonly found: readonly string[];
}

function copiesOf(spec: string, file: string, copies: readonly (readonly [string, Edit, ...string[]])[]): BrokenCopy[] {
  return copies.map(([title, edit, ...found]) => ({ title: `${spec}: ${title}`, spec, file, edit, found }));
}

/** Broken copies of bank files of the corpora. */
export const brokenCopies: readonly BrokenCopy[] = [
  ...copiesOf('nacha', 'ach/ppd-mixedDebitCredit.ach', [
    ['an amount differs', put(4, 30, '0100000001'), '6 SUM_EQUALS batch-credits'],
    ['a credit became a debit', put(4, 2, '27'), '6 SUM_EQUALS batch-debits', '6 SUM_EQUALS batch-credits'],
    ['a bank number differs', put(5, 4, '23138011'), '6 SUM_EQUALS batch-hash'],
    ['the batch counts too few entries', put(6, 5, '000002'), '6 COUNT_EQUALS batch-entries', '7 SUM_EQUALS entries'],
    ['the file counts too many batches', put(7, 2, '000002'), '7 COUNT_EQUALS batches'],
    ['the file counts too many blocks', put(7, 8, '000002'), '7 COUNT_EQUALS blocks'],
    ['the hash of the file differs', put(7, 22, '0069414031'), '7 SUM_EQUALS hash'],
    ['the debits of the file differ', put(7, 43, '1'), '7 SUM_EQUALS debits'],
    ['the credits of the file differ', put(7, 55, '1'), '7 SUM_EQUALS credits'],
    ['a filler line is lost', remove(9), 'null INCOMPLETE_BLOCK null'],
    [
      'a filler line precedes the control record',
      (lines) => void lines.splice(5, 0, ...lines.splice(7, 1)),
      '7 UNEXPECTED_RECORD null',
    ],
  ]),
  ...copiesOf('nacha', 'ach/flattenBatchesOneBatchHeader.ach', [
    [
      'an addenda record occurs twice',
      repeat(4),
      '10 COUNT_EQUALS batch-entries',
      '11 COUNT_EQUALS blocks',
      'null INCOMPLETE_BLOCK null',
    ],
    [
      'the batch has no control record',
      remove(9),
      '9 MISSING_RECORD null',
      '9 SUM_EQUALS credits',
      '9 SUM_EQUALS entries',
      '9 SUM_EQUALS hash',
      'null INCOMPLETE_BLOCK null',
    ],
  ]),
  ...copiesOf('bai2', 'bai2/sample2.txt', [
    ['an account counts too few lines', replace(11, '5/', '4/'), '11 COUNT_EQUALS account-records'],
    [
      'a continuation line is lost',
      remove(9),
      '10 COUNT_EQUALS account-records',
      '11 COUNT_EQUALS group-records',
      '30 COUNT_EQUALS file-records',
    ],
    [
      'the total of a group differs',
      replace(20, '180000000', '180000001'),
      '20 SUM_EQUALS group-total',
      '31 SUM_EQUALS file-total',
    ],
    ['a group counts too many accounts', replace(20, ',1,8/', ',2,8/'), '20 COUNT_EQUALS group-accounts'],
    ['the file counts too few groups', replace(31, ',4,31', ',3,31'), '31 COUNT_EQUALS file-groups'],
    ['a continuation line follows nothing', (lines) => void lines.unshift('88,1/'), '1 UNKNOWN_RECORD_TYPE null'],
  ]),
  ...copiesOf('coda', 'coda/sample2.cod', [
    ['an amount differs', put(3, 47, '1'), '18 SUM_EQUALS debits'],
    ['a detail became a movement', put(5, 54, '3'), '18 SUM_EQUALS debits'],
    ['a debit became a credit', put(3, 32, '0'), '18 SUM_EQUALS debits', '18 SUM_EQUALS credits'],
    ['a line is lost', remove(7), '17 COUNT_EQUALS records'],
    ['the trailer is lost', remove(18), 'null MISSING_RECORD null'],
  ]),
];
