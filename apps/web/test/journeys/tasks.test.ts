import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openBrowser, untilWorkEnds } from './support/browse.ts';
import { startStack } from './support/stack.ts';

/** What each task takes, as the table of docs/tasks.md says. */
async function written(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../../../../docs/tasks.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| \d+ \| ([^|]+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm)];
  return new Map(rows.map(([, name = '', now = '']) => [name.trim(), now.trim()]));
}

/** Hands that count. */
function hands(page: Page) {
  let counts = { click: 0, field: 0, key: 0 };
  return {
    click: async (target: Locator): Promise<void> => {
      counts.click += 1;
      await target.first().click();
    },
    type: async (target: Locator, text: string): Promise<void> => {
      counts.field += 1;
      await target.fill(text);
    },
    key: async (name: string): Promise<void> => {
      counts.key += 1;
      await page.keyboard.press(name);
    },
    taken: (): string => {
      const words = Object.entries(counts).flatMap(([what, count]) =>
        count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`],
      );
      counts = { click: 0, field: 0, key: 0 };
      return words.join(', ');
    },
  };
}

test('ten tasks take as many clicks, fields and keys as is written', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const table = await written();
  assert.equal(table.size, 10);
  const { click, type, key, taken } = hands(page);
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const message = page.getByRole('textbox', { name: 'Message' });
  const answered = (about: RegExp) => page.getByRole('log').getByText(about).last().waitFor();
  const is = (name: string): void => assert.equal(taken(), table.get(name), name);

  await page.goto(stack.ownerLink);
  await type(page.getByLabel('Email'), 'owner@example.test');
  await click(button('Create owner account'));
  await type(page.getByLabel('Organization'), 'Harbour Mutual');
  await click(button('Continue'));
  await click(link('Send a first message'));
  await click(button('Send'));
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  is('First answer');

  await type(message, 'What is a deductible?');
  await key('Enter');
  await answered(/Application:.*deductible/i);
  is('Follow-up question in the same conversation');

  await click(page.getByRole('treeitem', { name: /^use_case/ }));
  await click(page.getByRole('group', { name: 'Map this place' }).getByRole('button', { name: 'metadata' }));
  await click(button('Save changes'));
  await page.getByText('Saved', { exact: true }).first().waitFor();
  taken();
  await message.fill('And what is a premium?');
  await click(button('Send'));
  await answered(/Application:.*premium/i);
  await click(page.getByRole('treeitem', { name: /^use_case/ }));
  await click(
    page.getByRole('group', { name: 'Map this place' }).getByRole('button', { name: 'tool_calls' }),
  );
  await click(button('Save changes'));
  await page.getByText('Saved', { exact: true }).first().waitFor();
  is('Map a place of an answer and save it');

  await page.goto(`${stack.webUrl}/endpoints`);
  await click(link(/^(?:Connect an application|Endpoint|New endpoint)$/));
  await click(button('Paste and analyze'));
  await type(
    page.getByLabel('Curl command, code or description'),
    `curl -X POST ${stack.chatbotUrl}/chat -H 'Content-Type: application/json' -d '{"message": "Hello", "use_case": "insurance"}'`,
  );
  await click(button('Analyze'));
  await click(button('Save and try'));
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  is('Connect an application by pasting, to its first answer');

  await click(page.getByRole('tab', { name: 'Explore' }));
  await click(page.getByRole('radio', { name: /Comprehensive/ }));
  await click(button('Start exploring'));
  await button('Keep all as tests').waitFor(untilWorkEnds);
  is('Begin the comprehensive exploration');

  await click(button('Share'));
  const file = page.waitForEvent('download');
  await click(page.getByRole('menuitem', { name: 'Markdown' }));
  assert.match((await file).suggestedFilename(), /^exploration-.*\.md$/);
  is('Send an exploration on as a file');

  await click(button('Keep all as tests'));
  await click(button('Keep them'));
  await page.waitForURL(/\/test-sets\/[0-9a-f-]{36}$/);
  is('Keep what an exploration found as a test set');

  const set = page.url();
  for (const round of [1, 2]) {
    await page.goto(set);
    await click(button('Run'));
    await click(page.getByRole('dialog').locator('button[type=submit]:not([disabled])'));
    await page.waitForURL('**/runs/*-*');
    if (round === 1) is('Run a test set');
    await page.getByText('Ended', { exact: true }).waitFor(untilWorkEnds);
  }
  taken();
  await click(button('Compare with…'));
  await page.getByRole('heading', { name: 'Comparison', level: 1 }).waitFor();
  is('Compare a run with an earlier one');

  await key('Control+k');
  await type(page.getByRole('combobox', { name: 'Page or name' }), 'members');
  await page.getByRole('option', { name: /^Members/ }).waitFor();
  await key('Enter');
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  is('Open the page of members from anywhere');
});
