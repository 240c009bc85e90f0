import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { suite, type Test } from 'uvu';
import { type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';
import { launch, missing } from './browser.ts';

/** The specs of the project, with their samples. */
export const SPECS = join(import.meta.dirname, '../../../specs');

/** What the tests of a file share. */
export interface PageContext {
  at: Workplace;
  service: Service;
  browser: Browser;
}

/** What happens before the tests of a file. */
export interface Preparation<More extends object> {
  /** Writes specs and creates keys before the service starts. Returns what else the tests share. */
  prepare: (at: Workplace) => More | void;
  /** Further flags of the service. */
  flags?: (at: Workplace) => readonly string[];
  /** Sends requests to the service that has started. */
  begin?: (context: PageContext & More) => Promise<void>;
}

/** Creates a suite of tests in Chromium, with a service of their own. They are skipped without Chromium. */
export function createPageSuite<More extends object>(
  title: string,
  { prepare, flags = () => [], begin = async () => {} }: Preparation<More>,
): { test: Test<PageContext & More>; testInBrowser: ReturnType<typeof skipIf<PageContext & More>> } {
  const test = suite<PageContext & More>(title);
  test.before(async (context) => {
    if (missing !== null) return;
    const at = createWorkplace();
    Object.assign(context, { at, ...prepare(at) });
    Object.assign(context, { service: await startService(at, flags(at)), browser: await launch() });
    await begin(context);
  });
  test.after(async ({ at, service, browser }) => {
    await browser?.close();
    await service?.stop();
    at?.remove();
  });
  return { test, testInBrowser: skipIf(missing, test) };
}

/** Copies the specs of the project and their samples into a workplace. */
export function copySpecs(at: Workplace): void {
  cpSync(SPECS, at.path('specs'), { recursive: true });
}
