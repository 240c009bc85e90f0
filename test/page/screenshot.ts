/** Writes runtime/page/screenshot.png, which the README shows: `npm run screenshot`. */
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../runtime/service.ts';
import { createWorkplace } from '../runtime/specmill.ts';
import { launch, open, readVerdict } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATH = join(ROOT, 'runtime/page/screenshot.png');
const MAX_BYTES = 200_000;

const at = createWorkplace();
cpSync(join(ROOT, 'specs'), at.path('specs'), { recursive: true });
const service = await startService(at);
const browser = await launch();
try {
  const { page } = await open(browser, `${service.url}/#/check/payments?severity=ERROR`, {
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
  });
  await page.getByRole('button', { name: /^payments\.csv/ }).click();
  await readVerdict(page);
  await page.getByRole('table').waitFor();
  const verdict = await page.locator('.verdict').boundingBox();
  await page.evaluate((top) => scrollTo(0, top - 20), verdict?.y ?? 0);
  await page.screenshot({ path: PATH, animations: 'disabled' });
} finally {
  await browser.close();
  await service.stop();
  at.remove();
}
const { size } = statSync(PATH);
if (size > MAX_BYTES) throw new Error(`the screenshot has ${size} bytes, more than ${MAX_BYTES}`);
console.log(`wrote runtime/page/screenshot.png (${size} bytes)`);
process.exit(0);
