/** The views Runs and Topics in Chromium, with a real service. */
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { findFreePort } from '../../support/free-port.ts';
import { checkAccessibility, checkNoMarkup, LOOKS, openSignedIn, saveWith } from './browser.ts';
import { createPageSuite } from './suite.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const SECRET = 'hunter2-secret';
const SPEC = {
  name: 'cards',
  format: 'CSV',
  messageKey: ['id'],
  fields: [
    { name: 'id', type: 'STRING', required: true },
    { name: 'amount', type: 'DECIMAL' },
    { name: 'pin', type: 'STRING', sensitive: true },
  ],
  validationRules: [{ ruleId: '<i>r</i>', field: 'amount', ruleType: 'MIN_VALUE', value: '1', message: MARKUP }],
};
const PLAIN = { name: 'plain', format: 'CSV', messageKey: ['id'], fields: [{ name: 'id', type: 'STRING' }] };
const TOTALS = {
  name: 'totals',
  format: 'FIXED_WIDTH',
  recordTypes: [
    {
      name: 'head',
      when: { start: 1, length: 1, values: ['H'] },
      publish: false,
      fields: [{ name: 'day', type: 'STRING', start: 1, length: 1 }],
    },
    {
      name: 'line',
      when: { start: 1, length: 1, values: ['L'] },
      fields: [{ name: 'id', type: 'INTEGER', start: 2, length: 1 }],
    },
    {
      name: 'end',
      when: { start: 1, length: 1, values: ['T'] },
      publish: false,
      fields: [{ name: 'lines', type: 'INTEGER', start: 2, length: 1 }],
    },
  ],
  fileRules: [{ ruleId: 'lines', ruleType: 'COUNT_EQUALS', of: 'line', field: 'end.lines' }],
};
const WIDE_FIELDS = Array.from({ length: 18 }, (_, field) => `field${field}`);
const WIDE = { name: 'wide', format: 'CSV', fields: WIDE_FIELDS.map((name) => ({ name, type: 'STRING' })) };
const quoted = `"${MARKUP.replaceAll('"', '""')}"`;
const FILE = `id,amount,pin\n${quoted},2.50,${SECRET}\nb,0.50,x\nc,<u>1</u>,y\n`;
const FILE_NAME = '<svg onload=1>.csv';

const { test, testInBrowser } = createPageSuite('the views Runs and Topics', {
  prepare: (at) => {
    at.write('specs/cards.json', JSON.stringify(SPEC));
    at.write('specs/plain.json', JSON.stringify(PLAIN));
    at.write('specs/wide.json', JSON.stringify(WIDE));
    at.write('specs/totals.json', JSON.stringify(TOTALS));
    return { key: at.call(['keys', 'add', 'clerk', '--scope', 'read,transform']).stdout.trim(), runId: '' };
  },
  begin: async (context) => {
    const run = await send(context, { specId: 'cards', brokerTopic: 'cards', file: csvFile(FILE, FILE_NAME) });
    context.runId = run.runId;
  },
});

async function send(
  { service, key }: { service: Service; key: string },
  parts: Readonly<Record<string, string | Blob>>,
): Promise<{ runId: string; status: string }> {
  const init = { method: 'POST', headers: { authorization: `Bearer ${key}` } };
  const body = formOf({ skipInvalidRecords: 'true', deadLetterTopic: 'cards-dead', ...parts });
  const response = await service.fetch('/transform/file-to-events', { ...init, body });
  assert.is(response.status, 200, await response.clone().text());
  return (await response.json()) as { runId: string; status: string };
}

testInBrowser('a run shows its counters, issues and rejects, and markup is text', async (context) => {
  const { runId } = context;
  const { page, faults, close } = await openSignedIn(context, '#/runs');
  assert.equal(await page.locator('nav [aria-current]').allTextContents(), ['Runs']);
  const row = page.getByRole('row', { name: FILE_NAME });
  assert.match((await row.textContent()) ?? '', /Some errors.*cards.*3/);
  await page.getByRole('link', { name: FILE_NAME }).click();
  await page.getByRole('heading', { level: 1, name: FILE_NAME }).waitFor();
  assert.is(page.url().endsWith(`#/runs/${runId}`), true);
  await page.getByText(MARKUP).first().waitFor();
  const rows = page.getByRole('table').first().getByRole('row');
  assert.is(await rows.count(), 3, 'a head and two records');
  const time = page.locator('time').first();
  assert.match((await time.getAttribute('title')) ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await page.getByRole('button', { name: /^error amount/ }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  assert.is(await rows.count(), 2);
  assert.is((await saveWith(page, 'Rejects')).bytes.toString(), 'id,amount,pin\nb,0.50,x\nc,<u>1</u>,y\n');
  const lines = (await saveWith(page, 'All issues as NDJSON')).bytes.toString();
  assert.is(lines.trim().split('\n').length, 2);
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await close();
});

testInBrowser('the list is filtered, and the URL has the filter', async (context) => {
  const { page, close } = await openSignedIn(context, '#/runs?status=FAILED');
  await page.getByText('No run fits these filters').waitFor();
  await page.getByLabel('Status').selectOption('PARTIAL_SUCCESS');
  await page.getByRole('link', { name: FILE_NAME }).waitFor();
  await page.getByLabel('Topic').fill('other');
  await page.getByLabel('Topic').press('Enter');
  await page.getByText('No run fits these filters').waitFor();
  assert.match(page.url(), /#\/runs\?status=PARTIAL_SUCCESS&topic=other$/);
  await page.getByLabel('Topic').fill('../x');
  await page.getByLabel('Topic').press('Enter');
  await page.getByRole('alert').waitFor();
  await page.goto(`${context.service.url}/#/runs/none`);
  await page.getByText('No run has this id.').waitFor();
  await close();
});

testInBrowser('a run in progress is followed with the key in a header', async (context) => {
  const { page, close } = await openSignedIn(context, '#/topics');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) requests.push(request.headers()['authorization'] ?? '');
  });
  // The first answer says that the run is in progress, so that the page asks for its events.
  let isFirst = true;
  await page.route(`**/api/v1/runs/${context.runId}`, async (route) => {
    const response = await route.fetch();
    const run = (await response.json()) as object;
    const json = isFirst ? { ...run, status: 'RUNNING', finishedAt: null, issueCounts: [], errors: [] } : run;
    isFirst = false;
    await route.fulfill({ response, json });
  });
  await page.goto(`${context.service.url}/#/runs/${context.runId}`);
  await page.getByRole('heading', { name: 'Save' }).waitFor();
  assert.equal(requests, [`Bearer ${context.key}`]);
  await close();
});

testInBrowser('a topic shows keys, values and headers, and follows new messages', async (context) => {
  await send(context, { specId: 'plain', brokerTopic: 'plain', file: csvFile('id\nfirst\n') });
  const { page, close } = await openSignedIn(context, '#/topics');
  await page.getByRole('link', { name: 'plain' }).click();
  const cells = page.getByRole('cell', { name: 'first' });
  await cells.first().waitFor();
  await page.getByText('Headers').first().click();
  await page.getByText('/specs/plain', { exact: true }).waitFor();
  await send(context, { specId: 'plain', brokerTopic: 'plain', file: csvFile('id\nsecond\n') });
  await page.getByRole('cell', { name: 'second' }).first().waitFor();
  await page.getByLabel('Follow').uncheck();
  await page.goto(`${context.service.url}/#/topics/plain?from=1`);
  await page.getByRole('cell', { name: 'first' }).first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.getByRole('cell', { name: 'first' }).first().waitFor();
  await page.goto(`${context.service.url}/#/topics/none`);
  await page.getByText('There is no such topic.').waitFor();
  await close();
});

testInBrowser('a topic with wide records is short on a phone, and its pages have all of them', async (context) => {
  const look = { viewport: { width: 360, height: 740 } };
  const rows = Array.from({ length: 45 }, (_, row) => WIDE_FIELDS.map((name) => `${name}-${row}`).join(','));
  const file = csvFile(`${WIDE_FIELDS.join(',')}\n${rows.join('\n')} ${'long '.repeat(100)}\n`);
  await send(context, { specId: 'wide', brokerTopic: 'wide', file });
  const { page, faults, close } = await openSignedIn(context, '#/topics/wide', look);
  await page.getByRole('rowheader', { name: '44' }).waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 8000, `the page has a height of ${height} pixels`);
  await page.getByText('14 more fields, and headers').last().click();
  await page.getByText('field17-44').first().waitFor();
  await page.getByText(/show all 511 characters/).click();
  for (const first of ['5', '0']) {
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('rowheader', { name: `Offset ${first}`, exact: true }).waitFor();
  }
  assert.equal(faults, []);
  await close();
});

testInBrowser('values of messages are masked until the user asks for them, and markup is text', async (context) => {
  const { page, faults, close } = await openSignedIn(context, '#/topics/cards');
  await page.getByText('masked, 14 characters').waitFor();
  assert.is((await page.content()).includes(SECRET), false);
  await page.getByLabel('Show sensitive values').check();
  await page.getByText(SECRET).waitFor();
  await page.getByText(MARKUP).first().waitFor();
  assert.match((await page.locator('.members').first().textContent()) ?? '', /amount2\.50/, 'all digits are shown');
  await page.goto(`${context.service.url}/#/topics/cards-dead`);
  await page
    .getByText(/^masked/)
    .first()
    .waitFor();
  assert.is((await page.content()).includes('<u>1'), false);
  await page.getByLabel('Show sensitive values').check();
  await page.locator('pre').getByText('<u>1</u>').waitFor();
  await checkNoMarkup(page);
  assert.equal(faults, []);
  await close();
});

testInBrowser('each view is accessible in each look', async (context) => {
  for (const look of LOOKS) {
    const { page, close } = await openSignedIn(context, '#/runs', look);
    const check = async (fragment: string, shown: string) => {
      await page.goto(`${context.service.url}/${fragment}`);
      await page.locator(shown).first().waitFor();
      await checkAccessibility(page, `${fragment}, ${look.colorScheme} ${look.viewport.width}`);
    };
    await check('#/runs', 'td .status');
    await check(`#/runs/${context.runId}`, 'td.issues');
    await check('#/topics', 'td.number');
    await check('#/topics/cards', '.members');
    await close();
  }
});

testInBrowser('runs and topics are reached by keyboard alone', async (context) => {
  const { page, close } = await openSignedIn(context, '#/runs');
  const tabTo = async (name: string | RegExp) => {
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      if (await page.getByRole('link', { name }).and(page.locator(':focus')).count()) return;
    }
    assert.unreachable(`no Tab leads to ${name}`);
  };
  await page.getByRole('link', { name: FILE_NAME }).waitFor();
  await tabTo(FILE_NAME);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: FILE_NAME }).waitFor();
  await tabTo('cards');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'cards' }).waitFor();
  await close();
});

testInBrowser('in every state of a run, what the page says was published is in the topic', async (context) => {
  const { service, key } = context;
  const headers = { authorization: `Bearer ${key}` };
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `${from + at},2,p\n`).join('');
  const good = `id,amount,pin\n${lines(1, 3)}`;
  const part = `${good}x,0.50,p\n`;
  const wrong = `id,amount,pin\n${lines(1, 12_000)}y,z,p\ny,z,p\n`;
  const sent: [file: string, parts: Record<string, string>, status: string, published: number][] = [
    [good, {}, 'SUCCESS', 3],
    [part, {}, 'PARTIAL_SUCCESS', 3],
    [part, { skipInvalidRecords: 'false' }, 'PARTIAL_SUCCESS', 4],
    [wrong, { maxErrors: '1' }, 'FAILED', 12_000],
    [wrong, { maxErrors: '1 %', skipInvalidRecords: 'true' }, 'PARTIAL_SUCCESS', 12_000],
    [part, { maxErrors: '1 %' }, 'FAILED', 0],
    [wrong, { delivery: 'all-or-nothing' }, 'FAILED', 0],
    ['id,amount,pin\ny,z,p\n', {}, 'FAILED', 0],
    ['amount\n1\n', {}, 'FAILED', 0],
    ['H\nL1\nL2\nT9\n', { specId: 'totals' }, 'FAILED', 0],
    ['H\nL1\nL2\nT2\n', { specId: 'totals' }, 'SUCCESS', 2],
  ];
  const { page, faults, close } = await openSignedIn(context, '#/runs');
  const shows = async (name: string) => {
    const item = page.locator('dl.facts > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
    return Number((await item.locator('dd').first().textContent())?.replace(/\D/g, ''));
  };
  for (const [index, [file, parts, status, published]] of sent.entries()) {
    const brokerTopic = `state-${index}`;
    const { runId, status: ended } = await send(context, {
      ...{ specId: 'cards', brokerTopic, file: csvFile(file, `${brokerTopic}.csv`) },
      ...parts,
    });
    const what = `${status} ${JSON.stringify(parts)} ${brokerTopic}`;
    await page.goto(`${service.url}/#/runs/${runId}`);
    await page.getByRole('heading', { level: 1, name: `${brokerTopic}.csv` }).waitFor();
    const topics = (await (await service.fetch('/topics', { headers })).json()) as { name: string; messages: number }[];
    const messages = topics.find(({ name }) => name === brokerTopic)?.messages ?? 0;
    assert.equal([ended, messages, await shows('Published')], [status, published, published], what);
    const types = await page
      .getByRole('region', { name: 'Counters of record types' })
      .locator('tbody tr td:last-child')
      .allTextContents();
    const sum = types.reduce((all, text) => all + Number(text.replace(/\D/g, '')), 0);
    assert.is(types.length === 0 ? published : sum, published, what);
    const word = await page.locator('section.card .status').first().textContent();
    assert.is(word === 'Failed', status === 'FAILED', what);
  }
  assert.equal(faults, []);
  await close();
});

/** A run as the service has described it. */
interface Snapshot {
  runId: string;
  status: string;
  totalRecords: number;
  processedRecords: number;
  pause?: { message: string };
  recordTypes?: { published: number }[];
}

/**
 * Starts a service with one thread, and returns how it describes a run in progress, one that waits for the thread, and the
 * first one after it was cancelled, with the number of its messages.
 */
async function describeInProgress(): Promise<{ runs: Snapshot[]; cancelled: Snapshot; messages: number }> {
  const at = createWorkplace();
  at.write('specs/lines.json', JSON.stringify({ ...TOTALS, name: 'lines', fileRules: undefined }));
  const service = await startService(at, ['--threads', '1']);
  const read = async <T>(path: string) => (await (await service.fetch(path)).json()) as T;
  const accept = async (name: string, file: string) => {
    const body = formOf({ specId: 'lines', brokerTopic: name, file: csvFile(file, `${name}.txt`) });
    const init = { method: 'POST', headers: { prefer: 'respond-async' }, body };
    return ((await (await service.fetch('/transform/file-to-events', init)).json()) as { runId: string }).runId;
  };
  try {
    const first = await accept('first', `H1\n${'L1\n'.repeat(3_000_000)}T1\n`);
    const second = await accept('second', `H1\n${'L1\n'.repeat(3_000_000)}T1\n`);
    let runs: Snapshot[] = [];
    await eventually(async () => {
      runs = await Promise.all([first, second].map((id) => read<Snapshot>(`/runs/${id}`)));
      return (runs[0]?.totalRecords ?? 0) > 0;
    });
    for (const id of [first, second]) await service.fetch(`/runs/${id}/cancel`, { method: 'POST' });
    await eventually(async () => (await read<Snapshot>(`/runs/${first}`)).status === 'FAILED');
    const topics = await read<{ name: string; messages: number }[]>('/topics');
    const messages = topics.find(({ name }) => name === 'first')?.messages ?? 0;
    return { runs, cancelled: await read<Snapshot>(`/runs/${first}`), messages };
  } finally {
    await service.stop();
    at.remove();
  }
}

/** Returns how a service describes a run whose broker does not answer. */
async function describePaused(): Promise<Snapshot> {
  const at = createWorkplace();
  at.write('specs/plain.json', JSON.stringify(PLAIN));
  const service = await startService(at, ['--broker', `kafka://127.0.0.1:${await findFreePort()}`]);
  try {
    const body = formOf({ specId: 'plain', brokerTopic: 'plain', file: csvFile('id\na\n', 'waits.csv') });
    const init = { method: 'POST', headers: { prefer: 'respond-async' }, body };
    const { runId } = (await (await service.fetch('/transform/file-to-events', init)).json()) as Snapshot;
    let run: Snapshot | null = null;
    await eventually(async () => {
      run = (await (await service.fetch(`/runs/${runId}`)).json()) as Snapshot;
      return run.status === 'PAUSED';
    });
    if (run === null) throw new Error('unreachable');
    return run;
  } finally {
    await service.stop();
    at.remove();
  }
}

testInBrowser('a run that has not ended says so in its verdict, its counters and its tables', async (context) => {
  const { runs, cancelled, messages } = await describeInProgress();
  const paused = await describePaused();
  // Its topic is that of another service, so the view finds no first events of it.
  const all = [...runs, paused, { ...cancelled, runId: 'cancelled' }];
  assert.equal(
    all.map(({ status }) => status),
    ['RUNNING', 'QUEUED', 'PAUSED', 'FAILED'],
  );
  const publishedOf = ({ processedRecords, recordTypes }: Snapshot) =>
    recordTypes?.reduce((sum, { published }) => sum + published, 0) ?? processedRecords;
  assert.is(publishedOf(cancelled), messages, 'what was published before a run was cancelled is counted');
  const { page, faults, close } = await openSignedIn(context, '#/topics');
  await page.route('**/api/v1/runs/*/events', () => {});
  await page.route('**/api/v1/runs?*', (route) => route.fulfill({ json: all }));
  for (const run of all) await page.route(`**/api/v1/runs/${run.runId}`, (route) => route.fulfill({ json: run }));
  const words = ['Running', 'Waiting', 'Paused', 'Failed'];
  await page.goto(`${context.service.url}/#/runs`);
  await page.locator('td .status').first().waitFor();
  assert.equal(await page.locator('td .status').allTextContents(), words);
  for (const [index, run] of all.entries()) {
    await page.goto(`${context.service.url}/#/runs/${run.runId}`);
    const facts = page.locator('dl.facts > div');
    await page
      .locator('section.card .status')
      .getByText(words[index] ?? '')
      .waitFor();
    const shown = Object.fromEntries(
      await facts.evaluateAll((items) =>
        items.map((item) => [item.firstChild?.textContent, Number(item.lastChild?.textContent?.replace(/\D/g, ''))]),
      ),
    ) as Record<string, number>;
    assert.equal([shown['Records'], shown['Published']], [run.totalRecords, publishedOf(run)], run.status);
    const types = await page
      .getByRole('region', { name: 'Counters of record types' })
      .locator('tbody td:last-child')
      .allTextContents();
    const sum = types.reduce((sumOf, text) => sumOf + Number(text.replace(/\D/g, '')), 0);
    assert.is(types.length === 0 ? publishedOf(run) : sum, publishedOf(run), run.status);
    const isInProgress = index < 3;
    assert.is(await page.getByRole('progressbar').count(), isInProgress ? 1 : 0, run.status);
    assert.is(await page.getByRole('button', { name: 'Cancel' }).count(), isInProgress ? 1 : 0, run.status);
    if (run.pause !== undefined) await page.getByText(run.pause.message).waitFor();
  }
  assert.equal(
    faults.filter((fault) => !fault.includes('404')),
    [],
  );
  await close();
});

test.run();
