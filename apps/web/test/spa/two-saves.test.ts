import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';

inBrowser('saving an endpoint more than once in one visit', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });

  const stored = () => standIn.state.endpoints[0];
  const open = (tab: string) => page.goto(`${standIn.url}/endpoints/${data.idOf(4, 0)}?tab=${tab}`);
  const bar = () => page.getByRole('button', { name: 'Save changes' });
  const template = () => page.getByRole('textbox', { name: 'Request template' });
  const isPatch = (sent: Request): boolean => sent.method() === 'PATCH';

  /** The next request of this kind, which goes on when the test lets it. */
  async function hold(method: string): Promise<Route> {
    const held = Promise.withResolvers<Route>();
    let isHeld = false;
    await page.route(/\/api\/v1\/endpoints\/[\w-]+$/, (route) => {
      if (isHeld || route.request().method() !== method) return route.fallback();
      isHeld = true;
      return held.resolve(route);
    });
    return held.promise;
  }

  async function save(): Promise<unknown> {
    const [sent] = await Promise.all([page.waitForRequest(isPatch), bar().click()]);
    await page.getByText('Saved', { exact: true }).last().waitFor();
    await bar().waitFor({ state: 'detached' });
    return sent.postDataJSON();
  }

  void it('each save sends what was changed since the last one, and its text stays in the editor', async () => {
    await open('mapping');
    await template().fill('{"message": "{{ input }}", "visit": null}');
    assert.deepEqual(await save(), { request_mapping: '{"message": "{{ input }}", "visit": null}' });
    await template().fill('{"message": "{{ input }}", "visit": "one"}');
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: '{{ conversation_id }}' }).click();
    const second = '{{ conversation_id }}{"message": "{{ input }}", "visit": "one"}';
    assert.deepEqual(await save(), { request_mapping: second });
    assert.equal(await template().innerText(), second);
    await page.getByRole('tab', { name: /^General/ }).click();
    await page.getByLabel('Name').fill('First');
    assert.deepEqual(await save(), { name: 'First' });
    await page.getByLabel('Name').fill('Second');
    assert.deepEqual(await save(), { name: 'Second' });
    assert.equal(await page.getByLabel('Name').inputValue(), 'Second');
    assert.deepEqual([stored()?.name, stored()?.request_mapping], ['Second', second]);
  });

  void it('what was asked for before a save does not bring the former template back', async () => {
    await open('test');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.waitFor();
    const former = JSON.stringify(stored());
    const asked = hold('GET');
    await send.click();
    const late = await asked;
    await page.getByRole('tab', { name: /^Mapping/ }).click();
    await template().fill('{"say": "{{ input }}"}');
    await save();
    // Where nobody waits for it any more, there is nothing to answer.
    await late.fulfill({ contentType: 'application/json', body: former }).catch(() => undefined);
    await page.getByRole('tab', { name: /^General/ }).click();
    await page.getByLabel('Name').fill('After');
    assert.deepEqual(await save(), { name: 'After' });
    await page.getByRole('tab', { name: /^Mapping/ }).click();
    assert.equal(await template().innerText(), '{"say": "{{ input }}"}');
  });

  void it('what is typed while a save is under way is still to be saved', async () => {
    await open('general');
    await page.getByLabel('Name').fill('First');
    await page.getByLabel('Description').fill('Sent along');
    const asked = hold('PATCH');
    await bar().click();
    const sent = await asked;
    await page.getByLabel('Name').fill('First and more');
    await sent.continue();
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'First and more');
    assert.deepEqual(await save(), { name: 'First and more' });
    assert.equal(stored()?.description, 'Sent along');
  });
});

inBrowser('rows of the settings that are saved together', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });

  const forms = [
    {
      path: '/settings/prices',
      save: 'Save prices',
      field: () => page.getByRole('group', { name: 'small-*' }).getByLabel('Input'),
      typed: ['0.2', '0.25'],
      sent: /model_prices$/,
    },
    {
      path: '/settings/projects',
      save: 'Save parameters',
      field: () => page.getByRole('group', { name: 'tone' }).first().getByLabel('Default'),
      typed: ['plain', 'plain and short'],
      sent: /\/parameters$/,
    },
    {
      path: '/settings/projects',
      save: 'Save these',
      begin: async () => {
        await page.getByRole('button', { name: 'Name a value' }).first().click();
        await page.getByRole('group', { name: 'Value 1' }).getByLabel('Name').fill('warmth');
      },
      field: () => page.getByRole('group', { name: 'warmth' }).getByLabel('Description'),
      typed: ['How warm', 'How warm it speaks'],
      sent: /\/parameters\/schema$/,
    },
  ];

  for (const { path, save, begin, field, typed, sent } of forms)
    void it(`what is typed while “${save}” is under way is still to be saved`, async () => {
      const [first = '', more = ''] = typed;
      const held = Promise.withResolvers<Route>();
      const bodies: unknown[] = [];
      let answers = 0;
      await page.route(sent, (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        const body: unknown = route.request().postDataJSON();
        bodies.push(body);
        answers += 1;
        return answers === 1 ? held.resolve(route) : route.fulfill({ json: answerTo(body, answers) });
      });
      await page.goto(standIn.url + path);
      await begin?.();
      await field().fill(first);
      const button = page.getByRole('button', { name: save });
      await button.click();
      const waiting = await held.promise;
      await field().fill(more);
      await waiting.fulfill({ json: answerTo(bodies[0], 1) });
      await page
        .getByText(/ saved$/)
        .first()
        .waitFor();
      assert.equal(await field().inputValue(), more);
      await button.click();
      await button.waitFor({ state: 'detached' });
      assert.equal(await field().inputValue(), more);
      assert.ok(JSON.stringify(bodies[1]).includes(more), JSON.stringify(bodies[1]));
    });

  /** As the platform answers: with what is stored now. */
  const answerTo = (body: unknown, version: number): unknown =>
    typeof body === 'object' && body !== null && 'fields' in body
      ? { fields: body.fields, version, updated_at: null }
      : body;
});
