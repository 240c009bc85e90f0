/**
 * Writes runtime/page/screenshot.png, which the README shows: `npm run screenshot`. It is a wrong file with its verdict,
 * the issues by rule, and its records with the wrong cells marked.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { launch, open, readVerdict } from './browser.ts';
import { copySpecs } from './suite.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PATH = join(ROOT, 'runtime/page/screenshot.png');
const MAX_BYTES = 200_000;

const at = createWorkplace();
copySpecs(at);
const service = await startService(at);
const browser = await launch();
try {
  const { page } = await open(browser, `${service.url}/#/check/payments?code=MIN_VALUE&field=amount`, {
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  });
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  await readVerdict(page);
  await page.locator('td.wrong').first().waitFor();
  await page.mouse.move(0, 0);
  const verdict = await page.locator('.verdict').boundingBox();
  const records = await page.locator('section', { hasText: 'Records with issues' }).last().boundingBox();
  if (verdict === null || records === null) throw new Error('the page shows no result');
  const y = verdict.y - 20;
  const clip = { x: 0, y, width: 1280, height: records.y + records.height + 20 - y };
  await page.screenshot({ path: PATH, animations: 'disabled', fullPage: true, clip });
} finally {
  await browser.close();
  await service.stop();
  at.remove();
}
const { size } = statSync(PATH);
if (size > MAX_BYTES) throw new Error(`the screenshot has ${size} bytes, more than ${MAX_BYTES}`);
console.log(`wrote runtime/page/screenshot.png (${size} bytes)`);
process.exit(0);
