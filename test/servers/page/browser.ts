import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { findChromium } from './chromium.ts';

/** Why the tests of the page are skipped; null if they are not. */
export const missing = findChromium() === null ? 'needs Chromium: run npm run test:page' : null;

/** Widths and colours in which each view is checked. */
export const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

/** Starts Chromium. Its sandbox does not work for root. */
export function launch(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** Starts Chromium with a profile in a folder. Otherwise, files that the page writes are in memory. */
export function launchOnDisk(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, launchOptions());
}

function launchOptions() {
  return { executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] };
}

/** A page of the browser, and what went wrong in it. */
export interface OpenedPage {
  page: Page;
  /** Errors of scripts, of the policy, and requests to other origins. */
  faults: string[];
  close(): Promise<void>;
}

/** Opens a URL in a new profile. Large downloads do not ask for a file, because no dialog can be answered here. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  return openIn(await browser.newContext(options), url);
}

/** Opens a URL in a profile. */
export async function openIn(context: BrowserContext, url: string): Promise<OpenedPage> {
  context.setDefaultTimeout(60_000);
  await context.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await context.addInitScript(recordShifts);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.origin !== new URL(url).origin && target.protocol.startsWith('http')) faults.push(`loads ${target}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** What moved without an input, and how far: a share of the window times a share of its height. */
interface Shift {
  /** Milliseconds since the page was opened. */
  at: number;
  value: number;
  moved: string[];
}

/**
 * The cumulative layout shift of a view: https://web.dev/articles/cls. Above 0.1, users notice it. On a busy machine, the
 * answer to an input comes so late that its shift counts too.
 */
const MAX_SHIFT = 0.1;
/** Shifts belong to one window if at most this time lies between two of them, and this time between first and last. */
const SHIFT_GAP_MS = 1000;
const SHIFT_WINDOW_MS = 5000;

/** Returns the largest sum of the shifts of one window. */
function cumulativeShift(shifts: readonly Shift[]): number {
  let [largest, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { at, value } of shifts) {
    if (at - last > SHIFT_GAP_MS || at - first > SHIFT_WINDOW_MS) [sum, first] = [0, at];
    sum += value;
    last = at;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** A shift of the layout that no input has caused: https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Runs in the page: records which elements move without an input. */
function recordShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : String(node)));
      shifts.push({ at: startTime, value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * Throws if axe finds a violation of WCAG 2.2 A or AA or of its best practices, or if the page is wider than its window.
 * Throws also if the layout has shifted. `what` names the view and its look. If SPECMILL_SCREENSHOTS names a folder, a picture of the page is written there.
 */
export async function checkAccessibility(page: Page, what: string): Promise<void> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await checker.run()).violations;
  });
  const described = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
        .join('\n')}`,
  );
  assert.equal(described, [], what);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(width <= 0, `${what}: the page is ${width} px wider than its window`);
  await checkStill(page, what);
  const folder = process.env['SPECMILL_SCREENSHOTS'];
  const name = what.replace(/[^\w]+/g, '-').replace(/^-/, '');
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Throws if the layout of the page has shifted without an input. */
export async function checkStill(page: Page, what: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  assert.ok(cumulativeShift(shifts) < MAX_SHIFT, `${what}: the layout shifts: ${JSON.stringify(shifts)}`);
}

/** Drops a file on the page. */
export async function chooseFile(
  page: Page,
  name: string,
  content: string | Buffer,
  label = 'File to check',
): Promise<void> {
  await page
    .getByLabel(label)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

/** Markup that changes the title of the page if it is interpreted. */
export const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>x</b><u>y</u>{{1+1}}';

/** Throws if the page has elements that are made of markup in a spec or a file, or if a script in it has run. */
export async function checkNoMarkup(page: Page): Promise<void> {
  const planted = page.locator('main').locator('img, script, b, u, i, s, em, svg[onload]');
  assert.equal(await planted.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML)), []);
  assert.match(await page.title(), /^Specmill: [a-z ]+$/);
}

/** Opens a place in the page of a service, signed in for the tab. */
export async function openSignedIn(
  { browser, service, key }: { browser: Browser; service: { url: string }; key: string },
  fragment: string,
  look: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const opened = await open(browser, `${service.url}/${fragment}`, look);
  await opened.page.getByLabel('API key').fill(key);
  await opened.page.getByLabel('Keep it').check();
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.getByRole('link', { name: 'Runs', exact: true }).waitFor();
  // Without a key, the first requests were refused.
  opened.faults.length = 0;
  return opened;
}

/** Presses a button that saves a file, and returns the file. */
export async function saveWith(page: Page, button: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Waits for the verdict and returns its sentence and counters. */
export async function readVerdict(page: Page): Promise<{ sentence: string; counters: Record<string, number> }> {
  const verdict = page.locator('section.verdict');
  await verdict.waitFor();
  const sentence = (await verdict.getByRole('heading').textContent()) ?? '';
  const names = await verdict.locator('dt').allTextContents();
  const counts = await verdict.locator('dd').allTextContents();
  const counters = Object.fromEntries(
    names.map((name, index) => [name, Number(counts[index]?.replaceAll(',', '') ?? Number.NaN)]),
  );
  return { sentence, counters };
}
