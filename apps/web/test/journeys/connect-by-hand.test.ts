import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '@sonde/contract';
import { keepScreenshot, openAnother, openBrowser } from './support/browse.ts';
import { becomeOwner, callAs } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('connecting by hand, by pasting what cannot be verified, and taking a deletion back', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const stored = async (name: string): Promise<Endpoint | undefined> =>
    (await callAs<Endpoint[]>(page, 'GET', '/endpoints')).find((endpoint) => endpoint.name === name);
  await becomeOwner(page, stack);

  await t.test('four steps by hand: the mapping is made by clicking the answer', async () => {
    await page.goto(`${stack.webUrl}/endpoints/new`);
    await press('Set up by hand');
    await page.getByLabel('Name').fill('By hand');
    await press(/Next: Connection/);
    await page.getByLabel('URL').fill(`${stack.chatbotUrl}/chat`);
    await press(/Next: Mapping/);
    await page.getByRole('textbox', { name: 'Request template' }).waitFor();
    await press(/Next: Test/);
    await page.getByRole('textbox', { name: 'Message' }).fill('What is a deductible?');
    await press('Send');
    await page.getByRole('heading', { name: 'Answered' }).waitFor();
    for (const [place, variable] of [
      [/^message/, 'output'],
      [/^session_id/, 'conversation_id'],
    ] as const) {
      await page.getByRole('treeitem', { name: place }).click();
      await page
        .getByRole('group', { name: 'Map this place' })
        .getByRole('button', { name: variable, exact: true })
        .click();
    }
    await page
      .getByRole('log')
      .getByText(/Application:.*deductible/i)
      .waitFor();
    await keepScreenshot(page, 'journey-by-hand');

    await press('Back');
    await press('Add variable');
    const path = page.getByLabel('JSONPath of context');
    await path.fill('$.context[?length(@) > 3]');
    await page
      .getByText(/^(1 match|\d+ matches)$/)
      .nth(2)
      .waitFor();
    await path.fill('$.context[?length(@) > 3000000]');
    await page.getByText('no match').waitFor();
    await path.fill('$.context');
    await press(/Next: Test/);
    await press('Create the endpoint');
    await page.getByRole('heading', { name: 'By hand', level: 1, exact: true }).waitFor();
    assert.deepEqual((await stored('By hand'))?.response_mapping, {
      output: '$.message',
      conversation_id: '$.session_id',
      context: '$.context',
    });
  });

  const paste = async (text: string, probe = true): Promise<void> => {
    await page.goto(`${stack.webUrl}/endpoints/new`);
    await press('Paste and analyze');
    await page.getByLabel('Curl command, code or description').fill(text);
    if (!probe) await page.getByLabel('Try it with a real message').uncheck();
    await press('Analyze');
  };

  await t.test(
    'an application that nobody answers at gives an unverified draft that can be applied all the same',
    async () => {
      await paste(
        `curl -X POST http://localhost:9/v1/chat -H 'Content-Type: application/json' -d '{"query": "What?", "text": "Hello there", "lang": "en"}'`,
      );
      await page.getByRole('heading', { name: 'Worked out, not verified' }).waitFor();
      await page.getByText('Not verified: no test call has shown yet that this works').first().waitFor();
      await page.getByText(/Nothing accepts connections/).waitFor();
      const [first, second] = await page.getByRole('radio').all();
      assert.ok(first && second);
      assert.ok(await first.isChecked(), 'the message is shown where it is');
      await second.check();
      await page.getByText('The template below has the message in its new place.').waitFor();
      await keepScreenshot(page, 'journey-unverified');
      await press('Save and try');
      await page.getByRole('tab', { name: 'Mapping' }).waitFor();
      const endpoints = await callAs<Endpoint[]>(page, 'GET', '/endpoints');
      const made = endpoints.find((endpoint) => endpoint.url === 'http://localhost:9/v1/chat');
      assert.match(JSON.stringify(made?.request_mapping), /"text\\?":\s?\\?"\{\{ input \}\}/);

      // The message of the try has failed as well.
      await page.getByRole('tab', { name: 'Test' }).click();
      await page.getByRole('heading', { name: 'No usable answer' }).waitFor();
      assert.equal(
        await page.getByRole('button', { name: 'Keep as test' }).count(),
        0,
        'no test is made of a call that failed',
      );
    },
  );

  await t.test('a target that refuses the try says what it answered, and a try can be left out', async () => {
    await paste(
      `curl -X POST ${stack.chatbotUrl}/nowhere -H 'Content-Type: application/json' -d '{"message": "What?"}'`,
    );
    await page.getByRole('heading', { name: 'Worked out, not verified' }).waitFor();
    await page
      .getByText(/the last one answered HTTP 404|answered HTTP 404/)
      .first()
      .waitFor();
    await paste(
      `curl -X POST ${stack.chatbotUrl}/chat -H 'Content-Type: application/json' -d '{"message": "What?"}'`,
      false,
    );
    await page.getByText('No message was sent, so nothing here has been verified.').waitFor();
    await paste('nothing of use');
    await page.getByText('Could not parse input').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save and try' }).count(), 0);
    await press('Back to the text');
    assert.equal(await page.getByLabel('Curl command, code or description').inputValue(), 'nothing of use');
  });

  await t.test('a deletion can be taken back; closing the tab carries it out', async () => {
    const row = page.getByRole('row').filter({ hasText: 'By hand' });
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for By hand' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await press('Delete it');
    };
    await page.goto(`${stack.webUrl}/endpoints`);
    const id = (await stored('By hand'))?.id;
    await remove();
    await row.getByText('Being deleted').waitFor();
    await press('Undo');
    await row.getByText('Being deleted').waitFor({ state: 'detached' });
    await page.reload();
    await row.waitFor();
    assert.ok(await stored('By hand'), 'the server never heard of it');

    await remove();
    const other = await openAnother(t, page);
    await other.context().addCookies(await page.context().cookies());
    await page.goto('about:blank');
    await other.goto(`${stack.webUrl}/endpoints/${id}`);
    for (let look = 0; look < 200 && (await other.getByText('Gone').count()) === 0; look += 1) {
      await other.reload();
      await other.waitForLoadState('networkidle');
    }
    await other.getByRole('heading', { name: 'This endpoint cannot be shown' }).waitFor();
    await keepScreenshot(other, 'journey-deleted');
    assert.match(await other.locator('main').innerText(), /can be restored under Settings, Recently deleted/);
  });
});
