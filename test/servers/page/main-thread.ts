import type { Browser, Page } from 'playwright-core';

/** An event of Chromium's trace: https://perfetto.dev/docs/getting-started/other-formats#chrome-json-format */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args: { name?: string };
}

/** The longest tasks of the main thread of a page, in milliseconds of processor time. */
export interface LongestTasks {
  /** Before the verdict was shown. */
  reading: number;
  /** After that, when the records are shown. */
  showing: number;
}

/**
 * Records the tasks of the main thread of a page, which is the only one of the browser. Processor time does not depend on
 * what else the machine does. The returned function ends the recording, and throws if there is no verdict.
 */
export async function recordTasks(browser: Browser, page: Page): Promise<() => Promise<LongestTasks>> {
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('section.verdict') === null) return;
      performance.mark('verdict-shown');
      observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return findLongest(traceEvents);
  };
}

function findLongest(events: readonly TraceEvent[]): LongestTasks {
  const end = events.find(({ name }) => name === 'verdict-shown')?.ts;
  if (end === undefined) throw new Error('no verdict was shown while the tasks were recorded');
  const threads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter((event) => event.tdur !== undefined && threads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('no task was recorded');
  const longest = (list: readonly TraceEvent[]) => Math.max(0, ...list.map(({ tdur = 0 }) => tdur)) / 1000;
  return {
    reading: longest(tasks.filter(({ ts }) => ts <= end)),
    showing: longest(tasks.filter(({ ts }) => ts > end)),
  };
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}.${tid}`;
}
