import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatBytes, formatCounted, formatDuration } from '../../runtime/cli/format/numbers.ts';
import { createProgressBar, fitProgress, formatProgress } from '../../runtime/cli/format/progress-bar.ts';
import { formatTable } from '../../runtime/cli/format/table.ts';
import { terminalOf, visible, visibleJson, widthOf } from '../../runtime/cli/format/terminal.ts';

// Only these members of a stream are used.
const streamOf = (isTTY: boolean, columns = 80) => {
  const written: string[] = [];
  return {
    stream: { isTTY, columns, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream,
    written,
  };
};

test('colours are for terminals, and NO_COLOR is respected', () => {
  const { stream } = streamOf(true);
  assert.is(terminalOf(stream, {}).red('x'), '\x1b[31mx\x1b[0m');
  assert.is(terminalOf(stream, { NO_COLOR: '1' }).red('x'), 'x');
  assert.is(terminalOf(stream, { TERM: 'dumb' }).red('x'), 'x');
  assert.is(terminalOf(streamOf(false).stream, {}).red('x'), 'x');
});

test('hidden characters become visible, others are unchanged', () => {
  assert.is(
    visible('a\x00\t\n\x1b\x7f\x85\u200b\u2066\ufeff é 漢 😀'),
    'a␀␉␊␛␡\\u{85}\\u{200b}\\u{2066}\\u{feff} é 漢 😀',
  );
  assert.is(visible('half \ud800 pair'), 'half \\u{d800} pair');
  const json = JSON.stringify({ a: '\x1b\x7f\x9b\u2028\u202e é' });
  assert.not.match(visibleJson(json), /[\x00-\x1f\x7f-\x9f\u2028\u202e]/);
  assert.equal(JSON.parse(visibleJson(json)), JSON.parse(json));
});

test('widths are those of a terminal', () => {
  assert.equal(['abc', 'é', 'e\u0301', '漢字', '😀', ''].map(widthOf), [3, 1, 1, 4, 2, 0]);
});

test('a table fits its terminal: columns are cut in the middle, the last one wraps', () => {
  const columns = [{ title: 'N', align: 'right' as const }, { title: 'Value', maxWidth: 6 }, { title: 'Message' }];
  const rows = [
    [{ text: '1' }, { text: 'a long value' }, { text: 'words that take more than a line of this table' }],
    [{ text: '1000' }, { text: '漢字漢字' }, { text: 'x'.repeat(45) }],
  ];
  const lines = formatTable(columns, rows, 36);
  assert.equal(lines, [
    '   N  Value   Message',
    '   1  a lon…  words that take more',
    '              than a line of this',
    '              table',
    '1000  漢字…   xxxxxxxxxxxxxxxxxxxxxx',
    '              xxxxxxxxxxxxxxxxxxxxxx',
    '              x',
  ]);
  assert.ok(lines.every((line) => widthOf(line) <= 36));
  assert.equal(
    formatTable(columns, rows, Infinity)[1],
    '   1  a long value  words that take more than a line of this table',
  );
});

test('colours do not change the layout of a table', () => {
  const [, line] = formatTable(
    [{ title: 'A' }, { title: 'B' }],
    [[{ text: 'x', paint: (text) => `<${text}>` }, { text: 'y' }]],
    40,
  );
  assert.is(line, '<x>  y');
});

test('progress: bytes, records per second, time left', () => {
  assert.is(
    formatProgress('a.csv', { bytes: 250_000_000, totalBytes: 1_000_000_000, records: 3_000_000 }, 2000),
    'a.csv  █████░░░░░░░░░░░░░░░ 25%  250 MB of 1.0 GB  1,500,000 records/s  6.0 s left',
  );
  assert.is(formatProgress('-', { bytes: 1500, totalBytes: null, records: 10 }, 1000), '-  1.5 kB  10 records/s');
});

test('progress on a narrow terminal: the bar and the title are shortened, the time left remains', () => {
  const progress = { bytes: 250_000_000, totalBytes: 1_000_000_000, records: 3_000_000 };
  const fitted = (title: string, width = 79) => fitProgress({ title, progress, ms: 2000 }, width);
  assert.is(fitted('a.csv', 100), formatProgress('a.csv', progress, 2000));
  assert.is(fitted('pay-1.csv'), 'pay-1.csv  ███░░░░░░░░░░ 25%  250 MB of 1.0 GB  1,500,000 records/s  6.0 s left');
  assert.is(
    fitted('payments-2026-11-22-from-the-bank.csv'),
    'payments-2026…  ██░░░░░░ 25%  250 MB of 1.0 GB  1,500,000 records/s  6.0 s left',
  );
  assert.is(widthOf(fitted('a long name.csv', 30)), 30);
});

test('a progress bar is shown on a terminal only, fits it, and is removed', async () => {
  const progress = { bytes: 1, totalBytes: 2, records: 1 };
  for (const isTTY of [true, false]) {
    const { stream, written } = streamOf(isTTY, 40);
    const bar = createProgressBar(stream, 'a\x1b.csv');
    bar.show(progress);
    assert.equal(written, [], 'nothing is shown for work that ends at once');
    await new Promise((resolve) => setTimeout(resolve, 110));
    bar.show(progress);
    bar.show(progress);
    bar.clear();
    bar.clear();
    if (!isTTY) assert.equal(written, []);
    else {
      assert.is(written.length, 2);
      assert.match(written[0] ?? '', /^\ra␛\.csv  █+░+/);
      assert.ok(widthOf((written[0] ?? '').replace(/\r|\x1b\[K/g, '')) <= 39);
      assert.is(written[1], '\r\x1b[K');
    }
  }
});

test('numbers are formatted for people', () => {
  assert.equal([0, 999, 1000, 1_500_000, 999_600, 10_737_418_240].map(formatBytes), [
    '0 B',
    '999 B',
    '1.0 kB',
    '1.5 MB',
    '1.0 MB',
    '11 GB',
  ]);
  assert.equal([0.4, 999, 3400, 59_960, 125_000, 3_725_000].map(formatDuration), [
    '0 ms',
    '999 ms',
    '3.4 s',
    '1:00 min',
    '2:05 min',
    '1:02:05 h',
  ]);
  assert.equal(
    [0, 1, 1234].map((count) => formatCounted(count, 'record')),
    ['0 records', '1 record', '1,234 records'],
  );
});

test.run();
