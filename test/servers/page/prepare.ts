/** Installs Chromium for test:page. Without the rights for that, the tests are skipped. */
import { findChromium, installChromium } from './chromium.ts';

if (findChromium() === null) {
  console.log('note: installing Chromium');
  try {
    installChromium();
    if (findChromium() === null) throw new Error('its program is not where the tests look for it');
  } catch (error) {
    console.log(`note: no Chromium: ${error instanceof Error ? error.message : String(error)}`);
    if (process.env['CI']) process.exitCode = 1;
  }
}
