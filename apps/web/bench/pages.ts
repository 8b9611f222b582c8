import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type BrowserContext } from 'playwright-core';
import { becomeOwner } from '../test/journeys/support/people.ts';
import { startStack } from '../test/journeys/support/stack.ts';
import { chromiumPath, quietArguments } from '../test/spa/support/browser.ts';

const times = 7;

/** The page, and what of it a person has come for: an element, and words that must stand in it. */
interface Measured {
  readonly path: string;
  readonly css: string;
  readonly words: string;
}

const pages: Readonly<Record<string, Measured>> = {
  home: { path: '/home', css: 'main a', words: 'Send a first message' },
  endpoints: { path: '/endpoints', css: 'main [role=row] a', words: 'Insurance Chatbot' },
  endpoint_test: { path: '{endpoint}?tab=test', css: 'main button', words: 'Send' },
  endpoint_explore: { path: '{endpoint}?tab=explore', css: 'main button', words: 'Start exploring' },
  connect: { path: '/endpoints/new?way=auto', css: 'main button', words: 'Analyze' },
  traces: { path: '/traces', css: 'main h2', words: 'No traces yet' },
  requirements: { path: '/requirements', css: 'main h2', words: 'No requirements yet' },
  tests: { path: '/tests', css: 'main h2', words: 'No tests yet' },
  test_sets: { path: '/test-sets', css: 'main h2', words: 'No test sets yet' },
  runs: { path: '/runs', css: 'main h2', words: 'No runs yet' },
  review: { path: '/review', css: 'main h2', words: 'Nothing waits for a review' },
  metrics: { path: '/metrics', css: 'main h2', words: 'None chosen yet' },
  members: { path: '/settings/members', css: 'main td', words: 'owner@example.test' },
};

const bare: Measured = { path: '/', css: 'main h1', words: 'Bare' };

/**
 * Milliseconds from the start of a navigation until what the page is for is painted and the page takes input, in Chromium
 * over loopback: cold with an empty cache, warm when the page was open before; beside a bare static page.
 */
export async function run(): Promise<Record<string, unknown>> {
  const executablePath = chromiumPath(process.env);
  if (!executablePath) return { pages: 'No Chromium was found (CHROMIUM_PATH).' };
  const endings: (() => unknown)[] = [];
  try {
    const stack = await startStack({ after: (end) => void endings.unshift(end) });
    const browser = await chromium.launch({ executablePath, args: quietArguments });
    endings.unshift(() => browser.close());
    const static_ = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<!doctype html><main><h1>Bare</h1></main>'),
    );
    await new Promise<void>((resolve) => static_.listen(0, '127.0.0.1', resolve));
    endings.unshift(() => static_.close());
    const bareUrl = `http://127.0.0.1:${(static_.address() as AddressInfo).port}`;
    const first = await browser.newContext();
    const page = await first.newPage();
    await becomeOwner(page, stack);
    const endpoint = await page.getByRole('link', { name: 'Send a first message' }).getAttribute('href');
    const storageState = await first.storageState();
    await first.close();
    const open = () => browser.newContext({ storageState });
    const results: Record<string, unknown> = { bare: await timesOf(open, bareUrl, bare) };
    for (const [name, measured] of Object.entries(pages)) {
      const path = measured.path.replace('{endpoint}', endpoint?.split('?')[0] ?? '');
      results[name] = await timesOf(open, stack.webUrl, { ...measured, path });
    }
    return { pages_ms: results };
  } finally {
    for (const end of endings) await end();
  }
}

async function timesOf(
  open: () => Promise<BrowserContext>,
  site: string,
  measured: Measured,
): Promise<Record<string, number>> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await open();
    cold.push(await readyAfter(context, site, measured));
    warm.push(await readyAfter(context, site, measured));
    await context.close();
  }
  const middle = (sample: readonly number[]): number =>
    Math.round(sample.toSorted((left, right) => left - right)[Math.floor(sample.length / 2)] ?? 0);
  return {
    cold: middle(cold),
    cold_worst: Math.round(Math.max(...cold)),
    warm: middle(warm),
    warm_worst: Math.round(Math.max(...warm)),
  };
}

/** Looks at each frame whether the content stands there; the task after that frame has run once it can take input. */
const watch = ({ css, words }: Measured): string => `
  new Promise((resolve) => {
    const look = () => {
      const found = [...document.querySelectorAll(${JSON.stringify(css)})]
        .some((one) => one.textContent.includes(${JSON.stringify(words)}) && one.getBoundingClientRect().height > 0);
      requestAnimationFrame(found ? () => setTimeout(() => resolve(performance.now())) : look);
    };
    look();
  })`;

async function readyAfter(context: BrowserContext, site: string, measured: Measured): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(`window.readyAfter = ${watch(measured)}`);
  await page.goto(`${site}${measured.path}`, { waitUntil: 'commit' });
  const milliseconds = await page.evaluate<number>('window.readyAfter');
  await page.close();
  return milliseconds;
}
