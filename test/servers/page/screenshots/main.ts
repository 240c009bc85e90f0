/**
 * Writes a picture of every view, dialog and state of the page, 1400 and 390 pixels wide: `npm run screenshots -- FOLDER [NAME…]`.
 * Fails if axe finds a violation, if the page is wider than its window, or if its layout shifts.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkAccessibility, openIn } from '../browser.ts';
import { furnish } from './furnish.ts';
import { type Scene, SCENES } from './scenes.ts';

const WIDTHS = [1400, 390];

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder for the pictures: npm run screenshots -- FOLDER');
mkdirSync(folder, { recursive: true });
const stage = await furnish();
let failures = 0;
try {
  for (const width of WIDTHS)
    for (const scene of SCENES) if (names.length === 0 || names.includes(scene.name)) await take(scene, width);
} finally {
  await stage.end();
}
console.log(`${failures} failures`);
process.exit(failures > 0 ? 1 : 0);

async function take({ name, show, as = 'operator' }: Scene, width: number): Promise<void> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const context = await stage.browser.newContext({ colorScheme: 'light', viewport, reducedMotion: 'reduce' });
  // The first, empty page has no storage.
  const keep = (key: string) => location.origin !== 'null' && key !== '' && sessionStorage.setItem('specmill-key', key);
  await context.addInitScript(keep, stage.keys[as]);
  const { page, faults } = await openIn(context, 'about:blank');
  page.setDefaultTimeout(30_000);
  try {
    await show(page, async (fragment) => void (await page.goto(`${stage.service.url}/${fragment}`)), stage);
    await page.waitForTimeout(300);
    await checkAccessibility(page, `${name} ${width}`);
    const unexpected = faults.filter((fault) => !/status of [45]\d\d|^loads /.test(fault));
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
    console.log(`ok   ${name} ${width}`);
  } catch (error) {
    failures++;
    const { message, actual } = error as Error & { actual?: unknown };
    console.log(`FAIL ${name} ${width}: ${message}${actual === undefined ? '' : `: ${JSON.stringify(actual)}`}`);
  }
  await page.screenshot({ path: join(folder ?? '', `${name}-${width}.png`), fullPage: true, animations: 'disabled' });
  await context.close();
}
